import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createTestDatabase } from '../../server/src/test-kit/database.ts';
import { makeTenant, prepareDatabase } from '../../server/src/test-kit/operator.ts';
import { freePort } from '../../server/src/test-kit/ports.ts';
import { startProcess } from '../../server/src/test-kit/server-process.ts';
import { removeStreams } from '../../server/src/test-kit/streams.ts';
import { type Api, createApi } from '../conformance/api.ts';
import { type Provider, startProvider } from '../conformance/provider.ts';

export type Environment = { api: Api; provider: Provider; close(): Promise<void> };

/** The mutant that the suite must catch: statements are stored without their channel. */
const IGNORE_CHANNELS = `
  create function forget_channel() returns trigger language plpgsql as $$
    begin new.channel_id := null; new.channel_type := null; return new; end $$;
  create trigger forget_channel before insert on consents for each row execute function forget_channel();`;

/** A real server with its own database, and the sandbox as provider. */
export async function startEnvironment(isMutant: boolean): Promise<Environment> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step().catch((error) => console.error(error));
  };
  try {
    const database = await createTestDatabase();
    undo.push(database.drop);
    if (isMutant) await plant(database.url);
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-consent-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    const env = settings(database.url, folder, String(await freePort()));
    undo.push(() => removeStreams(env));
    await prepareDatabase(env);
    const tenant = () => makeTenant(env, { plan: 'enterprise', ratePerMinute: 1_000_000 });
    const [{ accessToken }, other] = await Promise.all([tenant(), tenant()]);
    const server = await startProcess('all', env);
    undo.push(server.stop);
    const provider = await startProvider();
    undo.push(provider.close);
    return { api: createApi(server.baseUrl, accessToken, other.accessToken), provider, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function plant(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(IGNORE_CHANNELS);
  await client.end();
}

const settings = (databaseUrl: string, folder: string, port: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  REDIS_PREFIX: `consent:${randomBytes(6).toString('hex')}:`,
  NATS_PREFIX: `consent-${randomBytes(6).toString('hex')}-`,
  PORT: port,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  PROVIDER_ALLOW_PRIVATE: 'true',
  FILE_STORE: 'disk',
  FILES_DIR: folder,
  DRAIN_DELAY_MS: '0',
  LOG_LEVEL: 'info', // the address of a started server is read from its log
});
