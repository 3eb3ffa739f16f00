import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { removeStreams } from '../../server/src/test-kit/streams.ts';
import { atEnd } from '../chaos/endings.ts';
import { freePorts } from '../chaos/ports.ts';
import { startDev } from '../dev/dev-process.ts';
import { root } from './pages.ts';

/** `npm run dev` with a database of its own, and a folder that looks like the reader's checkout. */
export type Stage = { folder: string; env: Record<string, string>; databaseUrl: string };

const SERVER = process.env.TEST_DATABASE_SERVER ?? 'postgres://postgres@127.0.0.1:5432';

export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-docs-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['package.json', 'node_modules', 'server', 'sandbox', 'scripts'])
    await symlink(join(root, name), join(folder, name));
  const settings = await settingsIn(folder);
  const { DATABASE_URL: databaseUrl = '' } = settings;
  atEnd(() => dropDatabases(new URL(databaseUrl).pathname.slice(1)));
  atEnd(() => removeStreams(settings));
  const dev = await startDev(settings);
  atEnd(dev.kill);
  atEnd(dev.interrupt);
  return { folder, databaseUrl, env: { ...settings, ...(await examples(join(folder, 'dev.env'))) } };
}

async function settingsIn(folder: string): Promise<Record<string, string>> {
  const [api, sandbox, smtp, webhooks] = (await freePorts(4)).map(String) as [string, string, string, string];
  const unique = randomBytes(6).toString('hex');
  return {
    PORT: api,
    SANDBOX_PORT: sandbox,
    SANDBOX_SMTP_PORT: smtp,
    DEV_WEBHOOK_PORT: webhooks,
    DATABASE_URL: `${SERVER}/patchbay_docs_${unique}`,
    REDIS_PREFIX: `docs:${unique}:`,
    NATS_PREFIX: `docs-${unique}-`,
    DEV_STATE_FILE: join(folder, 'dev.json'),
    FILES_DIR: join(folder, 'files'),
    V2_SUNSET_AT: '2099-01-01T00:00:00Z',
    LOG_LEVEL: 'info',
  };
}

async function examples(file: string): Promise<Record<string, string>> {
  const lines = (await readFile(file, 'utf8')).matchAll(/^export (\w+)='(.*)'$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [String(name), String(value)]));
}

/** The stage's own, and what the runbooks restored beside it. */
async function dropDatabases(name: string): Promise<void> {
  const client = new Client({ connectionString: `${SERVER}/postgres` });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [
    name,
  ]);
  for (const { datname } of rows) await client.query(`drop database if exists "${datname}" with (force)`);
  await client.end();
}
