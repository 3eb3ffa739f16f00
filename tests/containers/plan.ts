import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export type Service = {
  image?: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  networks?: string[];
  tmpfs?: string[];
  healthcheck?: { test?: string[]; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  pids_limit?: number;
  logging?: { options?: Record<string, string> };
  user?: string;
};
export type Compose = {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  networks: Record<string, { internal?: boolean }>;
};

/** All files that are checked, as text. A mutant is the same set with one text changed. */
export type Plan = {
  dockerfile: string;
  dockerignore: string;
  composeText: string;
  envExample: string;
  compose: Compose;
  configuration: string;
  config: string;
  sandboxReadme: string;
  packageJson: { devDependencies: Record<string, string> };
};

export async function readPlan(change: (path: string, text: string) => string = (_path, text) => text): Promise<Plan> {
  const read = async (path: string) => change(path, await readFile(join(root, path), 'utf8'));
  const composeText = await read('deploy/compose.yaml');
  return {
    dockerfile: await read('Dockerfile'),
    dockerignore: await read('.dockerignore'),
    composeText,
    envExample: await read('deploy/.env.example'),
    compose: parse(composeText, { merge: true }) as Compose,
    configuration: await read('docs/configuration.md'),
    config: await read('server/src/platform/config.ts'),
    sandboxReadme: await read('sandbox/README.md'),
    packageJson: JSON.parse(await read('package.json')) as Plan['packageJson'],
  };
}

/** The names in `${NAME}`, `${NAME:-default}` and `${NAME:?message}`. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)),
];
