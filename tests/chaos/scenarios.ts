import { setTimeout as wait } from 'node:timers/promises';
import { type Environment, LEASE_SECONDS } from './environment.ts';
import { type Accepted, makeContacts } from './load.ts';
import { createTenant, type Tenant } from './tenant.ts';
import { faultsOf, readKept, settle, verifyReceived, withDatabase } from './verify.ts';

const EVENTS = 30;
const PATIENCE_MS = 120_000;
/** A resumed worker may take its own pause for a fault of the endpoint and open its breaker for half a minute. */
const AFTER_PAUSE_PATIENCE_MS = 120_000;
/** Long enough for other workers to take over, shorter than the request timeout: responses are still valid after the resume. */
const ZOMBIE_MS = (LEASE_SECONDS + 3) * 1_000;
const NOTICED_WITHIN_MS = 20_000;
const LAST_WRITES_MS = 3_000;

type Scenario = {
  slowestMs: number;
  patienceMs?: number;
  isCalm?: boolean;
  run(environment: Environment, tenant: Tenant): Promise<Accepted>;
};

/** Each scenario produces the situation that one protection is for. */
const plans = {
  /** The broker loses unread messages. */
  amnesia: {
    slowestMs: 100,
    async run(environment, tenant) {
      await Promise.all(environment.workers.map((worker) => worker.kill()));
      const accepted = await makeContacts(environment, tenant, EVENTS, 1_000);
      await environment.services.nats.kill();
      await environment.services.wipeNats();
      await environment.services.nats.start();
      await Promise.all(environment.workers.map((worker) => worker.start()));
      return accepted;
    },
  },

  /** Slow endpoints, but faster than the lease. */
  slow: {
    slowestMs: (LEASE_SECONDS - 2) * 1_000,
    isCalm: true,
    run: (environment, tenant) => makeContacts(environment, tenant, EVENTS, 1_000),
  },

  /** Stops a worker during its requests and resumes it after others did its work. */
  zombie: {
    slowestMs: 2_000,
    patienceMs: AFTER_PAUSE_PATIENCE_MS,
    async run(environment, tenant) {
      const [zombie, ...others] = environment.workers;
      await Promise.all(others.map((worker) => worker.kill()));
      const accepted = await makeContacts(environment, tenant, EVENTS, 500);
      await until(async () => (await tenant.receiver.read()).length >= EVENTS);
      zombie?.pause();
      const pausedAt = Date.now();
      await Promise.all(others.map((worker) => worker.start()));
      await wait(pausedAt + ZOMBIE_MS - Date.now());
      zombie?.resume();
      await wait(LAST_WRITES_MS); // the resumed worker may write after the queue is empty
      return accepted;
    },
  },

  /** Kills the API processes while they wait for a lock on the events table. */
  crash: {
    slowestMs: 100,
    run: (environment, tenant) =>
      withDatabase(environment, async (client) => {
        await client.query('begin; lock table events in share mode');
        const accepting = makeContacts(environment, tenant, EVENTS, 1_000);
        await wait(2_000);
        await Promise.all(environment.apis.map((api) => api.kill()));
        await client.query('rollback');
        await Promise.all(environment.apis.map((api) => api.start()));
        return accepting;
      }),
  },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof plans;

const names = Object.keys(plans) as ScenarioName[];
export const scenarios = Object.fromEntries(
  names.map((name) => [name, async (environment: Environment) => ({ faults: await play(environment, plans[name]) })]),
) as Record<ScenarioName, (environment: Environment) => Promise<{ faults: string[] }>>;

/** Returns the differences from the expected figures of this scenario. */
async function play(environment: Environment, { slowestMs, patienceMs = PATIENCE_MS, isCalm, run }: Scenario): Promise<string[]> {
  const tenant = await createTenant(environment, slowestMs);
  const { contactIds } = await run(environment, tenant);
  await environment.allUp();
  await settle(environment, patienceMs);
  const received = verifyReceived(contactIds, await tenant.receiver.read());
  const faults = faultsOf(received, await readKept(environment, tenant));
  if (isCalm && received.duplicates > 0) faults.push(`duplicates=${received.duplicates} though no process died`);
  return faults;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + NOTICED_WITHIN_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('what the scenario waits for did not happen');
    await wait(50);
  }
}
