import { setTimeout as wait } from 'node:timers/promises';
import { withDatabase } from './verify.ts';
import { settle } from './send-verify.ts';
import { type Kills, killOne, untilSending } from './send-kills.ts';
import { type Accepted, sendMessages } from './send-load.ts';
import { watching } from './send-standstill.ts';
import { createSender, type Promised, type Sender } from './send-tenant.ts';
import { type Ended, judgeIdempotent, judgePlain, withStandstill } from './send-verdicts.ts';
import type { SendWorld } from './send-environment.ts';
import { LEASE_SECONDS } from './environment.ts';

const SENDS = 24;
const PEOPLE = 6;
/** Several times the connections of all workers to the mail server. */
const BURST = 60;
const CUTS = 3;
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

  /** Many more mails than connections to the mail server, and every worker dies. */
  async mailBurst(world: SendWorld): Promise<Ended> {
    const sender = mailsOf(await createSender(world, { ...promised('at_most_once', 3_000, 1_000), people: BURST }));
    world.gate.shut();
    const accepted = await sendMessages(world, sender, BURST, 200);
    await untilSending(world);
    await wait(UNTIL_CALLED_MS);
    const killed = await killAll(world);
    await settle(world);
    return judgePlain(world, sender, accepted, killed);
  },

  /** Every worker dies over the same sends again and again; then the provider refuses each once, and takes it. */
  async cutThenRefused(world: SendWorld): Promise<Ended> {
    const sender = mailsOf(await createSender(world, promised('idempotent', 4_000, 1_000)));
    const tune = (errorRate: number) =>
      Promise.all(sender.channels.map((channel) => world.provider.tune(channel, { errorRate, latencyMs: errorRate * 4_000 })));
    await tune(1);
    const accepted = await sendMessages(world, sender, PEOPLE, 200);
    const inFlight = new Set<string>();
    for (let cuts = 1; cuts <= CUTS; cuts++) {
      await untilEach(world, sender.tenantId, 'tries', cuts);
      for (const id of (await killAll(world)).inFlight) inFlight.add(id);
    }
    await untilEach(world, sender.tenantId, 'refusals', 1);
    await tune(0);
    // Nothing goes on while everybody is dead; what counts is how long it takes after the refusal.
    const longestStandstillSeconds = await watching(world, sender.tenantId, async (watch) => {
      await settle(world);
      return watch.longestStandstillSeconds();
    });
    const killed = { kills: CUTS * world.workers.length, stops: 0, inFlight };
    return withStandstill(longestStandstillSeconds, await judgeIdempotent(world, sender, accepted, killed));
  },
};

export type ScenarioName = keyof typeof scenarios;

async function cutOff(world: SendWorld, sender: Sender): Promise<{ accepted: Accepted[]; killed: Kills }> {
  const accepted = await sendMessages(world, sender, SENDS, 200);
  await wait(UNTIL_CALLED_MS);
  const killed = await killAll(world);
  await settle(world);
  return { accepted, killed };
}

/** Kills every worker and starts them again. */
async function killAll(world: SendWorld): Promise<Kills> {
  const inFlight = new Set((await Promise.all(world.workers.map((worker) => killOne(world, worker)))).flat());
  await Promise.all(world.workers.map((worker) => worker.start()));
  return { kills: world.workers.length, stops: 0, inFlight };
}

/** The same tenant, writing mails alone. */
const mailsOf = (sender: Sender): Sender => ({ ...sender, chats: sender.chats.filter(({ kind }) => kind === 'email') });

/** Waits until each message of the tenant has been tried, or refused, so often. */
const untilEach = (world: SendWorld, tenantId: string, figure: 'tries' | 'refusals', least: number): Promise<void> =>
  withDatabase(world, async (client) => {
    const until = Date.now() + world.patienceMs;
    const query = `select min(${figure}) as least from messages where tenant_id = $1 and sender = 'outbound'`;
    while (((await client.query<{ least: number }>(query, [tenantId])).rows[0]?.least ?? 0) < least) {
      if (Date.now() > until) throw new Error(`not every message has ${figure} >= ${least}`);
      await wait(50);
    }
  });
