import { setTimeout as wait } from 'node:timers/promises';
import { type Environment, LEASE_SECONDS } from './environment.ts';
import { type Accepted, makeContacts } from './load.ts';
import { createTenant, type Tenant } from './tenant.ts';
import { faultsOf, readKept, settle, verifyReceived, withDatabase } from './verify.ts';

const EVENTS = 30;
const PATIENCE_MS = 120_000;
/** An endpoint may be left in peace for half a minute by a worker that saw its own pause as a fault of the endpoint. */
const AFTER_PAUSE_PATIENCE_MS = 120_000;
/** Long enough for others to do its work, and less than a request may take: its answers are still good when it wakes up. */
const ZOMBIE_MS = (LEASE_SECONDS + 3) * 1_000;
const NOTICED_WITHIN_MS = 20_000;
const LAST_WRITES_MS = 3_000;

type Scenario = {
  slowestMs: number;
  patienceMs?: number;
  isCalm?: boolean;
  run(environment: Environment, tenant: Tenant): Promise<Accepted>;
};

/** Short and aimed: each brings about the very moment that one protection is for. */
const plans = {
  /** The broker forgets messages that nobody has read yet. */
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

  /** Nothing goes wrong, but the endpoints take their time, though less than the lease. */
  slow: {
    slowestMs: (LEASE_SECONDS - 2) * 1_000,
    isCalm: true,
    run: (environment, tenant) => makeContacts(environment, tenant, EVENTS, 1_000),
  },

  /** A worker freezes while its requests are out, others do its work, and it wakes up with the answers. */
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
      await wait(LAST_WRITES_MS); // the list may be empty before it has written
      return accepted;
    },
  },

  /** The table of events is locked for a moment, and the API processes die while they wait for it. */
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

/** Every reason why the promise was broken in this scenario; none when it was kept. */
async function play(environment: Environment, { slowestMs, patienceMs = PATIENCE_MS, isCalm, run }: Scenario): Promise<string[]> {
  const tenant = await createTenant(environment, slowestMs);
  const { contactIds } = await run(environment, tenant);
  await environment.allUp();
  await settle(environment, patienceMs);
  const received = verifyReceived(contactIds, await tenant.receiver.read());
  const faults = faultsOf(received, await readKept(environment, tenant));
  if (isCalm && received.duplicates > 0) faults.push(`duplicates=${received.duplicates} though nobody died`);
  return faults;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + NOTICED_WITHIN_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('what the scenario waits for did not happen');
    await wait(50);
  }
}
