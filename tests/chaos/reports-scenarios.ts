import { setTimeout as wait } from 'node:timers/promises';
import { seeded } from './random.ts';
import { type Ended, play } from './reports-play.ts';
import type { SendEnvironment } from './send-environment.ts';
import { withDatabase } from './verify.ts';

const PEOPLE = 40;
const BUSY_AFTER_MS = 3_000;
const LOCKED_FOR_MS = 3_000;

/** Each scenario creates the situation that one protection is for. */
export const scenarios = {
  /** All workers fold at once, and nothing is killed. */
  calm: (environment: SendEnvironment): Promise<Ended<void>> => play(environment, seeded(1), PEOPLE, async () => undefined),

  /** Kills the API processes and workers while they wait for a lock on the messages: their transactions are rolled back. */
  crash: (environment: SendEnvironment): Promise<Ended<void>> =>
    play(environment, seeded(1), PEOPLE, async () => {
      await wait(BUSY_AFTER_MS);
      const killed = [...environment.apis, ...environment.workers];
      await withDatabase(environment, async (client) => {
        await client.query('begin; lock table messages in share mode');
        await wait(LOCKED_FOR_MS);
        await Promise.all(killed.map((unit) => unit.kill()));
        await client.query('rollback');
      });
      await Promise.all(killed.map((unit) => unit.start()));
    }),
};

export type ScenarioName = keyof typeof scenarios;
