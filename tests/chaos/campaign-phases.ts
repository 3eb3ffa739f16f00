import { askFor } from './ask.ts';
import { type Kills, killWhilePlanning, killWhileSending, newKills, untilReached } from './campaign-kills.ts';
import { MAX_PAUSE_MS, pauseAndResume } from './campaign-pause.ts';
import { createOwner, type Owner, type Promised } from './campaign-tenant.ts';
import { ALWAYS, readVerdict } from './campaign-verify.ts';
import type { Random } from './random.ts';
import type { SendEnvironment } from './send-environment.ts';
import { faultsOf, settle } from './send-verify.ts';

export type Amounts = { recipients: number; kills: number };
export type Ended = { figures: Record<string, unknown>; faults: string[] };

/** Long enough that a kill interrupts some. */
const LATENCY_MS: [number, number] = [5, 300];
/** The rate of the channel leaves something to interrupt for the last kill. */
const SECONDS_PER_KILL = 4;
const KILLS_PER_PLANNING_ROUND = 13;
const PAUSED_AT = 0.45;

const promisedOf = (guarantee: Promised['guarantee'], { recipients, kills }: Amounts, random: Random): Promised => ({
  guarantee,
  recipients,
  latencyMs: LATENCY_MS,
  ratePerSecond: Math.ceil(recipients / (kills * SECONDS_PER_KILL)),
  seed: random.below(1_000_000),
});

/** A provider with idempotency keys: every recipient is reached once. */
export async function idempotentPhase(environment: SendEnvironment, amounts: Amounts, random: Random): Promise<Ended> {
  const owner = await createOwner(environment, promisedOf('idempotent', amounts, random));
  const killed = newKills();
  const [, pauseMs] = await Promise.all([
    runThroughKills(environment, owner, amounts, random, killed),
    untilReached(environment, owner, PAUSED_AT).then(() => pauseAndResume(environment, owner)),
  ]);
  await untilCallbacksProcessed(environment, owner);
  const verdict = await readVerdict(environment, owner, killed.inFlight);
  const faults = faultsOf(verdict, {
    ...ALWAYS,
    recipients: amounts.recipients,
    missing: 0,
    unknown: 0,
    delivered: amounts.recipients,
  });
  if (pauseMs > MAX_PAUSE_MS) faults.push(`pauseMs=${pauseMs}, more than ${MAX_PAUSE_MS}`);
  const { recipients, sent, dup, missing } = verdict;
  const { replayed } = await environment.provider.summary(owner.account);
  const { kills, planningKills, wipes, inFlight } = killed;
  return {
    figures: {
      phase: 'idempotent',
      recipients,
      sent,
      dup,
      missing,
      pauseMs,
      kills,
      planningKills,
      wipes,
      inFlightAtKills: inFlight.size,
      replayed,
    },
    faults,
  };
}

/**
 * A provider without idempotency keys: no recipient is reached twice, and interrupted sends are unknown. Callbacks are held back until
 * the unknown sends are counted; afterwards only those that never left stay unknown.
 */
export async function plainPhase(environment: SendEnvironment, amounts: Amounts, random: Random): Promise<Ended> {
  const owner = await createOwner(environment, promisedOf('at_most_once', amounts, random));
  environment.gate.shut();
  const killed = newKills();
  await runThroughKills(environment, owner, amounts, random, killed);
  return verifyPlain(environment, owner, killed);
}

export async function verifyPlain(environment: SendEnvironment, owner: Owner, killed: Kills): Promise<Ended> {
  const before = await readVerdict(environment, owner, killed.inFlight);
  await untilCallbacksProcessed(environment, owner);
  const after = await readVerdict(environment, owner, killed.inFlight);
  const always = { ...ALWAYS, recipients: owner.phones.length };
  const faults = [...faultsOf(before, always), ...faultsOf(after, { ...always, unknownButSent: 0, unknown: after.missing })];
  const inFlightAtKills = killed.inFlight.size;
  if (before.unknown > inFlightAtKills) faults.push(`unknown=${before.unknown}, more than ${inFlightAtKills} in flight`);
  const { recipients, sent, dup, unknown } = before;
  const { kills, planningKills } = killed;
  const closed = { unknownAfterCallbacks: after.unknown, neverReached: after.missing };
  return {
    figures: { phase: 'plain', recipients, sent, dup, unknown, inFlightAtKills, ...closed, kills, planningKills },
    faults: [...new Set(faults)],
  };
}

/** Starts the campaign and kills processes, from the first page of the audience to nearly the last send. */
async function runThroughKills(
  environment: SendEnvironment,
  owner: Owner,
  { kills }: Amounts,
  random: Random,
  done: Kills,
): Promise<void> {
  await askFor(environment, owner, `/v3/campaigns/${owner.campaignId}/start`);
  const rounds = Math.max(1, Math.floor(kills / KILLS_PER_PLANNING_ROUND));
  const victims = kills >= KILLS_PER_PLANNING_ROUND ? environment.workers.length : 1;
  await killWhilePlanning(environment, owner, rounds, victims, done);
  await killWhileSending(environment, owner, random, kills - done.kills, done);
  await environment.allUp();
  await settle(environment);
}

/** Waits until every callback was sent and processed. */
export async function untilCallbacksProcessed(environment: SendEnvironment, { account }: Owner): Promise<void> {
  await environment.gate.release();
  await environment.provider.flush(account);
  await settle(environment);
}
