import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePorts } from '../../server/src/test-kit/ports.ts';
import { atEnd } from '../chaos/endings.ts';
import { composeProgram, docker, program } from './docker.ts';

const HEALTHY_WITHIN_MS = 300_000;

/** An installation from the unchanged compose file, with settings and volumes of its own. */
export type Installation = {
  name: string;
  url: string;
  secrets: Record<string, string>;
  /** Runs Compose and returns what it wrote. */
  compose(...args: string[]): Promise<string>;
  useImage(image: string): Promise<void>;
  upgrade(): Promise<void>;
  containerOf(service: string): Promise<string>;
  healthy(services: string[]): Promise<void>;
};

export async function createInstallation(image: string): Promise<Installation> {
  const name = `patchbay-test-${randomBytes(4).toString('hex')}`;
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-containers-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const envFile = join(folder, 'env');
  const [port, sandboxPort] = (await freePorts(2)) as [number, number];
  const secrets = newSecrets();
  const settings = { ...secrets, PATCHBAY_PORT: port, SANDBOX_PAGE_PORT: sandboxPort, WEBHOOK_ALLOW_PRIVATE: 'true' };
  const write = (used: string) =>
    writeFile(
      envFile,
      Object.entries({ ...settings, PATCHBAY_IMAGE: used })
        .map(([key, value]) => `${key}=${value}\n`)
        .join(''),
      {
        mode: 0o600,
      },
    );
  await write(image);
  const tool = await composeProgram();
  const options = ['--env-file', envFile, '-p', name];
  const compose = async (...args: string[]) => {
    const [first = '', ...more] = tool.split(' ');
    return (await program(first, [...more, '-f', 'deploy/compose.yaml', ...options, ...args])).stdout;
  };
  atEnd(() => compose('down', '--volumes', '--remove-orphans', '--timeout', '20'));
  const containerOf = async (service: string) => (await compose('ps', '-q', service)).trim().split('\n').at(-1) ?? '';
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    secrets,
    compose,
    useImage: write,
    upgrade: async () => void (await program('bash', ['deploy/upgrade.sh', ...options], { COMPOSE: tool })),
    containerOf,
    healthy: (services) =>
      Promise.all(services.map((service) => becomesHealthy(service, () => containerOf(service)))).then(() => undefined),
  };
}

const newSecrets = (): Record<string, string> => ({
  MASTER_KEY: randomBytes(32).toString('base64'),
  ...Object.fromEntries(
    ['POSTGRES_PASSWORD', 'PATCHBAY_DB_PASSWORD', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].map((name) => [
      name,
      randomBytes(16).toString('hex'),
    ]),
  ),
});

async function becomesHealthy(service: string, containerOf: () => Promise<string>): Promise<void> {
  let status = '';
  for (const until = Date.now() + HEALTHY_WITHIN_MS; Date.now() < until; await wait(1_000)) {
    const container = await containerOf();
    status = (await docker('inspect', '--format', '{{.State.Health.Status}}', container)).stdout.trim();
    if (status === 'healthy') return;
  }
  const log = await docker('logs', '--tail', '30', await containerOf());
  throw new Error(`${service} stays ${status}: ${log.stdout}${log.stderr}`);
}
