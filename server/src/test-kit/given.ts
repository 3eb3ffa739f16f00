import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { type App, createApp } from '../app.ts';
import { rotateSigningKey } from '../domain/tokens/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type Config, loadConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createSecretBox } from '../platform/secrets.ts';
import { openDatabase } from '../storage/database.ts';
import { maintainPartitions } from '../storage/partition-maintenance.ts';
import { createTestDatabase } from './database.ts';
import { freePort } from './ports.ts';
import { createTestTenant } from './tenant.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server answered and fails where it is wrong
export type Reply = { status: number; headers: Headers; text: string; body: any };
export type TestClock = Clock & { advance(ms: number): void; set(at: Date): void };

type Close = () => Promise<void>;

/** Servers that several tests share. Others are closed with their test: an idle server uses a few percent of a core. */
const lasting = new Set<Close>();
after(async () => {
  for (const close of lasting) await close();
});

/** Creates a clock with real time plus an offset that a test sets. */
export function createTestClock(): TestClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: (ms) => {
      offsetMs += ms;
    },
    set: (at) => {
      offsetMs = at.getTime() - Date.now();
    },
  };
}

let shared: Promise<Server> | undefined;
const sharedServer = (): Promise<Server> => {
  shared ??= startServer().then(keepUntilEnd);
  return shared;
};
type Server = { app: App; clock: TestClock; baseUrl: string; close: Close };

function keepUntilEnd(server: Server): Server {
  lasting.add(server.close);
  return server;
}

/** Starts a server on real services with its own database. Test files of a process share one, unless they have settings. */
async function startServer(settings: Record<string, string> = {}): Promise<Server> {
  const undo: Close[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { ...(await start(settings, undo)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(settings: Record<string, string>, undo: Close[]): Promise<Omit<Server, 'close'>> {
  const database = await createTestDatabase();
  undo.push(database.drop);
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-files-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const clock = createTestClock();
  const port = await freePort(); // providers sign the public URL, so the port must be known before the server listens
  const config = settingsOf(database.url, folder, port, settings);
  await makeFirstKey(config, clock);
  const app = await createApp(config, 'all', { clock, checkReplies: true, log: createLogger(config.LOG_LEVEL) });
  undo.push(app.close);
  await maintainPartitions({ ...app, metrics: createMetrics() });
  const baseUrl = await app.server.listen({ host: '127.0.0.1', port });
  await app.background?.start();
  undo.push(async () => {
    await app.background?.stop();
    await app.feed.end();
    await app.server.close();
    await app.broker.removeStreams();
  });
  return { app, clock, baseUrl };
}

const settingsOf = (databaseUrl: string, folder: string, port: number, settings: Record<string, string>): Config =>
  loadConfig({
    DATABASE_URL: databaseUrl,
    REDIS_PREFIX: `test:${randomBytes(6).toString('hex')}:`,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'silent',
    NATS_PREFIX: `test-${randomBytes(6).toString('hex')}-`,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    PROVIDER_ALLOW_PRIVATE: 'true',
    FILES_DIR: folder,
    V2_SUNSET_AT: '2100-01-01T00:00:00Z',
    DATABASE_STATEMENT_TIMEOUT_MS: '60000', // tests must pass on a busy machine
    DATABASE_WAIT_MS: '60000',
    ...settings,
  });

/** Creates the first signing key, as `admin migrate` does: the server does not start without one. */
async function makeFirstKey(config: Config, clock: TestClock): Promise<void> {
  const database = openDatabase(config, createLogger('silent'));
  await rotateSigningKey({ database, clock, secrets: createSecretBox(config) });
  await database.close();
}

/** Returns two tenants and functions that call the API as either. With settings, on a separate server of this test. */
export const given = async (settings?: Record<string, string>) => {
  if (!settings) return givenOn(await sharedServer());
  const server = await startServer(settings);
  after(server.close); // of the running test, or of the file outside tests
  return givenOn(server);
};

let apart: Promise<Server> | undefined;

/** Returns a `given` with a server that no other file shares, for files that move the clock or read all tenants. */
export function givenApart(): typeof given {
  let own: Promise<Server> | undefined;
  return async (settings) => {
    if (settings) return given(settings);
    own ??= apart = nextApart(apart);
    return givenOn(await own);
  };
}

/** Closes the server of the previous file. Files run one after the other. */
async function nextApart(last: Promise<Server> | undefined): Promise<Server> {
  const before = await last;
  if (before && lasting.delete(before.close)) await before.close();
  return keepUntilEnd(await startServer());
}

async function givenOn(server: Server) {
  const [tenant, otherTenant] = await Promise.all([createTestTenant(server.app), createTestTenant(server.app)]);
  const call = async (
    method: string,
    path: string,
    token?: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const response = await fetch(server.baseUrl + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text.startsWith('{') ? JSON.parse(text) : undefined,
    };
  };
  return {
    ...server,
    tenant,
    otherTenant,
    call,
    get: (path: string, token: string = tenant.token) => call('GET', path, token),
    post: (path: string, body?: unknown, headers?: Record<string, string>) => call('POST', path, tenant.token, body, headers),
    put: (path: string, body?: unknown, headers?: Record<string, string>) => call('PUT', path, tenant.token, body, headers),
    del: (path: string) => call('DELETE', path, tenant.token),
  };
}
