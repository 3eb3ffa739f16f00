import { globSync } from 'node:fs';
import type { Suite } from '../../scripts/suites/suite.ts';
import { suites as table } from '../../scripts/suites/table.ts';

/** A suite in the short form that every combination runs. `hasOwnServices`: it starts services itself and prints their versions. */
export type ChosenSuite = { suite: Suite; args?: string[]; env?: Record<string, string>; hasOwnServices?: true };

/** Test files whose statements, jobs, live events and counters differ most between versions of a service. */
const TEST_FILES = [
  'server/src/storage/*.test.ts',
  'server/src/queue/*.test.ts',
  'server/src/platform/token-bucket.test.ts',
  'server/src/domain/events/follow.test.ts',
  'server/src/http/live-work.test.ts',
  'server/src/http/message-search.test.ts',
  'server/src/http/reports.test.ts',
  'server/src/job-handlers/limits.test.ts',
];

/** All migrations on an empty database, by the command that an operator runs. */
const migration: Suite = { name: 'migrate', script: 'admin', promise: null, ci: null, nightly: {} };

/** The longest first: two run at a time. */
export const chosenSuites: ChosenSuite[] = [
  { suite: named('test:limits'), env: { KEYS: '5', ROUNDS: '1' } },
  { suite: named('tests'), args: globSync(TEST_FILES) },
  { suite: named('chaos:delivery'), env: { EVENTS: '200', KILLS: '2' }, hasOwnServices: true },
  { suite: migration, args: ['migrate'] },
];

function named(name: string): Suite {
  const found = table.find((suite) => suite.name === name);
  if (!found) throw new Error(`${name} is not in scripts/suites/table.ts`);
  return found;
}
