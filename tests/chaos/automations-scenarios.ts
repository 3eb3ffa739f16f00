import { setTimeout as wait } from 'node:timers/promises';
import { type Ended, play } from './automations-play.ts';
import type { Owner } from './automations-tenant.ts';
import { LEASE_SECONDS } from './environment.ts';
import type { SendEnvironment } from './send-environment.ts';
import { withDatabase } from './verify.ts';

/** All runs start together, so that some run is always in the middle of a step. */
const PLAN = { runs: 90, spanMs: 300, seed: 1 };
/** With so many log lines, the workers are busy. */
const BUSY_LINES = 10;
/** Longer than the lease, so that other workers do its work. */
const ZOMBIE_MS = (LEASE_SECONDS + 3) * 1_000;
const POLL_INTERVAL_MS = 5;
const POLL_TIMEOUT_MS = 90_000;

/** Each scenario creates the situation that one protection is for. */
export const scenarios = {
  /** Kills all workers during the first steps, and again during the steps after the questions. */
  async cut(environment: SendEnvironment): Promise<Ended<void>> {
    await killAll(environment);
    return play(environment, PLAN, async (owner) => {
      await until(environment, owner, `select count(*) = ${PLAN.runs} as yes from automation_runs where tenant_id = $1`);
      for (const step of ['hello', 'miss']) {
        const starting = startAll(environment);
        await until(environment, owner, linesAtLeast(step, BUSY_LINES));
        await killAll(environment);
        await starting;
      }
      await startAll(environment);
    });
  },

  /** Stops one worker during its steps and continues it after others have done its work. */
  async zombie(environment: SendEnvironment): Promise<Ended<void>> {
    const [zombie, ...others] = environment.workers;
    await Promise.all(others.map((worker) => worker.kill()));
    return play(environment, PLAN, async (owner) => {
      await until(environment, owner, linesAtLeast('hello', BUSY_LINES));
      zombie?.pause();
      await Promise.all(others.map((worker) => worker.start()));
      await wait(ZOMBIE_MS);
      zombie?.resume();
    });
  },

  /** Kills PostgreSQL while runs are in progress. */
  outage: (environment: SendEnvironment): Promise<Ended<void>> =>
    play(environment, PLAN, async (owner) => {
      await until(environment, owner, linesAtLeast('miss', BUSY_LINES));
      await environment.services.postgresql.kill();
      await environment.services.postgresql.start();
    }),
};

export type ScenarioName = keyof typeof scenarios;

const linesAtLeast = (step: string, count: number): string =>
  `select count(*) >= ${count} as yes from automation_run_steps where tenant_id = $1 and step_id = '${step}'`;

async function until(environment: SendEnvironment, { tenantId }: Owner, question: string): Promise<void> {
  const giveUpAt = Date.now() + POLL_TIMEOUT_MS;
  await withDatabase(environment, async (client) => {
    while (!(await client.query<{ yes: boolean }>(question, [tenantId])).rows[0]?.yes) {
      if (Date.now() > giveUpAt) throw new Error(`condition not met in time: ${question}`);
      await wait(POLL_INTERVAL_MS);
    }
  });
}

const killAll = ({ workers }: SendEnvironment) => Promise.all(workers.map((worker) => worker.kill()));
const startAll = ({ workers }: SendEnvironment) => Promise.all(workers.map((worker) => worker.start()));
