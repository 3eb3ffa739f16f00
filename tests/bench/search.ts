import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { program } from '../../server/src/test-kit/programs.ts';
import { createBenchEnvironment } from './environment.ts';
import { type Seeded, seedAutomations, statuses, triggerTypes, words } from './seed-automations.ts';
import { type Started, start } from './start.ts';

/**
 * npm run bench:search. POST /v3/automations/search in a tenant of 1,000 and in one of 100,000 automations, alternating, so that both
 * have the same conditions. Values change with every call, so that caches do not help.
 * SMALL, LARGE and CALLS shorten it for CI.
 */
const SMALL = Number(process.env.SMALL ?? 1_000);
const LARGE = Number(process.env.LARGE ?? 100_000);
const CALLS = Number(process.env.CALLS ?? 200);
const WARM_UP_CALLS = 20;
const WANTED_RATIO = Number(process.env.WANTED_RATIO ?? 3);

type Side = Seeded & { size: number; token: string; cursors: string[] };
type Query = { name: string; body: (side: Side, call: number) => object };

const pick = <T>(list: readonly T[], call: number): T => list[call % list.length] as T;
const random = (below: number): number => Math.floor(Math.random() * below);
const nameOf = (n: number): string => `flow ${String(n).padStart(7, '0')}`;
const at = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day)).toISOString();

const queries: Query[] = [
  { name: 'first page', body: () => ({}) },
  { name: 'by status', body: (_, call) => ({ query: `eq(status,"${pick(statuses, call)}")` }) },
  { name: 'by trigger and channel', body: byTrigger },
  { name: 'name contains', body: ({ size }) => ({ query: `contains(name,"${nameOf(1 + random(size)).slice(0, -1)}")` }) },
  { name: 'search, rare', body: ({ size }) => ({ search: nameOf(1 + random(size)).toUpperCase() }) },
  { name: 'search, common', body: (_, call) => ({ search: pick(words, call).slice(random(2)) }) },
  { name: 'sorted by name', body: (_, call) => ({ sortBy: `${pick(['asc', 'desc'], call)}(name)` }) },
  { name: 'page 50', body: () => ({ pagination: { page: 50, limit: 10 } }) },
  { name: 'by cursor', body: ({ cursors }, call) => ({ pagination: { cursor: pick(cursors, call), limit: 10 } }) },
  { name: 'in ids', body: ({ ids }, call) => ({ query: `in(id,${tenOf(ids, call)})` }) },
  { name: 'made within a month', body: withinMonth },
];

function byTrigger({ channelIds }: Side, call: number): object {
  const type = pick(triggerTypes, call);
  const channelId = pick(channelIds, call);
  const query = `and(eq(activeVersionTriggerType,"${type}"),eq(activeVersionTriggerParametersChannelId,"${channelId}"))`;
  return { query };
}

function withinMonth(): object {
  const from = random(330 * 24) / 24;
  return { query: `and(gte(createdAt,"${at(from)}"),lt(createdAt,"${at(from + 30)}"))` };
}

const tenOf = (ids: string[], call: number): string =>
  Array.from({ length: 10 }, (_, i) => JSON.stringify(pick(ids, call * 10 + i))).join();

const agent = new Agent({ connections: 1 });

async function search(server: Started, { token }: Side, body: object): Promise<{ ms: number; answer: Answer }> {
  const began = performance.now();
  const response = await request(`${server.url}/v3/automations/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    dispatcher: agent,
  });
  const text = await response.body.text();
  const ms = performance.now() - began;
  if (response.statusCode !== 200) throw new Error(`${JSON.stringify(body)}: ${response.statusCode} ${text}`);
  return { ms, answer: JSON.parse(text) };
}

type Answer = { data: unknown[]; pagination: { total?: number; nextCursor: string | null } };

/** Start positions of pages, spread over the tenant. */
async function findCursors(server: Started, side: Side): Promise<string[]> {
  const cursors: string[] = [];
  for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
    const body = { query: `lt(createdAt,"${at(365 * share)}")` };
    cursors.push((await search(server, side, body)).answer.pagination.nextCursor ?? '');
  }
  return cursors;
}

const quantile = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
const p99 = (times: number[]): number => quantile(times, 0.99);
const shown = (times: number[]): string => `${quantile(times, 0.5).toFixed(1)}/${p99(times).toFixed(1)}ms`;

/** Runs each query on both sides alternately, so that load of the machine affects both. */
async function measure(server: Started, [small, large]: [Side, Side], { name, body }: Query): Promise<number> {
  const times = { small: [] as number[], large: [] as number[] };
  for (let call = -WARM_UP_CALLS; call < CALLS; call++) {
    const number = call + WARM_UP_CALLS;
    const quick = await search(server, small, body(small, number));
    const slow = await search(server, large, body(large, number));
    if (quick.answer.data.length === 0 || slow.answer.data.length === 0) throw new Error(`${name} found nothing`);
    if (call < 0) continue;
    times.small.push(quick.ms);
    times.large.push(slow.ms);
  }
  const ratio = p99(times.large) / p99(times.small);
  console.log(`${name.padEnd(24)} small=${shown(times.small)} large=${shown(times.large)} ratio=${ratio.toFixed(2)}`);
  all.small.push(...times.small);
  all.large.push(...times.large);
  return ratio;
}

const all = { small: [] as number[], large: [] as number[] };
const environment = await createBenchEnvironment();
let server: Started | undefined;

try {
  const fill = async (size: number): Promise<Side> => {
    const { ctx, accessToken } = await environment.newTenant();
    return { ...(await seedAutomations(environment.url, ctx.tenantId, size)), size, token: accessToken, cursors: [] };
  };
  const sides: [Side, Side] = [await fill(SMALL), await fill(LARGE)];
  server = await start(program('main'), ['api'], { ...environment.env, LOG_LEVEL: 'warn' });
  for (const side of sides) side.cursors = await findCursors(server, side);
  await wait(500);
  console.log('median/p99 of each query');
  const ratios: number[] = [];
  for (const query of queries) ratios.push(await measure(server, sides, query));
  const worstRatio = Math.max(...ratios);
  console.log(`small=${SMALL} large=${LARGE} calls=${CALLS} queries=${queries.length} wanted=${WANTED_RATIO}`);
  console.log(
    `p99Small=${p99(all.small).toFixed(1)}ms p99Large=${p99(all.large).toFixed(1)}ms worstRatio=${worstRatio.toFixed(2)}`,
  );
  if (!(worstRatio <= WANTED_RATIO)) process.exitCode = 1;
} finally {
  server?.child.kill();
  await agent.close();
  await environment.close();
}
