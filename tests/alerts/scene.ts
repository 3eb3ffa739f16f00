import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Connected, connect, startSandbox } from '../../sandbox/src/index.ts';
import { migrate } from '../../server/src/storage/migrate.ts';
import { makeTenant, prepareDatabase } from '../../server/src/test-kit/operator.ts';
import { freePorts } from '../../server/src/test-kit/ports.ts';
import { type ServerProcess, startProcess } from '../../server/src/test-kit/server-process.ts';
import { type Api, createApi } from '../channels/api.ts';
import { createPhone, type Phone } from '../channels/phone.ts';
import { atEnd } from '../chaos/endings.ts';
import { type Services, startServices } from '../chaos/services.ts';
import { type Endpoint, startEndpoint } from './endpoint.ts';

export type Role = 'api' | 'worker';

/** An installation with services of its own, one process of each role, a tenant with an SMS channel, and a webhook. */
export type Scene = {
  services: Services;
  env: Record<string, string>;
  api: Api;
  line: Connected & { phone: Phone };
  contactId: string;
  endpoint: Endpoint;
  /** The addresses that Prometheus scrapes. */
  targets: string[];
  start(role: Role): Promise<void>;
  kill(role: Role): Promise<void>;
  /** Runs a statement as a superuser. */
  sql(text: string, values?: unknown[]): Promise<unknown[]>;
};

export async function setTheScene(): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-alerts-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const [postgresPort, redisPort, natsPort, apiPort, workerPort] = (await freePorts(5)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const services = await startServices(folder, [postgresPort, redisPort, natsPort]);
  atEnd(async () => void (await Promise.all([services.postgresql, services.redis, services.nats].map((unit) => unit.kill()))));
  const [sandbox, endpoint] = await Promise.all([startSandbox(), startEndpoint()]);
  atEnd(sandbox.stop);
  const env = settings(services, folder, apiPort);
  await migrate(services.databaseUrl);
  await prepareDatabase(env);
  const ports: Record<Role, number> = { api: apiPort, worker: workerPort };
  const running: Partial<Record<Role, ServerProcess>> = {};
  const kill = async (role: Role) => {
    await running[role]?.kill();
    delete running[role];
  };
  const start = async (role: Role) => {
    running[role] = await startProcess(role, { ...env, PORT: String(ports[role]) });
  };
  atEnd(async () => void (await Promise.all([kill('api'), kill('worker')])));
  await Promise.all([start('api'), start('worker')]);
  const { accessToken } = await makeTenant(env, { ratePerMinute: 999_999_999 });
  const baseUrl = `http://127.0.0.1:${apiPort}`;
  const api = createApi([baseUrl], accessToken);
  await api.post('/v3/api_webhooks', { url: endpoint.url, events: [{ type: null }] });
  const connected = await connect('sms', { apiUrl: baseUrl, token: accessToken, sandbox });
  const { id: contactId } = await api.post('/v3/contacts', { firstName: 'Ada', phoneNumber: '+16505550101' });
  return {
    services,
    env,
    api,
    line: { ...connected, phone: createPhone(sandbox.url, connected.accountId) },
    contactId,
    endpoint,
    targets: [`127.0.0.1:${apiPort}`, `127.0.0.1:${workerPort}`],
    start,
    kill,
    sql: (text, values) => asSuperuser(services.databaseUrl, text, values),
  };
}

async function asSuperuser(url: string, text: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

const settings = (services: Services, folder: string, port: number): Record<string, string> => ({
  ...services.env,
  REDIS_PREFIX: `alerts:${randomBytes(6).toString('hex')}:`,
  NATS_PREFIX: `alerts-${randomBytes(6).toString('hex')}-`,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  FILES_DIR: join(folder, 'files'),
  PROVIDER_ALLOW_PRIVATE: 'true',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  FAILED_LOGINS_PER_MINUTE: '1000000',
  DATABASE_WAIT_MS: '5000',
  DRAIN_DELAY_MS: '0',
});
