import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Client } from 'pg';
import { program } from '../../server/src/test-kit/programs.ts';
import { atEnd } from '../chaos/endings.ts';
import { cpuMsOfSide } from '../ratios/cpu-use.ts';
import { type Contest, databaseOf, type Side, type Slice } from '../ratios/pairs.ts';
import { type BenchEnvironment, createBenchEnvironment } from './environment.ts';
import { compareRows, forget, seedLine, settled, storedAt } from './inbound-line.ts';
import type { Load, Loaded } from './inbound-load.ts';
import { openClient } from './seed-runs.ts';
import { start } from './start.ts';
import { SENDERS } from './whatsapp-line.ts';

export const CONCURRENCY = Number(process.env.CONCURRENCY ?? 64);

export type Way = { perCallback: number; concurrency: number };
export type Opened = {
  client: Client;
  side: Side;
  post(messages: number, way: Way): Promise<Slice>;
  acceptedPerSecond: number[];
};
const single: Way = { perCallback: 1, concurrency: CONCURRENCY };

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
    pid: child.pid ?? 0,
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

/** Opens a server process and a bare script, each with a database of its own, and checks that both store the same rows. */
export async function openInbound(): Promise<Contest & { bare: Opened; ours: Opened }> {
  const [bareEnvironment, ourEnvironment] = [await openEnvironment(), await openEnvironment()];
  const generator = fork('tests/bench/inbound-load.ts');
  atEnd(async () => generator.disconnect());
  const bare = await openSide(bareEnvironment, generator, 'tests/bench/bare-inbound.ts', []);
  const ours = await openSide(ourEnvironment, generator, program('main'), ['all']);
  await settled(ours.client);
  for (const { client, post } of [bare, ours]) {
    await forget(client);
    await post(SENDERS, single);
  }
  await settled(ours.client);
  await compareRows(bare.client, ours.client);
  const sides = { bare: bare.side, ours: { ...ours.side, settle: () => settled(ours.client) } };
  const databases = [bareEnvironment, ourEnvironment].map(({ url }) => databaseOf(url));
  return { sides, firstUnits: SENDERS, databases, bare, ours };
}
