import { setTimeout as wait } from 'node:timers/promises';
import { askFor } from './ask.ts';
import { type Kills, killWhilePlanning, newKills, untilReached } from './campaign-kills.ts';
import { MAX_PAUSE_MS, pauseAndResume } from './campaign-pause.ts';
import { type Ended, untilCallbacksProcessed, verifyPlain } from './campaign-phases.ts';
import { createOwner, type Owner, type Promised } from './campaign-tenant.ts';
import { ALWAYS, readVerdict, type Verdict } from './campaign-verify.ts';
import { LEASE_SECONDS } from './environment.ts';
import type { SendEnvironment } from './send-environment.ts';
import { killOne, untilSending } from './send-kills.ts';
import { faultsOf, settle } from './send-verify.ts';

const SEED = 1;
/** Several pages of the audience. */
const MANY = 3_000;
const SOME = 240;
const FEW = 24;
/** The responses arrive after all calls were made. */
const SLOW_MS: [number, number] = [4_000, 4_000];
const QUICK_MS: [number, number] = [2, 20];
const REFUSED = [3, 50, 77, 130, 239];
const STOPPED_MS = (LEASE_SECONDS + 3) * 1_000;
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

/** Each scenario produces the situation that one protection is for. */
export const scenarios = {
  /** Kills every worker while the audience is expanded, twice. */
  async cutPlanning(environment: SendEnvironment): Promise<Ended> {
    const owner = await createOwner(environment, promised({ recipients: MANY }));
    const killed = newKills();
    await start(environment, owner);
    await killWhilePlanning(environment, owner, 2, environment.workers.length, killed);
    return verifyAll(environment, owner, killed);
  },

  /** Stops a worker while the audience is expanded and resumes it after others did its work. */
  async zombie(environment: SendEnvironment): Promise<Ended> {
    const owner = await createOwner(environment, promised({ recipients: MANY }));
    const [zombie, ...others] = environment.workers;
    await Promise.all(others.map((worker) => worker.kill()));
    await start(environment, owner);
    await untilReached(environment, owner, 0.02);
    zombie?.pause();
    await Promise.all(others.map((worker) => worker.start()));
    await wait(STOPPED_MS);
    zombie?.resume();
    await wait(LAST_WRITES_MS); // the resumed worker may write after the queue is empty
    return verifyAll(environment, owner, newKills());
  },

  /** Kills every worker during calls that the provider completes. */
  async cutPlain(environment: SendEnvironment): Promise<Ended> {
    const owner = await createOwner(environment, promised({ guarantee: 'at_most_once', recipients: FEW, latencyMs: SLOW_MS }));
    environment.gate.shut();
    const killed = await cutOff(environment, owner);
    return verifyPlain(environment, owner, killed);
  },

  /** The same with a provider with idempotency keys. */
  async cutIdempotent(environment: SendEnvironment): Promise<Ended> {
    const owner = await createOwner(environment, promised({ recipients: FEW, latencyMs: SLOW_MS }));
    environment.gate.shut();
    const killed = await cutOff(environment, owner);
    return verifyAll(environment, owner, killed);
  },

  /** Pauses and resumes after a third was sent. */
  async pause(environment: SendEnvironment): Promise<Ended> {
    const owner = await createOwner(environment, promised({ ratePerSecond: 30 }));
    await start(environment, owner);
    await untilReached(environment, owner, 1 / 3);
    const pauseMs = await pauseAndResume(environment, owner);
    const { figures, faults } = await verifyAll(environment, owner, newKills());
    if (pauseMs > MAX_PAUSE_MS) faults.push(`pauseMs=${pauseMs}, more than ${MAX_PAUSE_MS}`);
    return { figures: { pauseMs, ...figures }, faults };
  },

  /** The provider rejects some recipients permanently. */
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
  await untilCallbacksProcessed(environment, owner);
  const verdict = await readVerdict(environment, owner, killed.inFlight);
  const everybody = { recipients: owner.phones.length, delivered: owner.phones.length, missing: 0, unknown: 0 };
  const { recipients, sent, dup, missing, failed } = verdict;
  return { figures: { recipients, sent, dup, missing, failed }, faults: faultsOf(verdict, { ...ALWAYS, ...everybody, ...but }) };
}
