import { setTimeout as wait } from 'node:timers/promises';
import { createContact } from '../../../server/src/domain/contacts/index.ts';
import { createWebhook } from '../../../server/src/domain/webhooks/index.ts';
import { freePort } from '../../../server/src/test-kit/ports.ts';
import { median } from '../../ratios/median.ts';
import type { BenchEnvironment } from '../environment.ts';
import { seedDeliveries } from '../seed-deliveries.ts';
import { openStopwatch, type Stopwatch } from '../stopwatch.ts';

export type EndpointOptions = { seconds: number; rounds: number; queued: number };
const ENDPOINTS = 100;
const EVENTS_PER_SECOND = { neighbours: 4, tenants: 40 };

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

async function neighbours(environment: BenchEnvironment, seconds: number, bad: boolean): Promise<number> {
  const watch = await openStopwatch();
  const { ctx } = await environment.newTenant();
  const healthy = Array.from({ length: ENDPOINTS - 2 }, (_, i) => `${watch.url}/${i}`);
  const others = bad
    ? [`http://127.0.0.1:${await freePort()}/dead`, `${watch.slowUrl}/slow`]
    : [`${watch.url}/a`, `${watch.url}/b`];
  await subscribe(environment, ctx, [...healthy, ...others]);
  await causeEvents(ctx, watch, EVENTS_PER_SECOND.neighbours, 3);
  watch.forget();
  await causeEvents(ctx, watch, EVENTS_PER_SECOND.neighbours, seconds);
  const p99 = watch.p99(ENDPOINTS - 2);
  await watch.close();
  return p99;
}

async function beside(environment: BenchEnvironment, seconds: number, queued: number): Promise<number> {
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
  await causeEvents(quiet.ctx, watch, EVENTS_PER_SECOND.tenants, 2); // warm-up: the queue exists and connections are open
  watch.forget();
  await causeEvents(quiet.ctx, watch, EVENTS_PER_SECOND.tenants, seconds);
  const p99 = watch.p99(1);
  await watch.close();
  return p99;
}

/**
 * Returns the ratios of p99 from commit to receipt: with a dead and a slow endpoint of the same tenant to without, and beside a tenant
 * with a long queue to alone. All four alternate. Prints a line for each ratio.
 */
export async function measureEndpoints(environment: BenchEnvironment, options: EndpointOptions): Promise<number[]> {
  const { seconds, rounds, queued } = options;
  const figures: Record<'healthy' | 'troubled' | 'alone' | 'beside', number>[] = [];
  for (let round = 0; round < rounds; round++) {
    figures.push({
      healthy: await neighbours(environment, seconds, false),
      troubled: await neighbours(environment, seconds, true),
      alone: await beside(environment, seconds, 0),
      beside: await beside(environment, seconds, queued),
    });
  }
  const of = (name: keyof (typeof figures)[number]) => median(figures.map((one) => one[name]));
  const ratios = [of('troubled') / of('healthy'), of('beside') / of('alone')];
  console.log(
    `endpoints=${ENDPOINTS} healthyP99Ms=${of('healthy').toFixed(1)} withDeadAndSlowP99Ms=${of('troubled').toFixed(1)} endpointRatio=${ratios[0]?.toFixed(2)}`,
  );
  console.log(
    `queued=${queued} aloneP99Ms=${of('alone').toFixed(1)} besideQueueP99Ms=${of('beside').toFixed(1)} tenantRatio=${ratios[1]?.toFixed(2)}`,
  );
  return ratios;
}
