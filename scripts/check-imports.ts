import { spawnSync } from 'node:child_process';

/**
 * Runs the import rules. With a compiler that it cannot use, dependency-cruiser finds no TypeScript and reports no violations, so this
 * check also requires a minimum of modules and a fixture that must fail.
 */
const run = (...args: string[]) => spawnSync('depcruise', ['--output-type', 'err', ...args], { encoding: 'utf8' });

const real = run('--exclude', 'tests/fixtures', 'server/src', 'sandbox/src', 'sdk/src', 'cli/src', 'tests', 'scripts');
process.stdout.write(real.stdout);
const modules = Number(/(\d+) modules/.exec(real.stdout)?.[1] ?? 0);
const fixture = run('--config', 'tests/fixtures/imports/rules.cjs', 'tests/fixtures/imports');
const sees = fixture.status !== 0 && fixture.stdout.includes('no-cycles');
if (!sees) console.error('the fixture that must fail passed: the import check finds no modules');
console.log(`modules=${modules} fixtureCaught=${sees}`);
process.exit(real.status === 0 && modules > 50 && sees ? 0 : 1);
