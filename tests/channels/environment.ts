import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { type Connected, type ConnectOptions, connect, type Kind, type Sandbox, startSandbox } from '../../sandbox/src/index.ts';
import { createTestDatabase } from '../../server/src/test-kit/database.ts';
import { makeTenant, prepareDatabase } from '../../server/src/test-kit/operator.ts';
import { freePorts } from '../../server/src/test-kit/ports.ts';
import { type ServerProcess, startProcess } from '../../server/src/test-kit/server-process.ts';
import { removeStreams } from '../../server/src/test-kit/streams.ts';
import { atEnd } from '../chaos/endings.ts';
import type { Replacements } from '../chaos/mutant.ts';
import { makeBrokenCopy } from '../security/broken-copy.ts';
import { type Api, createApi } from './api.ts';
import { createPhone, type Phone } from './phone.ts';

const PROCESSES = 2;

/** Two servers with one database and shared jobs, and the sandbox as every provider. */
export type Environment = {
  sandbox: Sandbox;
  servers: ServerProcess[];
  /** The database with all tenants, without policies. */
  pool: Pool;
  newTenant(): Promise<Tenant>;
  /** Warnings in the server logs, each kind once. They are printed and do not fail the test. */
  warnings(): string[];
};

export type Tenant = {
  id: string;
  api: Api;
  sandboxUrl: string;
  /** Connects a channel of this kind with an account of the sandbox. */
  channel(kind: Kind, more?: ConnectOptions['channel'], special?: Pick<ConnectOptions, 'settings' | 'account'>): Promise<Line>;
};

/** A channel, and the simulated contact's phone. */
export type Line = Connected & { phone: Phone };

/** `bug`: a replacement in a copy of the server, which runs instead. */
export async function startEnvironment(bug: Replacements = []): Promise<Environment> {
  const copy = bug.length > 0 ? await makeBrokenCopy(bug) : undefined;
  if (copy) atEnd(copy.remove);
  const database = await createTestDatabase();
  atEnd(database.drop);
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-channels-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const ports = await freePorts(PROCESSES);
  const env = settings(database.url, folder, `http://127.0.0.1:${ports[0]}`);
  await prepareDatabase(env);
  atEnd(() => removeStreams(env));
  const sandbox = await startSandbox();
  atEnd(sandbox.stop);
  const pool = new Pool({ connectionString: database.url, max: 4 });
  atEnd(() => pool.end());
  const servers: ServerProcess[] = [];
  for (const port of ports) servers.push(await startServer(env, port, copy?.url('main.ts')));
  return { sandbox, servers, pool, newTenant: () => newTenant(env, sandbox, servers), warnings: () => warningsOf(servers) };
}

/** All servers have the same public URL, as behind a load balancer; providers sign it and call the first server. */
const settings = (databaseUrl: string, folder: string, publicUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  REDIS_PREFIX: `channels:${randomBytes(6).toString('hex')}:`,
  NATS_PREFIX: `channels-${randomBytes(6).toString('hex')}-`,
  PUBLIC_URL: publicUrl,
  FILES_DIR: folder,
  PROVIDER_ALLOW_PRIVATE: 'true',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  V2_SUNSET_AT: '2100-01-01T00:00:00Z',
  // The tests send thousands of forged callbacks from this address.
  FAILED_LOGINS_PER_MINUTE: '1000000',
  LOG_LEVEL: 'info',
  DRAIN_DELAY_MS: '0',
});

async function startServer(env: Record<string, string>, port: number, mainUrl: string | undefined): Promise<ServerProcess> {
  const server = await startProcess('all', { ...env, PORT: String(port) }, mainUrl);
  atEnd(() => server.kill());
  return server;
}

async function newTenant(env: Record<string, string>, sandbox: Sandbox, servers: ServerProcess[]): Promise<Tenant> {
  const { tenantId, accessToken } = await makeTenant(env, { ratePerMinute: 999_999_999 });
  const [first] = servers as [ServerProcess];
  const api = createApi(
    servers.map(({ baseUrl }) => baseUrl),
    accessToken,
  );
  return {
    id: tenantId,
    api,
    sandboxUrl: sandbox.url,
    async channel(kind, more, special) {
      const options = { apiUrl: first.baseUrl, token: accessToken, sandbox, ...(more && { channel: more }), ...special };
      const connected = await connect(kind, options);
      return { ...connected, phone: createPhone(sandbox.url, connected.accountId) };
    },
  };
}

const WARNINGS = new Set(['warn', 'error', 'fatal']);

function warningsOf(servers: ServerProcess[]): string[] {
  const lines = servers.flatMap((server) =>
    server
      .log()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}')),
  );
  const entries = lines.map((line) => JSON.parse(line) as { level: string; msg: string; err?: { message: string } });
  return [
    ...new Set(entries.filter(({ level }) => WARNINGS.has(level)).map(({ msg, err }) => (err ? `${msg}: ${err.message}` : msg))),
  ];
}
