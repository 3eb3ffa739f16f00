import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { LEASE_SECONDS } from './environment.ts';
import type { Random } from './random.ts';
import type { SendEnvironment } from './send-environment.ts';
import type { Watch } from './send-standstill.ts';
import { idsIn } from './send-verify.ts';
import type { Unit } from './unit.ts';
import { withDatabase } from './verify.ts';

/** `inFlight`: messages that were being sent at the moment of a kill. */
export type Kills = { kills: number; stops: number; inFlight: Set<string> };

const FIND_WITHIN_MS = 60_000;
const SENDING_WITHIN_MS = 2_000;
/** Time for the database to finish the statements of a killed process. */
const LAST_STATEMENTS_WITHIN_MS = 20_000;
/** Time for a resumed worker to record its results; killed earlier, its sends would be in flight without being counted. */
const TELL_WITHIN_MS = 3_000;
/** How many sends are settled before a restarted worker is killed again: on a slow machine nothing else would be done. */
const WORK_BETWEEN = 10;
/** The last kills happen before the last send. */
const LAST_AT = 0.95;
const LOOK_AGAIN_MS = 50;

/** Kills workers, and stops some for longer than their lease, each after a random share of the sends is settled. */
export async function killWorkers(
  environment: SendEnvironment,
  random: Random,
  { kills, stops, sends }: { kills: number; stops: number; sends: number },
  watch: Watch,
): Promise<Kills> {
  const done: Kills = { kills: 0, stops: 0, inFlight: new Set() };
  const spared = new Set<Unit>();
  const startedAt = Date.now();
  const at = async (work: (worker: Unit) => Promise<void>) => {
    const [share, pick] = [random.between(0, LAST_AT), random.below(1_000)];
    await untilSettled(watch, share * sends, sends);
    await work(await findUp(environment.workers, spared, pick));
  };
  const kill = async (worker: Unit) => {
    spared.add(worker);
    await untilSending(environment);
    const sending = await killOne(environment, worker);
    for (const id of sending) done.inFlight.add(id);
    console.log(`${seconds(startedAt)} kill ${worker.name}: ${sending.length} in flight`);
    done.kills++;
    await worker.start();
    await untilSettled(watch, watch.settled() + WORK_BETWEEN, sends);
    spared.delete(worker);
  };
  const stop = async (worker: Unit) => {
    spared.add(worker);
    const forMs = (LEASE_SECONDS + random.between(1, 4)) * 1_000;
    console.log(`${seconds(startedAt)} stop ${worker.name} for ${(forMs / 1000).toFixed(1)}s`);
    worker.pause();
    await wait(forMs);
    worker.resume();
    done.stops++;
    await wait(TELL_WITHIN_MS);
    spared.delete(worker);
  };
  await Promise.all([...times(kills, () => at(kill)), ...times(stops, () => at(stop))]);
  return done;
}

/** Waits until so many sends are settled, or all of them. */
async function untilSettled(watch: Watch, count: number, sends: number): Promise<void> {
  while (watch.settled() < Math.min(count, sends)) await wait(LOOK_AGAIN_MS);
}

/** Kills a worker. Returns the messages that were being sent, by it or by others, after its end. */
export async function killOne(environment: SendEnvironment, worker: Unit): Promise<string[]> {
  await worker.kill();
  return withDatabase(environment, async (client) => {
    await untilDisconnected(client, worker.name);
    return idsIn(client, 'sending');
  });
}

/** Waits for the connections of a killed process: a running statement continues without its client. */
async function untilDisconnected(client: Client, name: string): Promise<void> {
  const until = Date.now() + LAST_STATEMENTS_WITHIN_MS;
  const open = () => client.query('select 1 from pg_stat_activity where application_name = $1 limit 1', [name]);
  while ((await open()).rowCount !== 0) {
    if (Date.now() > until) throw new Error(`${name} is dead, and still connected to the database`);
    await wait(5);
  }
}

/** Waits until something is being sent: a kill without it would prove nothing. */
export const untilSending = (environment: SendEnvironment): Promise<void> =>
  withDatabase(environment, async (client) => {
    const until = Date.now() + SENDING_WITHIN_MS;
    while (Date.now() < until && (await idsIn(client, 'sending')).length === 0) await wait(10);
  });

export async function findUp(units: Unit[], spared: Set<Unit>, pick: number): Promise<Unit> {
  const until = Date.now() + FIND_WITHIN_MS;
  while (Date.now() < until) {
    const up = units.filter((unit) => unit.isUp() && !spared.has(unit));
    const found = up[pick % up.length];
    if (found) return found;
    await wait(20);
  }
  throw new Error('none of them came back');
}

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)}s`;
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
