import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { freePort } from '../../server/src/test-kit/ports.ts';
import { atEnd } from '../chaos/endings.ts';
import { scaleRules } from './scale.ts';

const run = promisify(execFile);
export const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export type Alert = { name: string; state: 'pending' | 'firing' };
export type Prometheus = { alerts(): Promise<Alert[]>; query(expression: string): Promise<unknown[]> };

const START_WITHIN_MS = 60_000;

/** Returns the path of a program of Debian's package. */
export async function programOf(name: 'prometheus' | 'promtool'): Promise<string> {
  folder ??= run('bash', [pathOf('scripts/prometheus.sh')]);
  return join((await folder).stdout.trim(), name);
}

let folder: Promise<{ stdout: string }> | undefined;

/** Starts a Prometheus that scrapes these addresses once a second and evaluates the rules, scaled. */
export async function startPrometheus(targets: string[], rules: string): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-prometheus-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'alerts.yaml'), scaleRules(rules));
  await writeFile(join(folder, 'prometheus.yaml'), stringify(configOf(targets)));
  const port = await freePort();
  const args = [`--config.file=${folder}/prometheus.yaml`, `--storage.tsdb.path=${folder}/data`];
  const child = spawn(await programOf('prometheus'), [...args, `--web.listen-address=127.0.0.1:${port}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-10_000);
  });
  const ended = once(child, 'exit');
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const ask = async (path: string) => {
    const { data } = (await (await fetch(`http://127.0.0.1:${port}/api/v1${path}`)).json()) as { data: unknown };
    return data;
  };
  for (const end = Date.now() + START_WITHIN_MS; ; await wait(200)) {
    if (await ask('/status/buildinfo').catch(() => undefined)) break;
    if (Date.now() > end || child.exitCode !== null) throw new Error(`Prometheus did not start:\n${log}`);
  }
  return {
    async alerts() {
      const { alerts } = (await ask('/alerts')) as { alerts: { labels: { alertname: string }; state: Alert['state'] }[] };
      return alerts.map(({ labels, state }) => ({ name: labels.alertname, state }));
    },
    async query(expression) {
      const answer = (await ask(`/query?query=${encodeURIComponent(expression)}`)) as { result?: unknown[] } | undefined;
      return answer?.result ?? [];
    },
  };
}

const configOf = (targets: string[]) => ({
  global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
  rule_files: ['alerts.yaml'],
  scrape_configs: [{ job_name: 'patchbay', static_configs: [{ targets }] }],
});

export const readRules = (): Promise<string> => readFile(pathOf('deploy/prometheus/alerts.yaml'), 'utf8');
