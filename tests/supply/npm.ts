import { spawnSync } from 'node:child_process';

export type Ran = { status: number | null; stdout: string; stderr: string };

/** Runs npm and returns what it wrote. */
export function npm(args: string[], cwd = process.cwd()): Ran {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 64 << 20, timeout: 120_000 });
  return { status, stdout: stdout ?? '', stderr: stderr ?? '' };
}

/** Returns the hosts of all registries in npm's configuration: the default one and those of scopes. */
export function registryHosts(): string[] {
  const { stdout } = npm(['config', 'list', '--json']);
  const config = JSON.parse(stdout) as Record<string, unknown>;
  const urls = Object.entries(config).filter(([key]) => key === 'registry' || key.endsWith(':registry'));
  return urls.flatMap(([, url]) => URL.parse(String(url))?.host ?? []);
}
