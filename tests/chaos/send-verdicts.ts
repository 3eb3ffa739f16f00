import type { SendEnvironment } from './send-environment.ts';
import type { Kills } from './send-kills.ts';
import type { Accepted } from './send-load.ts';
import type { Sender } from './send-tenant.ts';
import { faultsOf, NEVER, readVerdict, settle } from './send-verify.ts';

export type Ended = { figures: Record<string, unknown>; faults: string[] };

/** A killed worker leaves at most as many open sends as it had connections, and most of them reach the provider. */
const NEVER_REACHED_PER_KILL = 10;
/** Longer than a lease, a restart and the queue of a slow machine together. */
const LONGEST_STANDSTILL_SECONDS = 60;

export const withStandstill = (longestStandstillSeconds: number, { figures, faults }: Ended): Ended => ({
  figures: { ...figures, longestStandstillSeconds },
  faults: [...faults, ...over('longestStandstillSeconds', longestStandstillSeconds, LONGEST_STANDSTILL_SECONDS)],
});

const over = (name: string, value: number, most: number): string[] =>
  value > most ? [`${name}=${value}, more than ${most}`] : [];

/** A provider with idempotency keys: every message arrives once. */
export async function verifyIdempotent(
  environment: SendEnvironment,
  sender: Sender,
  accepted: Accepted[],
  killed: Kills,
): Promise<Ended> {
  await hearCallbacks(environment, sender);
  const verdict = await readVerdict(environment, sender, accepted, killed.inFlight);
  const { sends, sent, dup, missing } = verdict;
  return {
    figures: { sends, kills: killed.kills, sent, dup, missing, repeats: await countRepeats(environment, sender) },
    faults: faultsOf(verdict, { ...NEVER, missing: 0, unknown: 0 }),
  };
}

/**
 * A provider without idempotency keys: no message arrives twice, and interrupted sends are unknown. After the callbacks, only those that
 * never left stay unknown.
 */
export async function verifyPlain(
  environment: SendEnvironment,
  sender: Sender,
  accepted: Accepted[],
  killed: Kills,
): Promise<Ended> {
  const before = await readVerdict(environment, sender, accepted, killed.inFlight);
  await hearCallbacks(environment, sender);
  const after = await readVerdict(environment, sender, accepted, killed.inFlight);
  const { sends, dup, unknown } = before;
  const inFlightAtKills = killed.inFlight.size;
  const closed = { unknownAfterCallbacks: after.unknown, neverReached: after.missing };
  const faults = [
    ...faultsOf(before, NEVER),
    ...faultsOf(after, { ...NEVER, unknownButSent: 0, unknown: after.missing }),
    ...over('neverReached', after.missing, NEVER_REACHED_PER_KILL * Math.max(1, killed.kills)),
  ];
  return { figures: { sends, kills: killed.kills, dup, unknown, inFlightAtKills, ...closed }, faults: [...new Set(faults)] };
}

/** Returns how often the provider answered a repeat: proof that the key was needed. */
const countRepeats = async (environment: SendEnvironment, { channels }: Sender): Promise<number> =>
  (await Promise.all(channels.map((channel) => environment.provider.summary(channel)))).reduce(
    (sum, { replayed }) => sum + replayed,
    0,
  );

async function hearCallbacks(environment: SendEnvironment, { channels }: Sender): Promise<void> {
  await environment.gate.release();
  for (const account of channels) await environment.provider.flush(account);
  await settle(environment);
}
