import { spawnSync } from 'node:child_process';

/**
 * Runs the import rules. With a compiler that it cannot use, dependency-cruiser finds no TypeScript and reports no violations, so this
 * check also requires a minimum of modules and a fixture that must fail.
 */
const run = (...args: string[]) => spawnSync('depcruise', ['--output-type', 'err', ...args], { encoding: 'utf8' });

const real = run(
  '--exclude',
  'tests/fixtures',
  'server/src',
  'sandbox/src',
  'sdk/src',
  'cli/src',
  'console/src',
  'tests',
  'scripts',
);
process.stdout.write(real.stdout);
const modules = Number(/(\d+) modules/.exec(real.stdout)?.[1] ?? 0);

/** Files that break a rule, with the rules that must report them. */
const fixtures: [rule: string, ...args: string[]][] = [
  ['no-cycles', '--config', 'tests/fixtures/imports/rules.cjs', 'tests/fixtures/imports'],
  ['queue-through-its-index', 'tests/fixtures/imports/queue-store.ts'],
  ['only-the-router-knows-areas', 'tests/fixtures/imports/console-area.ts'],
];
const missed = fixtures.filter(([rule, ...args]) => {
  const { status, stdout } = run(...args);
  return status === 0 || !stdout.includes(rule);
});
for (const [rule] of missed) console.error(`the fixture that breaks ${rule} was not reported: the import check does not see it`);
console.log(`modules=${modules} fixtures=${fixtures.length} caught=${fixtures.length - missed.length}`);
process.exit(real.status === 0 && modules > 50 && missed.length === 0 ? 0 : 1);
