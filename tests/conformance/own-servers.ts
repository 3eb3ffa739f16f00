import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSite } from '../../scripts/docs/build.ts';
import { type S3Server, startS3Server } from '../../server/src/platform/file-store/s3-server.test-kit.ts';
import { createTestDatabase } from '../../server/src/test-kit/database.ts';
import { makeTenant, movePlan, prepareDatabase, type TenantOptions } from '../../server/src/test-kit/operator.ts';
import { freePort } from '../../server/src/test-kit/ports.ts';
import { type ServerProcess, startProcess } from '../../server/src/test-kit/server-process.ts';
import { removeStreams } from '../../server/src/test-kit/streams.ts';
import { type Api, createApi } from './api.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** The one file that knows how a server is started. All three share a database, so a token works at each. */
export type OwnServers = {
  /** Version 2 ends far in the future. Does the background work, and may call receivers and providers on this machine. */
  current: Api;
  /** Version 2 ended a moment ago. Counts requests together with `current`. */
  retired: Api;
  /** As installed: V2_SUNSET_AT is not set, private addresses are not called. Takes few failed logins. */
  standard: Api;
  sunsetOfCurrent: Date;
  sunsetOfRetired: Date;
  failedLoginsOfStandard: number;
  fileMaxBytes: number;
  receiver: Receiver;
  tenantOn(plan: Plan): Promise<{ token: string; moveTo(plan: Plan): Promise<void> }>;
  /** Starts another server on the same database, whose files are in an S3 store that refuses everything until its mood is changed. */
  serveWithRefusingStore(): Promise<{ api: Api; s3: S3Server }>;
  close(): Promise<void>;
};

export type Plan = 'free' | 'hobby' | 'pro' | 'ultra';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Built once, for all servers of this process. */
let site: Promise<unknown> | undefined;
const STOP_WITHIN_MS = 5_000;
const FAILED_LOGINS = 5;
const FILE_MAX_BYTES = 1_048_576;
const sunsetOfCurrent = new Date('2100-01-01T00:00:00Z');

export async function startOwnServers(): Promise<OwnServers> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step().catch((error) => console.error(error));
  };
  try {
    return await start(undo, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(undo: (() => Promise<unknown>)[], close: () => Promise<void>): Promise<OwnServers> {
  const database = await createTestDatabase();
  undo.push(database.drop);
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-conformance-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const env = settings(database.url, folder);
  site ??= buildSite(root, env.DOCS_DIR as string, { 'if-changed': true });
  await site;
  undo.push(() => removeStreams(env));
  await prepareDatabase(env);
  const newTenant = async (options: TenantOptions): Promise<string> => (await makeTenant(env, options)).accessToken;
  const [token, otherToken] = await Promise.all([newTenant(unhurried), newTenant(unhurried)]);
  const serve = async (more: Record<string, string>, role: 'api' | 'all' = 'api'): Promise<Api> => {
    const server = await startProcess(role, { ...env, ...more });
    undo.push(() => stop(server));
    return createApi(server.baseUrl, token, otherToken);
  };
  const receiver = await startReceiver();
  undo.push(receiver.close);
  const port = await freePort();
  const sunsetOfRetired = new Date(Math.floor(Date.now() / 1000) * 1000);
  return {
    current: await serve({ V2_SUNSET_AT: sunsetOfCurrent.toISOString(), ...reachable(port as number) }, 'all'),
    retired: await serve({ V2_SUNSET_AT: sunsetOfRetired.toISOString() }),
    standard: await serve({ REDIS_PREFIX: prefix(), FAILED_LOGINS_PER_MINUTE: String(FAILED_LOGINS) }),
    sunsetOfCurrent,
    sunsetOfRetired,
    failedLoginsOfStandard: FAILED_LOGINS,
    fileMaxBytes: FILE_MAX_BYTES,
    receiver,
    serveWithRefusingStore: async () => {
      const s3 = await startS3Server('forbids');
      undo.push(async () => s3.close());
      return { s3, api: await serve({ FILE_STORE: 's3', S3_ENDPOINT: s3.url, ...s3Settings }) };
    },
    tenantOn: async (plan) => {
      const { tenantId, accessToken } = await makeTenant(env, { plan });
      return { token: accessToken, moveTo: (next) => movePlan(env, tenantId, next) };
    },
    close,
  };
}

const s3Settings = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
const unhurried: TenantOptions = { plan: 'enterprise', ratePerMinute: 1_000_000 };
const random = () => randomBytes(6).toString('hex');
const prefix = () => `conformance:${random()}:`;

/** Public URLs lead back to the server itself, and everybody it talks to is on this machine. */
const reachable = (port: number): Record<string, string> => ({
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  WEBHOOK_ALLOW_PRIVATE: 'true',
  PROVIDER_ALLOW_PRIVATE: 'true',
});

/** Empty means not set, whatever the shell that runs the kit has. */
const settings = (databaseUrl: string, folder: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  REDIS_PREFIX: prefix(),
  NATS_PREFIX: `conformance-${random()}-`,
  WEBHOOK_ALLOW_PRIVATE: '',
  PROVIDER_ALLOW_PRIVATE: '',
  FILE_STORE: 'disk',
  FILES_DIR: join(folder, 'files'),
  FILES_PUBLIC_URL: '',
  FILE_MAX_BYTES: String(FILE_MAX_BYTES),
  DOCS_DIR: join(root, 'site'),
  DOCS_URL: '',
  V2_SUNSET_AT: '',
  FAILED_LOGINS_PER_MINUTE: '100000',
  DRAIN_DELAY_MS: '0',
  DATABASE_STATEMENT_TIMEOUT_MS: '60000', // how fast the machine is, is not what is checked
  LOG_LEVEL: 'info', // the address of a started server is read from its log
});

async function stop(server: ServerProcess): Promise<void> {
  const late = setTimeout(() => void server.kill(), STOP_WITHIN_MS);
  await server.stop();
  clearTimeout(late);
}
