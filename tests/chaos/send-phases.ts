import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from './random.ts';
import type { SendEnvironment } from './send-environment.ts';
import { type Kills, killWorkers } from './send-kills.ts';
import { type Accepted, sendMessages } from './send-load.ts';
import { watching } from './send-standstill.ts';
import { createSender, type Promised, type Sender } from './send-tenant.ts';
import { type Ended, verifyIdempotent, verifyPlain, withStandstill } from './send-verdicts.ts';
import { idsIn, readKept, settle } from './send-verify.ts';
import { withDatabase } from './verify.ts';

export type Amounts = { sends: number; kills: number; stops: number; spanMs: number };

/** Long enough that a kill interrupts some. */
const LATENCY_MS: [number, number] = [5, 300];
const RATE_PER_SECOND = 2_000;
const SENDS_PER_PERSON = 5;
const WATCH_EVERY_MS = 300;

const promisedOf = (guarantee: Promised['guarantee'], { sends }: Amounts, random: Random): Promised => ({
  guarantee,
  latencyMs: LATENCY_MS,
  ratePerSecond: RATE_PER_SECOND,
  people: Math.ceil(sends / 4 / SENDS_PER_PERSON),
  seed: random.below(1_000_000),
});

type Played = { accepted: Accepted[]; killed: Kills; longestStandstillSeconds: number };

async function sendThroughKills(
  environment: SendEnvironment,
  sender: Sender,
  { sends, kills, stops, spanMs }: Amounts,
  random: Random,
): Promise<Played> {
  return watching(environment, sender.tenantId, async (watch) => {
    const [accepted, killed] = await Promise.all([
      sendMessages(environment, sender, sends, spanMs, watch),
      killWorkers(environment, random, { kills, stops, sends }, watch),
    ]);
    await environment.allUp();
    await settle(environment);
    return { accepted, killed, longestStandstillSeconds: watch.longestStandstillSeconds() };
  });
}

/** Holds callbacks back for half of the time, so that sends are repeated and not only settled by callbacks. */
export async function idempotentPhase(environment: SendEnvironment, amounts: Amounts, random: Random): Promise<Ended> {
  const sender = await createSender(environment, promisedOf('idempotent', amounts, random));
  environment.gate.shut();
  const [{ accepted, killed, longestStandstillSeconds }] = await Promise.all([
    sendThroughKills(environment, sender, amounts, random),
    wait(amounts.spanMs / 2).then(() => environment.gate.release()),
  ]);
  const { figures, faults } = await verifyIdempotent(environment, sender, accepted, killed);
  const { inFlight, stops } = killed;
  return withStandstill(longestStandstillSeconds, {
    figures: { phase: 'idempotent', ...figures, inFlightAtKills: inFlight.size, stops },
    faults,
  });
}

/** Holds callbacks back, so that unknown sends can be counted before they are settled. */
export async function plainPhase(environment: SendEnvironment, amounts: Amounts, random: Random): Promise<Ended> {
  const sender = await createSender(environment, promisedOf('at_most_once', amounts, random));
  environment.gate.shut();
  const [{ accepted, killed, longestStandstillSeconds }, wasUnknown] = await watchingUnknown(environment, () =>
    sendThroughKills(environment, sender, amounts, random),
  );
  const closed = await countClosed(environment, sender, wasUnknown);
  const { figures, faults } = await verifyPlain(environment, sender, accepted, killed);
  return withStandstill(longestStandstillSeconds, {
    figures: { phase: 'plain', ...figures, ...closed, stops: killed.stops },
    faults,
  });
}

/** Collects messages that were unknown at some time. */
async function watchingUnknown<T>(environment: SendEnvironment, work: () => Promise<T>): Promise<[T, Set<string>]> {
  const seen = new Set<string>();
  let isOver = false;
  const watching = withDatabase(environment, async (client) => {
    while (!isOver) {
      for (const id of await idsIn(client, 'unknown')) seen.add(id);
      await wait(WATCH_EVERY_MS);
    }
  });
  try {
    return [await work(), seen];
  } finally {
    isOver = true;
    await watching;
  }
}

/** Returns messages that were settled without a callback: by a look-up, or by a resumed worker. */
async function countClosed(environment: SendEnvironment, { tenantId }: Sender, wasUnknown: Set<string>) {
  const kept = await withDatabase(environment, (client) => readKept(client, tenantId));
  const closed = kept.filter(({ id, sendState }) => wasUnknown.has(id) && sendState === 'accepted');
  const lookedUp = closed.filter(({ kind }) => kind === 'sms').length;
  return { lookedUp, toldLate: closed.length - lookedUp };
}
