import { setTimeout as wait } from 'node:timers/promises';
import { type Ended, play } from './automations-play.ts';
import type { Owner } from './automations-tenant.ts';
import { LEASE_SECONDS } from './environment.ts';
import type { SendEnvironment } from './send-environment.ts';
import { withDatabase } from './verify.ts';

/** All at once, so that there is always somebody in the middle of a step. */
const PLAN = { runs: 90, spanMs: 300, seed: 1 };
/** So many lines of logs show that the work is in full swing. */
const IN_FULL_SWING = 10;
/** Long enough for others to do its work. */
const ZOMBIE_MS = (LEASE_SECONDS + 3) * 1_000;
const LOOK_EVERY_MS = 5;
const LOOK_FOR_MS = 90_000;

/** Short and aimed: each brings about the very moment that one protection is for. */
export const scenarios = {
  /** Every worker dies in the middle of the first steps, and again in the middle of those after the questions. */
  async cut(environment: SendEnvironment): Promise<Ended<void>> {
    await killAll(environment);
    return play(environment, PLAN, async (owner) => {
      await until(environment, owner, `select count(*) = ${PLAN.runs} as yes from automation_runs where tenant_id = $1`);
      for (const step of ['hello', 'miss']) {
        const starting = startAll(environment);
        await until(environment, owner, linesAtLeast(step, IN_FULL_SWING));
        await killAll(environment);
        await starting;
      }
      await startAll(environment);
    });
  },

  /** A worker freezes in the middle of its steps, and wakes up when others have had to do without it. */
  async zombie(environment: SendEnvironment): Promise<Ended<void>> {
    const [zombie, ...others] = environment.workers;
    await Promise.all(others.map((worker) => worker.kill()));
    return play(environment, PLAN, async (owner) => {
      await until(environment, owner, linesAtLeast('hello', IN_FULL_SWING));
      zombie?.pause();
      await Promise.all(others.map((worker) => worker.start()));
      await wait(ZOMBIE_MS);
      zombie?.resume();
    });
  },

  /** PostgreSQL loses its power while runs are far on their way. */
  outage: (environment: SendEnvironment): Promise<Ended<void>> =>
    play(environment, PLAN, async (owner) => {
      await until(environment, owner, linesAtLeast('miss', IN_FULL_SWING));
      await environment.services.postgresql.kill();
      await environment.services.postgresql.start();
    }),
};

export type ScenarioName = keyof typeof scenarios;

const linesAtLeast = (step: string, count: number): string =>
  `select count(*) >= ${count} as yes from automation_run_steps where tenant_id = $1 and step_id = '${step}'`;

async function until(environment: SendEnvironment, { tenantId }: Owner, question: string): Promise<void> {
  const giveUpAt = Date.now() + LOOK_FOR_MS;
  await withDatabase(environment, async (client) => {
    while (!(await client.query<{ yes: boolean }>(question, [tenantId])).rows[0]?.yes) {
      if (Date.now() > giveUpAt) throw new Error(`it never became true: ${question}`);
      await wait(LOOK_EVERY_MS);
    }
  });
}

const killAll = ({ workers }: SendEnvironment) => Promise.all(workers.map((worker) => worker.kill()));
const startAll = ({ workers }: SendEnvironment) => Promise.all(workers.map((worker) => worker.start()));
