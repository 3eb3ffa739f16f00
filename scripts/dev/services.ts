import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Config } from '../../server/src/platform/config.ts';
import { answers } from './ports.ts';
import type { DevSettings } from './settings.ts';

const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Starts the local services if one of the configured services does not respond. */
export async function startServices(config: Config): Promise<void> {
  if ((await missing(config)).length === 0) return;
  spawnSync('bash', [file('scripts/services.sh')], { stdio: 'inherit' });
  const still = await missing(config);
  if (still.length > 0) throw new Error(`No service responds at ${still.join(' and ')}.`);
}

async function missing({ DATABASE_URL, REDIS_URL, NATS_URL }: Config): Promise<string[]> {
  const services = [
    { url: DATABASE_URL, port: 5432 },
    { url: REDIS_URL, port: 6379 },
    { url: NATS_URL, port: 4222 },
  ];
  const away: string[] = [];
  for (const { url, port } of services) if (!(await answers(url, port))) away.push(new URL(url).host);
  return away;
}

/** Runs an admin command. */
export async function admin({ env }: Pick<DevSettings, 'env'>, ...args: string[]): Promise<string> {
  const command = [file('server/src/admin.ts'), ...args];
  return promisify(execFile)(process.execPath, command, { env }).then(
    ({ stdout }) => stdout.trim(),
    (error: { stderr?: string; message: string }) => {
      throw new Error(`The admin command ${args[0]} failed: ${error.stderr?.trim() || error.message}`);
    },
  );
}
