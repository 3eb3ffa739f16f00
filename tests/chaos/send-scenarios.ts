import { setTimeout as wait } from 'node:timers/promises';
import { LEASE_SECONDS } from './environment.ts';
import type { SendEnvironment } from './send-environment.ts';
import { type Kills, killOne, untilSending } from './send-kills.ts';
import { type Accepted, sendMessages } from './send-load.ts';
import { watching } from './send-standstill.ts';
import { createSender, type Promised, type Sender } from './send-tenant.ts';
import { type Ended, verifyIdempotent, verifyPlain, withStandstill } from './send-verdicts.ts';
import { settle } from './send-verify.ts';
import { withDatabase } from './verify.ts';

const SENDS = 24;
const PEOPLE = 6;
/** Several times the mail connections of all workers. */
const BURST = 60;
const CUTS = 3;
const UNTIL_CALLED_MS = 1_000;
/** One send per second: the first is sent, the next ones wait for their slot, the rest is rescheduled. */
const UNTIL_IN_LINE_MS = 500;
/** Longer than the lease and shorter than the call timeout: responses are still valid after the resume. */
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

/** Each scenario produces the situation that one protection is for. */
export const scenarios = {
  /** Kills every worker during calls that the provider completes. */
  async cutPlain(environment: SendEnvironment): Promise<Ended> {
    const sender = await createSender(environment, promised('at_most_once', 4_000, 1_000));
    environment.gate.shut();
    const { accepted, killed } = await cutOff(environment, sender);
    return verifyPlain(environment, sender, accepted, killed);
  },

  async cutIdempotent(environment: SendEnvironment): Promise<Ended> {
    const sender = await createSender(environment, promised('idempotent', 4_000, 1_000));
    environment.gate.shut(); // a callback would settle a send before it is repeated
    const { accepted, killed } = await cutOff(environment, sender);
    return verifyIdempotent(environment, sender, accepted, killed);
  },

  /** Stops a worker while some of its sends are in flight and others wait, and resumes it after others did its work. */
  async zombie(environment: SendEnvironment): Promise<Ended> {
    const sender = await createSender(environment, promised('at_most_once', 1_500, 1));
    environment.gate.shut();
    const [zombie, ...others] = environment.workers;
    await Promise.all(others.map((worker) => worker.kill()));
    const accepted = await sendMessages(environment, sender, SENDS, 200);
    await wait(UNTIL_IN_LINE_MS);
    zombie?.pause();
    const asleep = wait(ASLEEP_MS);
    await Promise.all(others.map((worker) => worker.start()));
    await asleep;
    zombie?.resume();
    await wait(LAST_WRITES_MS); // the resumed worker may write after the queue is empty
    await settle(environment);
    return verifyPlain(environment, sender, accepted, NOBODY);
  },

  /** Kills every worker with many more mails than connections. */
  async mailBurst(environment: SendEnvironment): Promise<Ended> {
    const sender = mailsOf(await createSender(environment, { ...promised('at_most_once', 3_000, 1_000), people: BURST }));
    environment.gate.shut();
    const accepted = await sendMessages(environment, sender, BURST, 200);
    await untilSending(environment);
    await wait(UNTIL_CALLED_MS);
    const killed = await killAll(environment);
    await settle(environment);
    return verifyPlain(environment, sender, accepted, killed);
  },

  /** Kills every worker several times during the same sends; then the provider refuses each once and accepts it. */
  async cutThenRefused(environment: SendEnvironment): Promise<Ended> {
    const sender = mailsOf(await createSender(environment, promised('idempotent', 4_000, 1_000)));
    const tune = (errorRate: number) =>
      Promise.all(
        sender.channels.map((channel) => environment.provider.tune(channel, { errorRate, latencyMs: errorRate * 4_000 })),
      );
    await tune(1);
    const accepted = await sendMessages(environment, sender, PEOPLE, 200);
    const inFlight = new Set<string>();
    for (let cuts = 1; cuts <= CUTS; cuts++) {
      await untilEach(environment, sender.tenantId, 'tries', cuts);
      for (const id of (await killAll(environment)).inFlight) inFlight.add(id);
    }
    await untilEach(environment, sender.tenantId, 'refusals', 1);
    await tune(0);
    // Without workers nothing happens; only the time after the refusal counts.
    const longestStandstillSeconds = await watching(environment, sender.tenantId, async (watch) => {
      await settle(environment);
      return watch.longestStandstillSeconds();
    });
    const killed = { kills: CUTS * environment.workers.length, stops: 0, inFlight };
    return withStandstill(longestStandstillSeconds, await verifyIdempotent(environment, sender, accepted, killed));
  },
};

export type ScenarioName = keyof typeof scenarios;

async function cutOff(environment: SendEnvironment, sender: Sender): Promise<{ accepted: Accepted[]; killed: Kills }> {
  const accepted = await sendMessages(environment, sender, SENDS, 200);
  await wait(UNTIL_CALLED_MS);
  const killed = await killAll(environment);
  await settle(environment);
  return { accepted, killed };
}

/** Kills every worker and starts them again. */
async function killAll(environment: SendEnvironment): Promise<Kills> {
  const inFlight = new Set((await Promise.all(environment.workers.map((worker) => killOne(environment, worker)))).flat());
  await Promise.all(environment.workers.map((worker) => worker.start()));
  return { kills: environment.workers.length, stops: 0, inFlight };
}

/** The same tenant with mails only. */
const mailsOf = (sender: Sender): Sender => ({ ...sender, chats: sender.chats.filter(({ kind }) => kind === 'email') });

/** Waits until each message of the tenant has so many attempts or refusals. */
const untilEach = (environment: SendEnvironment, tenantId: string, figure: 'tries' | 'refusals', least: number): Promise<void> =>
  withDatabase(environment, async (client) => {
    const until = Date.now() + environment.patienceMs;
    const query = `select min(${figure}) as least from messages where tenant_id = $1 and sender = 'outbound'`;
    while (((await client.query<{ least: number }>(query, [tenantId])).rows[0]?.least ?? 0) < least) {
      if (Date.now() > until) throw new Error(`not every message has ${figure} >= ${least}`);
      await wait(50);
    }
  });
