import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createApp } from '../../server/src/app.ts';
import { loadConfig } from '../../server/src/platform/config.ts';
import { createLogger } from '../../server/src/platform/logger.ts';
import { createTestDatabase } from '../../server/src/test-kit/database.ts';
import { prepareDatabase } from '../../server/src/test-kit/operator.ts';
import { createTestTenant } from '../../server/src/test-kit/tenant.ts';

export type Attempt = {
  number: number;
  startedAt: string;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  responseBody: string | null;
};
export type Delivery = {
  id: string;
  eventId: string;
  status: 'pending' | 'succeeded' | 'failed';
  tries: number;
  nextTryAt: string | null;
  updatedAt: string;
  attempts: Attempt[];
};
export type Webhook = { id: string; status: string; failingSince: string | null; disabledReason: string | null };
export type Bench = Awaited<ReturnType<typeof openBench>>;

const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 120_000;

/** A server with a worker in this process, so that tests can move its clock, and one tenant. */
export async function openBench(closers: (() => Promise<unknown>)[]) {
  const database = await createTestDatabase();
  closers.push(database.drop);
  const env = {
    DATABASE_URL: database.url,
    REDIS_PREFIX: `receivers:${randomBytes(6).toString('hex')}:`,
    NATS_PREFIX: `receivers-${randomBytes(6).toString('hex')}-`,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    LOG_LEVEL: 'silent',
  };
  await prepareDatabase(env);
  const clock = createMovableClock();
  const app = await createApp(loadConfig(env), 'all', { clock, checkReplies: true, log: createLogger('silent') });
  closers.push(app.close);
  closers.push(() => app.broker.removeStreams());
  const baseUrl = await app.server.listen({ host: '127.0.0.1', port: 0 });
  closers.push(() => app.server.close());
  await app.background?.start();
  closers.push(async () => app.background?.stop());
  const { token } = await createTestTenant(app);
  return { clock, ...createClient(baseUrl, token) };
}

/** Real time plus an offset. */
function createMovableClock() {
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  return {
    now,
    advance: (ms: number) => {
      offsetMs += ms;
    },
    /** Moves forward only. */
    advanceTo: (at: number) => {
      offsetMs += Math.max(0, at - now().getTime());
    },
  };
}

function createClient(baseUrl: string, token: string) {
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(`${baseUrl}/v3${path}`, { method, headers, body: body && JSON.stringify(body) });
    const answer = (await response.json()) as { success: boolean; data: T };
    if (!answer.success) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  }
  const deliveryOf = (webhookId: string, id: string) => call<Delivery>('GET', `/api_webhooks/${webhookId}/deliveries/${id}`);
  return {
    call,
    /** Subscribed to an event that does not occur: only the scene sends to it. */
    subscribe: (url: string) => call<Webhook>('POST', '/api_webhooks', { url, events: [{ type: 'campaign.completed' }] }),
    webhook: (id: string) => call<Webhook>('GET', `/api_webhooks/${id}`),
    remove: (id: string) => call('DELETE', `/api_webhooks/${id}`),
    /** Starts a delivery and returns its id. */
    send: async (webhookId: string) => (await call<Delivery>('POST', `/api_webhooks/${webhookId}/test`)).id,
    delivery: deliveryOf,
    deliveryWhen: (webhookId: string, id: string, fits: (delivery: Delivery) => boolean) =>
      until(() => deliveryOf(webhookId, id), fits),
  };
}

/** Polls until the value matches. Throws with the last value after the timeout. */
export async function until<T>(read: () => Promise<T>, fits: (value: T) => boolean): Promise<T> {
  for (const endsAt = Date.now() + PATIENCE_MS; ; await wait(LOOK_EVERY_MS)) {
    const value = await read();
    if (fits(value)) return value;
    if (Date.now() > endsAt) throw new Error(`It never came to be: ${JSON.stringify(value)}`);
  }
}
