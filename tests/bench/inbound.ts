import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import type { Client } from 'pg';
import { atEnd, main } from '../chaos/endings.ts';
import { cpuMsOfSide } from '../ratios/cpu-use.ts';
import { median } from '../ratios/median.ts';
import { comparePairs, databaseOf, PAIRS, printComparison, type Side, type Slice } from '../ratios/pairs.ts';
import { type BenchEnvironment, createBenchEnvironment } from './environment.ts';
import { compareRows, forget, seedLine, settled, storedAt } from './inbound-line.ts';
import type { Load, Loaded } from './inbound-load.ts';
import { openClient } from './seed-runs.ts';
import { start } from './start.ts';
import { SENDERS } from './whatsapp-line.ts';

/**
 * npm run bench:inbound. Signed WhatsApp callbacks from the first post to the last 200 and to the last message and event in the
 * database: one server process that receives and processes them, against a bare script that writes the same rows and batches as well,
 * in alternating slices. Then batches of 1,000 messages per callback. PAIRS and SECONDS (of one slice) shorten it.
 */
const SECONDS = Number(process.env.SECONDS ?? 2);
const CONCURRENCY = Number(process.env.CONCURRENCY ?? 64);
const WANTED_RATIO = Number(process.env.WANTED_RATIO ?? 0.4);
const LARGEST_BATCH = 1_000;
const BATCHES_AT_ONCE = 4;
const BATCHED_ROUNDS = 3;

type Way = { perCallback: number; concurrency: number };
type Opened = { client: Client; side: Side; post(messages: number, way: Way): Promise<Slice>; acceptedPerSecond: number[] };
const single: Way = { perCallback: 1, concurrency: CONCURRENCY };
const batched: Way = { perCallback: LARGEST_BATCH, concurrency: BATCHES_AT_ONCE };

let runs = 0;
async function openSide(environment: BenchEnvironment, generator: ChildProcess, file: string, args: string[]): Promise<Opened> {
  const channelId = await seedLine(environment);
  const env = { ...environment.env, TENANT_ID: environment.tenantId, CHANNEL_ID: channelId };
  const { url, child } = await start(file, args, env);
  atEnd(() => ended(child));
  const client = await openClient(environment.url);
  atEnd(() => client.end());
  const acceptedPerSecond: number[] = [];
  const post = async (messages: number, { perCallback, concurrency }: Way): Promise<Slice> => {
    const run = `run${++runs}`;
    generator.send({ url: `${url}/inbound/${channelId}`, run, messages, perCallback, concurrency } satisfies Load);
    const [{ startedAt, endedAt, refusals }] = (await once(generator, 'message')) as [Loaded];
    if (refusals.length > 0) throw new Error(`${refusals.length} callbacks were refused, the first with ${refusals[0]}`);
    acceptedPerSecond.push((Math.ceil(messages / perCallback) / (endedAt - startedAt)) * 1_000);
    return { units: messages, seconds: ((await storedAt(client, run, messages)) - startedAt) / 1_000 };
  };
  const side: Side = {
    prepare: () => forget(client),
    run: (units) => post(units, single),
    cpuMs: () => cpuMsOfSide(child.pid ?? 0, client),
  };
  return { client, side, post, acceptedPerSecond };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.kill()) await once(child, 'exit');
}

async function openEnvironment(): Promise<BenchEnvironment> {
  const environment = await createBenchEnvironment();
  atEnd(environment.close);
  return environment;
}

/** Returns messages per second when each callback carries as many as one may. */
async function batchedPerSecond({ client, post }: Opened, units: number): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round < BATCHED_ROUNDS; round++) {
    await forget(client);
    const { seconds } = await post(units, batched);
    rates.push(units / seconds);
    await settled(client);
  }
  return median(rates);
}

await main(async () => {
  const [bareEnvironment, ourEnvironment] = [await openEnvironment(), await openEnvironment()];
  const generator = fork('tests/bench/inbound-load.ts');
  atEnd(async () => generator.disconnect());
  const bare = await openSide(bareEnvironment, generator, 'tests/bench/bare-inbound.ts', []);
  const ours = await openSide(ourEnvironment, generator, 'server/src/main.ts', ['all']);
  await settled(ours.client);
  for (const { client, post } of [bare, ours]) {
    await forget(client);
    await post(SENDERS, single);
  }
  await settled(ours.client);
  await compareRows(bare.client, ours.client);
  const sides = { bare: bare.side, ours: { ...ours.side, settle: () => settled(ours.client) } };
  const databases = [bareEnvironment, ourEnvironment].map(({ url }) => databaseOf(url));
  const comparison = await comparePairs(sides, { pairs: PAIRS, seconds: SECONDS, firstUnits: SENDERS, databases });
  const [bareAccepted, ourAccepted] = [bare, ours].map(({ acceptedPerSecond }) => acceptedPerSecond.slice(-PAIRS));
  const acceptRatio = median((ourAccepted ?? []).map((rate, pair) => rate / (bareAccepted?.[pair] ?? 1)));
  const batchedRate = await batchedPerSecond(ours, Math.max(LARGEST_BATCH, Math.round(comparison.ours.perSecond * SECONDS)));
  console.log(`hardware="${cpus().length} x ${cpus()[0]?.model}"`);
  console.log(`senders=${SENDERS} concurrency=${CONCURRENCY} pairs=${PAIRS} sliceSeconds=${SECONDS}`);
  console.log(`updatesPerCallback=${LARGEST_BATCH} batchedMessagesPerSecond=${Math.round(batchedRate)}`);
  console.log(
    `bareCallbacksPerSecond=${Math.round(median(bareAccepted ?? []))} oursAcceptedPerSecond=${Math.round(median(ourAccepted ?? []))} acceptRatio=${acceptRatio.toFixed(2)}`,
  );
  printComparison(comparison);
  return comparison.ratio >= WANTED_RATIO;
});
