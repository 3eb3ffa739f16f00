import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { Client } from 'pg';
import { createBenchEnvironment } from './environment.ts';
import { compareRows, forget, seedLine, settled, storedAt } from './inbound-line.ts';
import type { Load, Loaded } from './inbound-load.ts';
import { median } from './median.ts';
import { start } from './start.ts';
import { SENDERS } from './whatsapp-line.ts';

/**
 * npm run bench:inbound. Signed WhatsApp callbacks from the first post to the last 200 and to the last message and event in the
 * database: one server process that receives and processes them, against a bare script that writes the same rows, alternating in one
 * run. MESSAGES and ROUNDS shorten it for CI.
 */
const MESSAGES = Number(process.env.MESSAGES ?? 20_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const CONCURRENCY = Number(process.env.CONCURRENCY ?? 64);
const WANTED_RATIO = Number(process.env.WANTED_RATIO ?? 0.4);
const LARGEST_BATCH = 1_000;
const BATCHES_AT_ONCE = 4;

type Figures = { acceptedPerSecond: number; storedPerSecond: number };
type Side = { url: string; client: Client };
type Way = { perCallback: number; concurrency: number };

const children: ChildProcess[] = [];
const clients: Client[] = [];
const [bareEnvironment, ourEnvironment] = [await createBenchEnvironment(), await createBenchEnvironment()];
const generator = fork('tests/bench/inbound-load.ts');
const single: Way = { perCallback: 1, concurrency: CONCURRENCY };
const batched: Way = { perCallback: LARGEST_BATCH, concurrency: BATCHES_AT_ONCE };

let runs = 0;
/** Measures one side on empty tables, and waits until all work of the run is done. */
async function measure({ url, client }: Side, messages: number, { perCallback, concurrency }: Way): Promise<Figures> {
  await forget(client);
  const run = `run${++runs}`;
  generator.send({ url, run, messages, perCallback, concurrency } satisfies Load);
  const [{ startedAt, endedAt, refusals }] = (await once(generator, 'message')) as [Loaded];
  if (refusals.length > 0) throw new Error(`${refusals.length} callbacks were refused, the first with ${refusals[0]}`);
  const storedMs = (await storedAt(client, run, messages)) - startedAt;
  const callbacks = Math.ceil(messages / perCallback);
  return { acceptedPerSecond: (callbacks / (endedAt - startedAt)) * 1000, storedPerSecond: (messages / storedMs) * 1000 };
}

async function openSide(environment: typeof ourEnvironment, file: string, args: string[]): Promise<Side> {
  const channelId = await seedLine(environment);
  const env = { ...environment.env, TENANT_ID: environment.tenantId, CHANNEL_ID: channelId };
  const { url, child } = await start(file, args, env);
  children.push(child);
  const client = new Client({ connectionString: environment.url });
  await client.connect();
  clients.push(client);
  return { url: `${url}/inbound/${channelId}`, client };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.kill()) await once(child, 'exit');
}

try {
  const bareSide = await openSide(bareEnvironment, 'tests/bench/bare-inbound.ts', []);
  const ourSide = await openSide(ourEnvironment, 'server/src/main.ts', ['all']);
  const ours = async (messages: number, way: Way): Promise<Figures> => {
    const figures = await measure(ourSide, messages, way);
    await settled(ourSide.client); // the fan-out is not part of the figure and must not disturb the next round
    return figures;
  };
  await settled(ourSide.client);
  await measure(bareSide, SENDERS, single);
  await ours(SENDERS, single);
  await compareRows(bareSide.client, ourSide.client);
  const rounds: { bare: Figures; ours: Figures; batched: Figures }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await measure(bareSide, MESSAGES, single);
    rounds.push({ bare, ours: await ours(MESSAGES, single), batched: await ours(MESSAGES, batched) });
  }
  const of = (figure: (round: (typeof rounds)[number]) => number) => median(rounds.map(figure));
  const whole = (figure: (round: (typeof rounds)[number]) => number) => Math.round(of(figure));
  const acceptRatio = of(({ bare, ours }) => ours.acceptedPerSecond / bare.acceptedPerSecond);
  const ratio = of(({ bare, ours }) => ours.storedPerSecond / bare.storedPerSecond);
  console.log(
    `hardware="${cpus().length} x ${cpus()[0]?.model}" messages=${MESSAGES} senders=${SENDERS} concurrency=${CONCURRENCY} rounds=${ROUNDS}`,
  );
  console.log(
    `bareCallbacksPerSecond=${whole(({ bare }) => bare.acceptedPerSecond)} oursAcceptedPerSecond=${whole(({ ours }) => ours.acceptedPerSecond)} ` +
      `bareMessagesPerSecond=${whole(({ bare }) => bare.storedPerSecond)} oursStoredPerSecond=${whole(({ ours }) => ours.storedPerSecond)} ` +
      `acceptRatio=${acceptRatio.toFixed(2)} ratio=${ratio.toFixed(2)}`,
  );
  console.log(`updatesPerCallback=${LARGEST_BATCH} batchedMessagesPerSecond=${whole((one) => one.batched.storedPerSecond)}`);
  if (ratio < WANTED_RATIO) process.exitCode = 1;
} finally {
  generator.disconnect();
  await Promise.all(children.map(ended));
  for (const client of clients) await client.end();
  await bareEnvironment.close();
  await ourEnvironment.close();
}
