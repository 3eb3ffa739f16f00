import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { freePorts } from '../../server/src/test-kit/ports.ts';
import { removeStreams } from '../../server/src/test-kit/streams.ts';
import { atEnd } from '../chaos/endings.ts';

const SERVER = process.env.TEST_DATABASE_SERVER ?? 'postgres://postgres@127.0.0.1:5432';

export type Apart = Record<'PORT' | 'SANDBOX_PORT' | 'SANDBOX_SMTP_PORT' | 'DEV_WEBHOOK_PORT', string> &
  Record<'DATABASE_URL' | 'REDIS_PREFIX' | 'NATS_PREFIX', string>;

/** Settings with which `npm run dev` conflicts with no other process. What it creates is removed at the end. */
export async function apart(name: string): Promise<Apart> {
  const [api, sandbox, smtp, webhooks] = (await freePorts(4)).map(String) as [string, string, string, string];
  const unique = randomBytes(6).toString('hex');
  const database = `patchbay_${name}_${unique}`;
  const env = {
    PORT: api,
    SANDBOX_PORT: sandbox,
    SANDBOX_SMTP_PORT: smtp,
    DEV_WEBHOOK_PORT: webhooks,
    DATABASE_URL: `${SERVER}/${database}`,
    REDIS_PREFIX: `${name}:${unique}:`,
    NATS_PREFIX: `${name}-${unique}-`,
  };
  atEnd(() => dropDatabases(database));
  atEnd(() => removeStreams(env));
  return env;
}

/** Its own database, and those restored beside it. */
async function dropDatabases(name: string): Promise<void> {
  const client = new Client({ connectionString: `${SERVER}/postgres` });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [
    name,
  ]);
  for (const { datname } of rows) await client.query(`drop database if exists "${datname}" with (force)`);
  await client.end();
}
