import type { Client } from 'pg';
import { ASK_SECONDS } from './automations-definition.ts';
import { countOpen, countSteps, readEvidence } from './automations-evidence.ts';
import { startRuns } from './automations-load.ts';
import { inventPeople } from './automations-people.ts';
import { answerPhones } from './automations-phone.ts';
import { createOwner, type Owner } from './automations-tenant.ts';
import { faultsOf, type Verdict, verify } from './automations-verify.ts';
import { type Left, waitOut } from './patience.ts';
import { seeded } from './random.ts';
import { type SendEnvironment, startSendEnvironment } from './send-environment.ts';
import { withDatabase } from './verify.ts';

export type Ended<T> = { verdict: Verdict; faults: string[]; samples: string[]; done: T };

export type Plan = { runs: number; spanMs: number; seed: number };

/** Servers are started with our own environment beneath theirs: attributes are still made in v2, and the shop is next door. */
export function startAutomationsEnvironment(replacements: [RegExp, string][] = []): Promise<SendEnvironment> {
  Object.assign(process.env, { V2_SUNSET_AT: '2100-01-01T00:00:00Z', WEBHOOK_ALLOW_PRIVATE: 'true' });
  return startSendEnvironment(replacements);
}

/** Starts a run for so many people over the span, while there is trouble, and verifies when nothing is left to do. */
export async function play<T>(
  environment: SendEnvironment,
  { runs, spanMs, seed }: Plan,
  trouble: (owner: Owner) => Promise<T>,
): Promise<Ended<T>> {
  const owner = await createOwner(environment, seed);
  const people = inventPeople(seeded(seed), runs, ASK_SECONDS);
  const phones = answerPhones(environment.provider, owner.account, people);
  const [started, done] = await Promise.all([startRuns(environment, owner, people, spanMs), trouble(owner)]);
  await environment.allUp();
  await settle(environment, owner);
  await phones.stop();
  await environment.provider.flush(owner.account);
  await settle(environment, owner); // what was written last starts nothing, and is read all the same
  const evidence = await withDatabase(environment, (client) => readEvidence(client, owner));
  const { verdict, samples } = verify(started, { ...evidence, reached: phones.reached, calls: owner.shop.calls });
  return { verdict, faults: faultsOf(verdict), samples, done };
}

/** Waits until nothing is left to do, or patience ends. */
const settle = (environment: SendEnvironment, owner: Owner): Promise<void> =>
  withDatabase(environment, (client) => waitOut(() => whatIsLeft(client, owner), environment.patienceMs));

/** Every step that is done is progress. */
async function whatIsLeft(client: Client, owner: Owner): Promise<Left> {
  const n = await countOpen(client, owner);
  return { n, mark: `${n} ${await countSteps(client, owner)}` };
}
