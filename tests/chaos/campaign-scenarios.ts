import { setTimeout as wait } from 'node:timers/promises';
import { askFor } from './ask.ts';
import { type Kills, killWhilePlanning, newKills, untilReached } from './campaign-kills.ts';
import { MOST_PAUSE_MS, pauseAndResume } from './campaign-pause.ts';
import { type Ended, heard, verifyPlain } from './campaign-phases.ts';
import { createOwner, type Owner, type Promised } from './campaign-tenant.ts';
import { ALWAYS, readVerdict, type Verdict } from './campaign-verify.ts';
import { LEASE_SECONDS } from './environment.ts';
import type { SendEnvironment } from './send-environment.ts';
import { killOne, untilSending } from './send-kills.ts';
import { faultsOf, settle } from './send-verify.ts';

const SEED = 1;
/** Several pages of planning. */
const MANY = 3_000;
const SOME = 240;
const FEW = 24;
/** The answer comes long after everybody was called. */
const SLOW_MS: [number, number] = [4_000, 4_000];
const QUICK_MS: [number, number] = [2, 20];
const REFUSED = [3, 50, 77, 130, 239];
const ASLEEP_MS = (LEASE_SECONDS + 3) * 1_000;
const LAST_WRITES_MS = 4_000;

const promised = (more: Partial<Promised>): Promised => ({
  guarantee: 'idempotent',
  recipients: SOME,
  ratePerSecond: 2_000,
  latencyMs: QUICK_MS,
  seed: SEED,
  ...more,
});

const start = (environment: SendEnvironment, owner: Owner): Promise<unknown> =>
  askFor(environment, owner, `/v3/campaigns/${owner.campaignId}/start`);

/** Short and aimed: each brings about the very moment that one protection is for. */
export const scenarios = {
  /** Every worker dies in the middle of planning, twice. */
  async cutPlanning(environment: SendEnvironment): Promise<Ended> {
    const owner = await createOwner(environment, promised({ recipients: MANY }));
    const killed = newKills();
    await start(environment, owner);
    await killWhilePlanning(environment, owner, 2, environment.workers.length, killed);
    return verifyAll(environment, owner, killed);
  },

  /** A worker freezes in the middle of planning; others do its work, and it wakes up. */
  async zombie(environment: SendEnvironment): Promise<Ended> {
    const owner = await createOwner(environment, promised({ recipients: MANY }));
    const [zombie, ...others] = environment.workers;
    await Promise.all(others.map((worker) => worker.kill()));
    await start(environment, owner);
    await untilReached(environment, owner, 0.02);
    zombie?.pause();
    await Promise.all(others.map((worker) => worker.start()));
    await wait(ASLEEP_MS);
    zombie?.resume();
    await wait(LAST_WRITES_MS); // the list was empty before it had written
    return verifyAll(environment, owner, newKills());
  },

  /** Every worker dies while the provider is at it, and the provider goes on. */
  async cutPlain(environment: SendEnvironment): Promise<Ended> {
    const owner = await createOwner(environment, promised({ guarantee: 'at_most_once', recipients: FEW, latencyMs: SLOW_MS }));
    environment.gate.shut();
    const killed = await cutOff(environment, owner);
    return verifyPlain(environment, owner, killed);
  },

  /** The same with a provider that knows a repeat by its key. */
  async cutIdempotent(environment: SendEnvironment): Promise<Ended> {
    const owner = await createOwner(environment, promised({ recipients: FEW, latencyMs: SLOW_MS }));
    environment.gate.shut();
    const killed = await cutOff(environment, owner);
    return verifyAll(environment, owner, killed);
  },

  /** Paused when a third is sent, and resumed. */
  async pause(environment: SendEnvironment): Promise<Ended> {
    const owner = await createOwner(environment, promised({ ratePerSecond: 30 }));
    await start(environment, owner);
    await untilReached(environment, owner, 1 / 3);
    const pauseMs = await pauseAndResume(environment, owner);
    const { figures, faults } = await verifyAll(environment, owner, newKills());
    if (pauseMs > MOST_PAUSE_MS) faults.push(`pauseMs=${pauseMs}, more than ${MOST_PAUSE_MS}`);
    return { figures: { pauseMs, ...figures }, faults };
  },

  /** The provider refuses some for good, and the others get it. */
  async refused(environment: SendEnvironment): Promise<Ended> {
    const owner = await createOwner(environment, promised({ refused: REFUSED }));
    await start(environment, owner);
    const left = SOME - REFUSED.length;
    return verifyAll(environment, owner, newKills(), { failed: REFUSED.length, missing: REFUSED.length, delivered: left });
  },
};

export type ScenarioName = keyof typeof scenarios;

async function cutOff(environment: SendEnvironment, owner: Owner): Promise<Kills> {
  await start(environment, owner);
  await untilSending(environment);
  await wait(500);
  const sending = await Promise.all(environment.workers.map((worker) => killOne(environment, worker)));
  await Promise.all(environment.workers.map((worker) => worker.start()));
  await settle(environment);
  return { ...newKills(), kills: environment.workers.length, inFlight: new Set(sending.flat()) };
}

async function verifyAll(environment: SendEnvironment, owner: Owner, killed: Kills, but: Partial<Verdict> = {}): Promise<Ended> {
  await settle(environment);
  await heard(environment, owner);
  const verdict = await readVerdict(environment, owner, killed.inFlight);
  const everybody = { recipients: owner.phones.length, delivered: owner.phones.length, missing: 0, unknown: 0 };
  const { recipients, sent, dup, missing, failed } = verdict;
  return { figures: { recipients, sent, dup, missing, failed }, faults: faultsOf(verdict, { ...ALWAYS, ...everybody, ...but }) };
}
