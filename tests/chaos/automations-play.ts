import type { Client } from 'pg';
import { makeContacts } from './automations-contacts.ts';
import { ASK_SECONDS } from './automations-definition.ts';
import { countOpen, countSteps, readEvidence } from './automations-evidence.ts';
import { startRuns } from './automations-load.ts';
import { answerPhones } from './automations-phones.ts';
import { createOwner, type Owner } from './automations-tenant.ts';
import { faultsOf, type Verdict, verify } from './automations-verify.ts';
import { type Left, waitOut } from './patience.ts';
import { seeded } from './random.ts';
import { type SendEnvironment, startSendEnvironment } from './send-environment.ts';
import { withDatabase } from './verify.ts';

export type Ended<T> = { verdict: Verdict; faults: string[]; samples: string[]; done: T };

export type Plan = { runs: number; spanMs: number; seed: number };

/** Starts the environment. Attributes are created through v2, and the shop has a private address. */
export function startAutomationsEnvironment(replacements: [RegExp, string][] = []): Promise<SendEnvironment> {
  Object.assign(process.env, { V2_SUNSET_AT: '2100-01-01T00:00:00Z', WEBHOOK_ALLOW_PRIVATE: 'true' });
  return startSendEnvironment(replacements);
}

/** Starts the runs over the time span while `injectFaults` runs, and verifies when no work is left. */
export async function play<T>(
  environment: SendEnvironment,
  { runs, spanMs, seed }: Plan,
  injectFaults: (owner: Owner) => Promise<T>,
): Promise<Ended<T>> {
  const owner = await createOwner(environment, seed);
  const contacts = makeContacts(seeded(seed), runs, ASK_SECONDS);
  const phones = answerPhones(environment.provider, owner.account, contacts);
  const [started, done] = await Promise.all([startRuns(environment, owner, contacts, spanMs), injectFaults(owner)]);
  await environment.allUp();
  await settle(environment, owner);
  await phones.stop();
  await environment.provider.flush(owner.account);
  await settle(environment, owner); // the last replies start no run but are processed
  const evidence = await withDatabase(environment, (client) => readEvidence(client, owner));
  const { verdict, samples } = verify(started, { ...evidence, received: phones.received, calls: owner.shop.calls });
  return { verdict, faults: faultsOf(verdict), samples, done };
}

/** Waits until no work is left, or until there is no progress. */
const settle = (environment: SendEnvironment, owner: Owner): Promise<void> =>
  withDatabase(environment, (client) => waitOut(() => workLeft(client, owner), environment.patienceMs));

/** Counts unfinished work. Each new log line is progress. */
async function workLeft(client: Client, owner: Owner): Promise<Left> {
  const n = await countOpen(client, owner);
  return { n, mark: `${n} ${await countSteps(client, owner)}` };
}
