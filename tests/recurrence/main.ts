import { instantsOf } from '../../server/src/domain/campaigns/schedule/schedule.ts';
import { printFigures } from '../security/environment.ts';
import { compare } from './compare.ts';
import { testMutants } from './mutation-tests.ts';

/**
 * The schedule of campaigns against a second implementation of RFC 5545, over random rules in every time zone there is, on
 * both sides of the changes of clocks.
 *
 *   npm run test:recurrence                 1,000 rules; RULES=200 is the short form
 *   SEED=18 npm run test:recurrence         other rules
 *   npm run test:recurrence -- --mutants   runs the comparison against copies of the schedule with one bug each, and checks that it finds the bug
 */
const { RULES = '1000', SEED = '17' } = process.env;

if (process.argv.includes('--mutants')) process.exitCode = (await testMutants(Number(RULES), Number(SEED))) ? 0 : 1;
else process.exitCode = check(Number(RULES), Number(SEED)) ? 0 : 1;

function check(wanted: number, seed: number): boolean {
  const startedAt = performance.now();
  const { rules, zones, instants, gaps, folds, differences } = compare(instantsOf, wanted, seed);
  for (const difference of differences.slice(0, 20)) console.error(difference);
  printFigures({ seed, skippedTimes: gaps, doubledTimes: folds, seconds: ((performance.now() - startedAt) / 1000).toFixed(1) });
  printFigures({ rules, zones, instants, differences: differences.length });
  return differences.length === 0 && rules === wanted && instants > 0 && gaps > 0 && folds > 0;
}
