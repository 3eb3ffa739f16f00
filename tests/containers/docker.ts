import { execFile, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { atEnd } from '../chaos/endings.ts';
import { root } from './plan.ts';

type Output = { stdout: string; stderr: string };

const run = promisify(execFile);
const READY_WITHIN_MS = 60_000;
const DAEMON = 'dockerd';
/** Debian's client builds with BuildKit by itself; a newer one in /usr/local needs a plugin for it. */
export const DOCKER = process.env.DOCKER ?? '/usr/bin/docker';

/** Runs a program to its end. A failure has what it wrote. */
export async function program(name: string, args: string[], env: Record<string, string> = {}): Promise<Output> {
  const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 50_000_000 };
  return run(name, args, options).catch((error: Partial<Output> & { message: string }) => {
    const said = `${error.stdout ?? ''}${error.stderr ?? ''}`.slice(-4_000);
    throw new Error(`${name} ${args.slice(0, 6).join(' ')} failed: ${said || error.message}`);
  });
}

export const docker = (...args: string[]): Promise<Output> => program(DOCKER, args, { DOCKER_BUILDKIT: '1' });

/** Uses the Docker daemon of this machine. Where none answers, starts one that ends with the program; its images stay. */
export async function startDocker(): Promise<void> {
  await program('bash', ['scripts/need.sh', 'docker.io', 'docker-compose', 'mmdebstrap']);
  if (await answers()) return;
  const daemon = spawn(DAEMON, ['--log-level', 'error'], { stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => daemon.once('exit', resolve));
  atEnd(async () => {
    daemon.kill('SIGTERM');
    await ended;
  });
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await wait(500)) if (await answers()) return;
  throw new Error('No Docker daemon answers and dockerd did not start; run it as root to see why');
}

const answers = (): Promise<boolean> =>
  docker('version', '--format', '{{.Server.Version}}').then(
    () => true,
    () => false,
  );

/** Which Compose there is: the plugin, or Debian's program of its own. */
export async function composeProgram(): Promise<string> {
  return (await docker('compose', 'version').then(
    () => true,
    () => false,
  ))
    ? `${DOCKER} compose`
    : 'docker-compose';
}
