import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Owner } from './campaign-tenant.ts';
import type { Random } from './random.ts';
import type { SendEnvironment } from './send-environment.ts';
import { findUp, killOne, untilSending } from './send-kills.ts';
import type { Unit } from './unit.ts';
import { withDatabase } from './verify.ts';

/** `inFlight`: messages that were being sent at the moment of a kill. */
export type Kills = { kills: number; planningKills: number; wipes: number; inFlight: Set<string> };

type Victim = 'worker' | 'api' | 'nats' | 'wipe';

/** The victims of ten kills; of fewer kills, the first ones. */
const TEN: Victim[] = ['worker', 'wipe', 'worker', 'api', 'worker', 'worker', 'nats', 'worker', 'worker', 'worker'];
const LOOK_EVERY_MS = 10;
/** How long a restarted process works before it is killed again: on a slow machine nothing else would be done. */
const WORK_FOR_MS = 1_500;
const MAX_DOWN_MS = 1_500;
/** The last kill must still interrupt something. */
const FIRST_AT = 0.02;
const LAST_AT = 0.92;

export const newKills = (): Kills => ({ kills: 0, planningKills: 0, wipes: 0, inFlight: new Set() });

/** Kills processes during the sending, each when a share of the recipients was reached. */
export async function killWhileSending(
  environment: SendEnvironment,
  owner: Owner,
  random: Random,
  wanted: number,
  done: Kills,
): Promise<void> {
  const spared = new Set<Unit>();
  const away: Promise<void>[] = [];
  for (const [i, victim] of victimsOf(random, wanted).entries()) {
    const share = FIRST_AT + ((LAST_AT - FIRST_AT) * (i + random.between(0, 1))) / wanted;
    await untilReached(environment, owner, share);
    away.push((await killForAWhile(environment, random, victim, spared, done)).isBack);
  }
  await Promise.all(away);
}

/** Returns the victims in an order that depends on the seed. */
function victimsOf(random: Random, wanted: number): Victim[] {
  const victims = Array.from({ length: wanted }, (_, i) => ({
    victim: TEN[i % TEN.length] as Victim,
    at: random.below(1_000_000),
  }));
  return victims.sort((a, b) => a.at - b.at).map(({ victim }) => victim);
}

/** Kills a process. `isBack` resolves after it was restarted and has worked for a while. */
async function killForAWhile(
  environment: SendEnvironment,
  random: Random,
  victim: Victim,
  spared: Set<Unit>,
  done: Kills,
): Promise<{ isBack: Promise<void> }> {
  const units = {
    worker: environment.workers,
    api: environment.apis,
    nats: [environment.services.nats],
    wipe: [environment.services.nats],
  }[victim];
  const unit = await findUp(units, spared, random.below(1_000));
  const awayMs = random.between(0, MAX_DOWN_MS);
  spared.add(unit);
  if (victim === 'worker') await untilSending(environment);
  await kill(environment, unit, done);
  if (victim === 'wipe') {
    await environment.services.wipeNats();
    done.wipes++;
  }
  const comeBack = async () => {
    await wait(awayMs);
    await unit.start();
    await wait(WORK_FOR_MS);
    spared.delete(unit);
  };
  return { isBack: comeBack() };
}

async function kill(environment: SendEnvironment, unit: Unit, done: Kills): Promise<void> {
  const sending = await killOne(environment, unit);
  for (const id of sending) done.inFlight.add(id);
  done.kills++;
  console.log(`kill ${done.kills} ${unit.name}: ${sending.length} in flight`);
}

/**
 * Kills workers while the audience is expanded, once per share of inserted recipients. If the expansion ends earlier, the kills count
 * as kills during sending.
 */
export async function killWhilePlanning(
  environment: SendEnvironment,
  owner: Owner,
  rounds: number,
  victims: number,
  done: Kills,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const doomed = environment.workers.slice(0, victims);
    await untilPlanned(environment, owner, (round / (rounds + 1)) * owner.phones.length);
    await Promise.all(doomed.map((worker) => kill(environment, worker, done)));
    if (await withDatabase(environment, (client) => isPlanning(client, owner))) done.planningKills += doomed.length;
    await Promise.all(doomed.map((worker) => worker.start()));
  }
}

/** Waits until so many recipients are inserted, or the audience is expanded. */
const untilPlanned = (environment: SendEnvironment, owner: Owner, wanted: number): Promise<void> =>
  withDatabase(environment, async (client) => {
    let [most, since] = [0, Date.now()];
    while (await isPlanning(client, owner)) {
      const planned = await countPlanned(client, owner);
      if (planned >= wanted) return;
      if (planned > most) [most, since] = [planned, Date.now()];
      if (Date.now() - since > environment.patienceMs)
        throw new Error(`the expansion of the audience stopped at ${planned} of ${wanted} recipients`);
      await wait(LOOK_EVERY_MS);
    }
  });

async function isPlanning(client: Client, { campaignId }: Owner): Promise<boolean> {
  const query = `select 1 from campaign_runs where campaign_id = $1 and status = 'planning'`;
  return (await client.query(query, [campaignId])).rowCount === 1;
}

async function countPlanned(client: Client, { campaignId }: Owner): Promise<number> {
  const query = 'select count(*)::int as n from campaign_recipients where campaign_id = $1';
  return (await client.query<{ n: number }>(query, [campaignId])).rows[0]?.n ?? 0;
}

/** Waits until a share of the recipients was reached. Throws if there is no progress. */
export async function untilReached(environment: SendEnvironment, { account, phones }: Owner, share: number): Promise<void> {
  let [most, since] = [0, Date.now()];
  for (;;) {
    const { accepted } = await environment.provider.summary(account);
    if (accepted >= share * phones.length) return;
    if (accepted > most) [most, since] = [accepted, Date.now()];
    if (Date.now() - since > environment.patienceMs) throw new Error(`sending stopped at ${accepted} of ${phones.length}`);
    await wait(100);
  }
}
