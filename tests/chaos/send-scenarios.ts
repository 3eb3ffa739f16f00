import { setTimeout as wait } from 'node:timers/promises';
import { settle } from './send-judge.ts';
import { type Kills, killOne } from './send-kills.ts';
import { type Accepted, sendMessages } from './send-load.ts';
import { createSender, type Promised, type Sender } from './send-tenant.ts';
import { type Ended, judgeIdempotent, judgePlain } from './send-verdicts.ts';
import type { SendWorld } from './send-world.ts';
import { LEASE_SECONDS } from './world.ts';

const SENDS = 24;
const PEOPLE = 6;
const UNTIL_CALLED_MS = 1_000;
/** One send in a second: the first is out, the next ones have been given their turn, and the rest is put off. */
const UNTIL_IN_LINE_MS = 500;
/** Longer than the lease, and less than a call may take: its answers are still good when it wakes up. */
const ASLEEP_MS = (LEASE_SECONDS + 10) * 1_000;
const LAST_WRITES_MS = 4_000;
const NOBODY: Kills = { kills: 0, stops: 0, inFlight: new Set() };

const promised = (guarantee: Promised['guarantee'], latencyMs: number, ratePerSecond: number): Promised => ({
  guarantee,
  latencyMs: [latencyMs, latencyMs],
  ratePerSecond,
  people: PEOPLE,
  seed: 1,
});

/** Short and aimed: each brings about the very moment that one protection is for. */
export const scenarios = {
  /** Every worker dies while the provider is at it, and the provider goes on. */
  async cutPlain(world: SendWorld): Promise<Ended> {
    const sender = await createSender(world, promised('at_most_once', 4_000, 1_000));
    world.gate.shut();
    const { accepted, killed } = await cutOff(world, sender);
    return judgePlain(world, sender, accepted, killed);
  },

  async cutIdempotent(world: SendWorld): Promise<Ended> {
    const sender = await createSender(world, promised('idempotent', 4_000, 1_000));
    world.gate.shut(); // a callback would close a send before it is repeated
    const { accepted, killed } = await cutOff(world, sender);
    return judgeIdempotent(world, sender, accepted, killed);
  },

  /** A worker freezes while some of its sends are out and others wait for their turn; others do its work, and it wakes up. */
  async zombie(world: SendWorld): Promise<Ended> {
    const sender = await createSender(world, promised('at_most_once', 1_500, 1));
    world.gate.shut();
    const [zombie, ...others] = world.workers;
    await Promise.all(others.map((worker) => worker.kill()));
    const accepted = await sendMessages(world, sender, SENDS, 200);
    await wait(UNTIL_IN_LINE_MS);
    zombie?.pause();
    const asleep = wait(ASLEEP_MS);
    await Promise.all(others.map((worker) => worker.start()));
    await asleep;
    zombie?.resume();
    await wait(LAST_WRITES_MS); // the list was empty before it had written
    await settle(world);
    return judgePlain(world, sender, accepted, NOBODY);
  },
};

export type ScenarioName = keyof typeof scenarios;

async function cutOff(world: SendWorld, sender: Sender): Promise<{ accepted: Accepted[]; killed: Kills }> {
  const accepted = await sendMessages(world, sender, SENDS, 200);
  await wait(UNTIL_CALLED_MS);
  const inFlight = new Set((await Promise.all(world.workers.map((worker) => killOne(world, worker)))).flat());
  await Promise.all(world.workers.map((worker) => worker.start()));
  await settle(world);
  return { accepted, killed: { kills: world.workers.length, stops: 0, inFlight } };
}
