import { createContact } from '../../../server/src/domain/contacts/index.ts';
import { findEvent } from '../../../server/src/domain/events/index.ts';
import { createWebhook, deliverAll } from '../../../server/src/domain/webhooks/index.ts';
import { enqueueMany } from '../../../server/src/queue/index.ts';
import { jobs } from '../../../server/src/registry/jobs.ts';
import { type Ctx, idFor, inTransaction } from '../../../server/src/storage/context.ts';
import { newTenants, type Scenario, type Setup, urlOf } from './scenario.ts';

/** HTTP requests of automations. The runs have ended: only the calls are measured. */
export const callHttp: Scenario = {
  kind: 'call_http',
  mostPerSecond: 20,
  async open(setup, slowJobs) {
    const { busy, measured } = await newTenants(setup);
    const callsOf = (ctx: Ctx, port: number, count: number) =>
      Array.from({ length: count }, () => ({
        id: idFor(ctx),
        input: { runId: idFor(ctx), visit: 1, method: 'POST', url: urlOf(port, '/call'), headers: {}, body: '{}' },
      }));
    const enqueueCalls = (ctx: Ctx, calls: ReturnType<typeof callsOf>) =>
      inTransaction(ctx, (ctx) => enqueueMany(ctx, jobs.callHttp, calls));
    return {
      busy,
      measured,
      countDone: setup.servers.fastCalls,
      enqueueSlow: () => enqueueCalls(busy, callsOf(busy, setup.ports.slow, slowJobs)),
      async enqueueOne() {
        const calls = callsOf(measured, setup.ports.fast, 1);
        await enqueueCalls(measured, calls);
        return calls[0]?.id ?? '';
      },
    };
  },
};

/** One endpoint has at most 50 deliveries under way. Ten of them fill the limit of the tenant. */
const SLOW_ENDPOINTS = 10;

export const deliverWebhook: Scenario = {
  kind: 'deliver_webhook',
  mostPerSecond: 20,
  async open(setup, slowJobs) {
    const { busy, measured } = await newTenants(setup);
    const [busyEvent, event] = [await newEvent(setup, busy), await newEvent(setup, measured)];
    const slow = await subscribe(setup, busy, setup.ports.slow, SLOW_ENDPOINTS);
    const fast = await subscribe(setup, measured, setup.ports.fast, 1);
    const slowDeliveries = Array.from({ length: Math.ceil(slowJobs / SLOW_ENDPOINTS) }, () => ({ event: busyEvent, to: slow }));
    return {
      busy,
      measured,
      countDone: setup.servers.fastCalls,
      enqueueSlow: async () => void (await inTransaction(busy, (ctx) => deliverAll(ctx, slowDeliveries))),
      enqueueOne: async () => (await inTransaction(measured, (ctx) => deliverAll(ctx, [{ event, to: fast }])))[0] ?? '',
    };
  },
};

const subscribe = (setup: Setup, ctx: Ctx, port: number, count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const events = [{ type: 'contact.created' as const, scopes: [] }];
      const { webhook } = await createWebhook(ctx, setup.environment.secrets, { url: urlOf(port, `/${i}`), events });
      return { webhookId: webhook.id, isOrdered: false };
    }),
  );

async function newEvent({ client }: Setup, ctx: Ctx) {
  await createContact(ctx, { firstName: 'Fair' });
  const { rows } = await client.query<{ id: string }>('select id from events where tenant_id = $1', [ctx.tenantId]);
  const event = await findEvent(ctx, rows[0]?.id ?? '');
  if (!event) throw new Error('the contact was created without an event');
  return event;
}
