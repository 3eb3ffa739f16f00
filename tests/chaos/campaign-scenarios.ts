import { setTimeout as wait } from 'node:timers/promises';
import { askFor } from './ask.ts';
import { ALWAYS, readVerdict, type Verdict } from './campaign-verify.ts';
import { type Kills, killWhilePlanning, newKills, untilReached } from './campaign-kills.ts';
import { MOST_PAUSE_MS, pauseAndResume } from './campaign-pause.ts';
import { type Ended, heard, judgePlain } from './campaign-phases.ts';
import { createOwner, type Owner, type Promised } from './campaign-tenant.ts';
import { faultsOf, settle } from './send-verify.ts';
import { killOne, untilSending } from './send-kills.ts';
import type { SendWorld } from './send-environment.ts';
import { LEASE_SECONDS } from './environment.ts';

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

const start = (world: SendWorld, owner: Owner): Promise<unknown> =>
  askFor(world, owner, `/v3/campaigns/${owner.campaignId}/start`);

/** Short and aimed: each brings about the very moment that one protection is for. */
export const scenarios = {
  /** Every worker dies in the middle of planning, twice. */
  async cutPlanning(world: SendWorld): Promise<Ended> {
    const owner = await createOwner(world, promised({ recipients: MANY }));
    const killed = newKills();
    await start(world, owner);
    await killWhilePlanning(world, owner, 2, world.workers.length, killed);
    return judgeAll(world, owner, killed);
  },

  /** A worker freezes in the middle of planning; others do its work, and it wakes up. */
  async zombie(world: SendWorld): Promise<Ended> {
    const owner = await createOwner(world, promised({ recipients: MANY }));
    const [zombie, ...others] = world.workers;
    await Promise.all(others.map((worker) => worker.kill()));
    await start(world, owner);
    await untilReached(world, owner, 0.02);
    zombie?.pause();
    await Promise.all(others.map((worker) => worker.start()));
    await wait(ASLEEP_MS);
    zombie?.resume();
    await wait(LAST_WRITES_MS); // the list was empty before it had written
    return judgeAll(world, owner, newKills());
  },

  /** Every worker dies while the provider is at it, and the provider goes on. */
  async cutPlain(world: SendWorld): Promise<Ended> {
    const owner = await createOwner(world, promised({ guarantee: 'at_most_once', recipients: FEW, latencyMs: SLOW_MS }));
    world.gate.shut();
    const killed = await cutOff(world, owner);
    return judgePlain(world, owner, killed);
  },

  /** The same with a provider that knows a repeat by its key. */
  async cutIdempotent(world: SendWorld): Promise<Ended> {
    const owner = await createOwner(world, promised({ recipients: FEW, latencyMs: SLOW_MS }));
    world.gate.shut();
    const killed = await cutOff(world, owner);
    return judgeAll(world, owner, killed);
  },

  /** Paused when a third is sent, and resumed. */
  async pause(world: SendWorld): Promise<Ended> {
    const owner = await createOwner(world, promised({ ratePerSecond: 30 }));
    await start(world, owner);
    await untilReached(world, owner, 1 / 3);
    const pauseMs = await pauseAndResume(world, owner);
    const { figures, faults } = await judgeAll(world, owner, newKills());
    if (pauseMs > MOST_PAUSE_MS) faults.push(`pauseMs=${pauseMs}, more than ${MOST_PAUSE_MS}`);
    return { figures: { pauseMs, ...figures }, faults };
  },

  /** The provider refuses some for good, and the others get it. */
  async refused(world: SendWorld): Promise<Ended> {
    const owner = await createOwner(world, promised({ refused: REFUSED }));
    await start(world, owner);
    const left = SOME - REFUSED.length;
    return judgeAll(world, owner, newKills(), { failed: REFUSED.length, missing: REFUSED.length, delivered: left });
  },
};

export type ScenarioName = keyof typeof scenarios;

async function cutOff(world: SendWorld, owner: Owner): Promise<Kills> {
  await start(world, owner);
  await untilSending(world);
  await wait(500);
  const sending = await Promise.all(world.workers.map((worker) => killOne(world, worker)));
  await Promise.all(world.workers.map((worker) => worker.start()));
  await settle(world);
  return { ...newKills(), kills: world.workers.length, inFlight: new Set(sending.flat()) };
}

async function judgeAll(world: SendWorld, owner: Owner, killed: Kills, but: Partial<Verdict> = {}): Promise<Ended> {
  await settle(world);
  await heard(world, owner);
  const verdict = await readVerdict(world, owner, killed.inFlight);
  const everybody = { recipients: owner.phones.length, delivered: owner.phones.length, missing: 0, unknown: 0 };
  const { recipients, sent, dup, missing, failed } = verdict;
  return { figures: { recipients, sent, dup, missing, failed }, faults: faultsOf(verdict, { ...ALWAYS, ...everybody, ...but }) };
}
