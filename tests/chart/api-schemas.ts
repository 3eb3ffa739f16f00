import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service, ServiceAccount } from 'kubernetes-models/v1';
import { kedaFaults } from './keda.ts';
import type { Rendered } from './render.ts';

type Model = new (data: never) => { validate(): void };
type Api = { from: string; model: Model };

/** The kinds that the chart uses, with the package's modules that hold their schemas. */
const apis: Record<string, Api> = {
  'apps/v1 Deployment': { from: 'apps/v1', model: Deployment },
  'autoscaling/v2 HorizontalPodAutoscaler': { from: 'autoscaling/v2', model: HorizontalPodAutoscaler },
  'batch/v1 Job': { from: 'batch/v1', model: Job },
  'networking.k8s.io/v1 Ingress': { from: 'networking.k8s.io/v1', model: Ingress },
  'networking.k8s.io/v1 NetworkPolicy': { from: 'networking.k8s.io/v1', model: NetworkPolicy },
  'policy/v1 PodDisruptionBudget': { from: 'policy/v1', model: PodDisruptionBudget },
  'v1 Service': { from: 'v1', model: Service },
  'v1 ServiceAccount': { from: 'v1', model: ServiceAccount },
};

const apiOf = ({ object }: Rendered): Api | undefined => apis[`${object.apiVersion} ${object.kind}`];

/** Returns missing fields and wrong types, by the JSON schemas of the Kubernetes API. */
export function typeFaults(rendered: Rendered): string[] {
  const { object, file } = rendered;
  if (object.kind === 'ScaledObject') return kedaFaults(object).map((fault) => `${file}: ${fault}`);
  const api = apiOf(rendered);
  if (!api) return [`${file}: ${object.apiVersion} ${object.kind} is not in tests/chart/api-schemas.ts`];
  try {
    new api.model(object as never).validate();
    return [];
  } catch (error) {
    return [`${file}: ${(error as Error).message}`];
  }
}

/**
 * Returns fields that the API does not have. Its JSON schemas accept them and the API server drops them, so the objects are compiled
 * as literals of the API's types. One run of the compiler takes all objects.
 */
export async function unknownFields(all: Rendered[]): Promise<string[]> {
  const typed = all.flatMap((rendered) => {
    const api = apiOf(rendered);
    return api ? [{ ...rendered, type: `import('kubernetes-models/${api.from}').I${rendered.object.kind}` }] : [];
  });
  const lines = typed.map(({ object, type }, at) => `export const o${at}: ${type} = ${JSON.stringify(object)};`);
  const output = await compile(lines.join('\n'));
  return [...output.matchAll(/\.ts\((\d+),\d+\): error \w+: (.*)/g)].map(
    ([, line, message]) => `${typed[Number(line) - 1]?.file}: ${message}`,
  );
}

/** Compiles below node_modules, because the compiler looks for the types from the file's folder. */
async function compile(text: string): Promise<string> {
  const folder = await mkdtemp(join('node_modules', '.chart-'));
  try {
    const file = join(folder, 'objects.ts');
    await writeFile(file, text);
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--types',
      '',
      '--pretty',
      'false',
    ];
    const { stdout, status } = spawnSync(process.execPath, ['node_modules/typescript7/bin/tsc', ...options, file], {
      encoding: 'utf8',
    });
    if (status !== 0 && !stdout.includes('.ts(')) throw new Error(`the compiler failed: ${stdout}`);
    return stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
