import type { Faults } from './environment.ts';
import { mutants } from './mutation-tests.ts';
import { type Played, play } from './play.ts';
import type { Violation } from './verify.ts';

/**
 * Simulates runs with a virtual clock: seeded runs of random definitions with replies, crashes, duplicate, late and early
 * deliveries and clock jumps. Every invariant is verified after every transaction.
 *
 *   npm run test:simulation                 10,000 seeds; SEEDS=500 is the short form
 *   SEED=17 npm run test:simulation         one seed, with its log
 *   npm run test:simulation -- --mutants   removes one protection at a time and verifies that this is detected
 */
const MUTANT_SEEDS = 1_500;

const { SEED, SEEDS = '10000' } = process.env;
if (process.argv.includes('--mutants')) testMutants();
else if (SEED !== undefined) replay(Number(SEED));
else simulate(Number(SEEDS));

function simulate(seeds: number): void {
  const startedAt = performance.now();
  const tally = new Map<string, number>();
  let [steps, violations] = [0, 0];
  for (let seed = 1; seed <= seeds; seed++) {
    const played = playTwice(seed);
    steps += played.steps;
    add(tally, new Map([...played.tally, [`run ${played.status}`, 1]]));
    if (played.violations.length > 0) printViolations(seed, played.violations);
    violations += played.violations.length;
  }
  console.log(
    [...tally]
      .sort()
      .map(([what, count]) => `${what.replace(' ', '_')}=${count}`)
      .join(' '),
  );
  console.log(`seeds=${seeds} steps=${steps} violations=${violations} seconds=${secondsSince(startedAt)}`);
  process.exitCode = violations === 0 && steps > 0 ? 0 : 1;
}

/** Runs a seed twice. The same seed must give the same log. */
function playTwice(seed: number, faults?: Faults): Played {
  const played = play(seed, faults);
  const again = play(seed, faults);
  if (played.log.join('\n') !== again.log.join('\n')) played.violations.push({ invariant: 'replay', message: 'the logs differ' });
  return played;
}

function replay(seed: number): void {
  const { log, steps, violations } = playTwice(seed);
  for (const line of log) console.log(line);
  printViolations(seed, violations);
  console.log(`seed=${seed} steps=${steps} violations=${violations.length}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

function testMutants(): void {
  const startedAt = performance.now();
  const kept = firstRed(undefined) === null;
  let caught = 0;
  for (const { name, red, faults } of mutants) {
    const found = firstRed(red, faults);
    if (found) caught++;
    console.log(`${found ? 'caught' : 'MISSED'}: ${name} (${red}${found ? `, seed ${found.seed}: ${found.message}` : ''})`);
  }
  console.log(`planted=${mutants.length} caught=${caught} untouchedKept=${kept} seconds=${secondsSince(startedAt)}`);
  process.exitCode = kept && caught === mutants.length ? 0 : 1;
}

/** Returns the first seed that violates this invariant, or any invariant when none is given. */
function firstRed(red: string | undefined, faults?: Faults): { seed: number; message: string } | null {
  for (let seed = 1; seed <= MUTANT_SEEDS; seed++) {
    const violation = playTwice(seed, faults).violations.find(({ invariant }) => red === undefined || invariant === red);
    if (violation) return { seed, message: violation.message };
  }
  return null;
}

function printViolations(seed: number, violations: Violation[]): void {
  for (const { invariant, message } of violations.slice(0, 5))
    console.error(`seed ${seed}: ${invariant}: ${message}`.slice(0, 300));
}

function add(tally: Map<string, number>, more: Map<string, number>): void {
  for (const [what, count] of more) tally.set(what, (tally.get(what) ?? 0) + count);
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}
