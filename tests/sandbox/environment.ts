import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { freePort } from '../../server/src/test-kit/ports.ts';
import * as kit from '../../server/src/test-kit/server-process.ts';
import { removeStreams } from '../../server/src/test-kit/streams.ts';
import { type Api, createApi, type Json } from '../channels/api.ts';
import type { Kind } from '../channels/kinds.ts';
import { atEnd } from '../chaos/endings.ts';
import { makeBrokenCopy } from '../security/broken-copy.ts';
import { settingsOf } from './accounts.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

export type Mode = 'live' | 'sandbox';
export type Tenant = { id: string; mode: Mode; token: string; api: Api };
export type Line = { kind: Kind; id: string; inboundUrl: string; tenant: Tenant };
export type Environment = {
  env: Record<string, string>;
  sandbox: StandIn;
  real: StandIn;
  pool: Pool;
  tenants: Record<Mode, Tenant>;
  admin: typeof kit.admin;
  /** How long something may take to come. In a copy with a fault something never comes, and need not be waited for as long. */
  patienceMs: number;
  /** Ends the server and starts it with other settings. */
  restart(changes: Record<string, string>): Promise<void>;
};

const SERVER = process.env.TEST_DATABASE_SERVER ?? 'postgres://postgres@127.0.0.1:5432';

/** One server with a tenant of each kind, and two simulated providers: the sandbox, and the real providers. */
export async function startEnvironment(replacements: [RegExp, string][] = []): Promise<Environment> {
  const { admin, startProcess } = await kitOf(replacements);
  const [sandbox, real] = [await startStandIn(), await startStandIn()];
  [sandbox.elsewhere, real.elsewhere] = [real, sandbox];
  const env = await settings(sandbox);
  await admin(env, 'migrate');
  atEnd(() => removeStreams(env));
  const pool = new Pool({ connectionString: env.DATABASE_URL, max: 4 });
  pool.on('error', () => undefined);
  atEnd(() => pool.end());
  let server = await startProcess('all', env);
  atEnd(() => (server.child.exitCode === null ? server.kill() : Promise.resolve()));
  const newTenant = async (mode: Mode): Promise<Tenant> => {
    const command = ['tenant', 'create', '--name', mode, '--plan', 'enterprise', '--rate-limit', '999999999', '--json'];
    const made = await admin(env, ...command, ...(mode === 'sandbox' ? ['--sandbox'] : []));
    return { id: made.tenantId, mode, token: made.accessToken, api: createApi([env.PUBLIC_URL as string], made.accessToken) };
  };
  return {
    env,
    sandbox,
    real,
    pool,
    admin,
    patienceMs: replacements.length > 0 ? 25_000 : 180_000,
    tenants: { live: await newTenant('live'), sandbox: await newTenant('sandbox') },
    async restart(changes) {
      await server.stop();
      server = await startProcess('all', { ...env, ...changes });
    },
  };
}

/** The commands and servers of a copy with something replaced, or of this very source. */
async function kitOf(replacements: [RegExp, string][]): Promise<typeof kit> {
  if (replacements.length === 0) return kit;
  const copy = await makeBrokenCopy(replacements);
  atEnd(copy.remove);
  return (await import(copy.url('test-kit/server-process.ts'))) as typeof kit;
}

async function settings(sandbox: StandIn): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-sandbox-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const name = `patchbay_test_sandbox_${randomBytes(6).toString('hex')}`;
  atEnd(() => dropDatabase(name));
  const port = await freePort();
  return {
    DATABASE_URL: `${SERVER}/${name}`,
    REDIS_PREFIX: `sandbox:${randomBytes(6).toString('hex')}:`,
    NATS_PREFIX: `sandbox-${randomBytes(6).toString('hex')}-`,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    FILES_DIR: folder,
    PROVIDER_ALLOW_PRIVATE: 'true', // the providers of the real environment are on this machine
    SANDBOX_URL: sandbox.url,
    SANDBOX_SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    SANDBOX_IMAP_URL: `imap://127.0.0.1:${sandbox.imapPort}`,
    FAILED_LOGINS_PER_MINUTE: '1000000',
    DRAIN_DELAY_MS: '0',
    LOG_LEVEL: 'info',
  };
}

async function dropDatabase(name: string): Promise<void> {
  const client = new Client({ connectionString: `${SERVER}/postgres` });
  await client.connect();
  await client.query(`drop database if exists ${name} with (force)`);
  await client.end();
}

/** A channel of this tenant whose settings name this provider. Its calls may go to the other one. */
export async function channelOf(tenant: Tenant, kind: Kind, named: StandIn, more: Json = {}): Promise<Line> {
  const settings = { ...settingsOf[kind](tenant.mode, named), ...more };
  const channel = await tenant.api.post('/v3/channels', { type: kind, name: kind, settings });
  return { kind, id: channel.id, inboundUrl: channel.inboundUrl, tenant };
}
