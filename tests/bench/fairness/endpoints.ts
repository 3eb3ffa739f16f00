import { setTimeout as wait } from 'node:timers/promises';
import { createContact } from '../../../server/src/domain/contacts/index.ts';
import { createWebhook } from '../../../server/src/domain/webhooks/index.ts';
import { freePort } from '../../../server/src/test-kit/ports.ts';
import { median } from '../../ratios/median.ts';
import type { BenchEnvironment } from '../environment.ts';
import { seedDeliveries } from '../seed-deliveries.ts';
import { openStopwatch, type Stopwatch } from '../stopwatch.ts';
import type { Latency } from './measure.ts';

export type EndpointOptions = { seconds: number; rounds: number; queued: number };
const ENDPOINTS = 100;
/** Offered where the machine can deliver at least twice as many. */
const MOST_EVENTS_PER_SECOND = { neighbours: 4, tenants: 40 };
const BURST_SECONDS = 2;
const PATIENCE_MS = 60_000;

type Tenant = BenchEnvironment['ctx'];

const subscribe = (environment: BenchEnvironment, ctx: Tenant, urls: string[]) =>
  Promise.all(
    urls.map((url) => createWebhook(ctx, environment.secrets, { url, events: [{ type: 'contact.created', scopes: [] }] })),
  );

/** Causes events at a fixed rate, independent of their latency. */
async function causeEvents(ctx: Tenant, watch: Stopwatch, perSecond: number, seconds: number): Promise<void> {
  for (let i = 0; i < seconds * perSecond; i++) {
    void createContact(ctx, { firstName: 'fair' }).then(({ id }) => watch.committed(id));
    await wait(1000 / perSecond);
  }
  await wait(2_000);
}

/** Returns half of the events per second that reach this many endpoints when they come faster than they are delivered, at most `most`. */
async function halfCapacity(environment: BenchEnvironment, endpoints: number, most: number): Promise<number> {
  const watch = await openStopwatch();
  const { ctx } = await environment.newTenant();
  await subscribe(
    environment,
    ctx,
    Array.from({ length: endpoints }, (_, i) => `${watch.url}/${i}`),
  );
  const burst = async (events: number): Promise<number> => {
    watch.forget();
    const startedAt = performance.now();
    for (let i = 0; i < events; i++) await createContact(ctx, { firstName: 'burst' });
    while (watch.receivedCount() < events * endpoints) {
      if (performance.now() - startedAt > PATIENCE_MS)
        throw new Error(`a burst of ${events} events was not delivered in a minute`);
      await wait(10);
    }
    return events / ((performance.now() - startedAt) / 1_000);
  };
  await burst(most);
  const perSecond = Math.min(most, (await burst(most * BURST_SECONDS)) / 2);
  await watch.close();
  return perSecond;
}

async function neighbours(environment: BenchEnvironment, seconds: number, perSecond: number, bad: boolean): Promise<number> {
  const watch = await openStopwatch();
  const { ctx } = await environment.newTenant();
  const healthy = Array.from({ length: ENDPOINTS - 2 }, (_, i) => `${watch.url}/${i}`);
  const others = bad
    ? [`http://127.0.0.1:${await freePort()}/dead`, `${watch.slowUrl}/slow`]
    : [`${watch.url}/a`, `${watch.url}/b`];
  await subscribe(environment, ctx, [...healthy, ...others]);
  await causeEvents(ctx, watch, perSecond, 3);
  watch.forget();
  await causeEvents(ctx, watch, perSecond, seconds);
  const p99 = watch.p99(ENDPOINTS - 2);
  await watch.close();
  return p99;
}

async function beside(environment: BenchEnvironment, seconds: number, perSecond: number, queued: number): Promise<number> {
  const watch = await openStopwatch();
  const [busy, quiet] = [await environment.newTenant(), await environment.newTenant()];
  await subscribe(environment, quiet.ctx, [`${watch.url}/quiet`]);
  const bulk = await subscribe(
    environment,
    busy.ctx,
    Array.from({ length: 10 }, (_, i) => `${watch.bulkUrl}/${i}`),
  );
  if (queued > 0)
    await seedDeliveries(
      environment.url,
      busy.ctx.tenantId,
      bulk.map(({ webhook }) => webhook.id),
      queued / 10,
    );
  await causeEvents(quiet.ctx, watch, perSecond, 2); // warm-up: the queue exists and connections are open
  watch.forget();
  await causeEvents(quiet.ctx, watch, perSecond, seconds);
  const p99 = watch.p99(1);
  await watch.close();
  return p99;
}

/**
 * Returns p99 from commit to receipt: with a dead and a slow endpoint of the same tenant beside that without, and beside a tenant
 * with a long queue beside that alone. All four alternate, at half of the rate that was measured to be possible. Prints a line for each.
 */
export async function measureEndpoints(environment: BenchEnvironment, options: EndpointOptions): Promise<Latency[]> {
  const { seconds, rounds, queued } = options;
  const near = await halfCapacity(environment, ENDPOINTS - 2, MOST_EVENTS_PER_SECOND.neighbours);
  const far = await halfCapacity(environment, 1, MOST_EVENTS_PER_SECOND.tenants);
  const figures: Record<'healthy' | 'troubled' | 'alone' | 'beside', number>[] = [];
  for (let round = 0; round < rounds; round++) {
    figures.push({
      healthy: await neighbours(environment, seconds, near, false),
      troubled: await neighbours(environment, seconds, near, true),
      alone: await beside(environment, seconds, far, 0),
      beside: await beside(environment, seconds, far, queued),
    });
  }
  const of = (name: keyof (typeof figures)[number]) => median(figures.map((one) => one[name]));
  const [healthy, troubled, alone, besideQueue] = [of('healthy'), of('troubled'), of('alone'), of('beside')];
  console.log(
    `endpoints=${ENDPOINTS} eventsPerSecond=${near.toFixed(1)} healthyP99Ms=${healthy.toFixed(1)} withDeadAndSlowP99Ms=${troubled.toFixed(1)} endpointRatio=${(troubled / healthy).toFixed(2)}`,
  );
  console.log(
    `queued=${queued} queueEventsPerSecond=${far.toFixed(1)} queueAloneP99Ms=${alone.toFixed(1)} besideQueueP99Ms=${besideQueue.toFixed(1)} tenantRatio=${(besideQueue / alone).toFixed(2)}`,
  );
  return [
    { perSecond: near, aloneP99Ms: healthy, besideP99Ms: troubled },
    { perSecond: far, aloneP99Ms: alone, besideP99Ms: besideQueue },
  ];
}
