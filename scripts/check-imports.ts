import { spawnSync } from 'node:child_process';

/**
 * Runs the import rules, and refuses to be green by blindness: with a compiler it cannot use, the tool sees no
 * TypeScript at all and reports no violations.
 */
const run = (...args: string[]) => spawnSync('depcruise', ['--output-type', 'err', ...args], { encoding: 'utf8' });

const real = run('--exclude', 'tests/fixtures', 'server/src', 'sandbox/src', 'sdk/src', 'cli/src', 'tests', 'scripts');
process.stdout.write(real.stdout);
const modules = Number(/(\d+) modules/.exec(real.stdout)?.[1] ?? 0);
const fixture = run('--config', 'tests/fixtures/imports/rules.cjs', 'tests/fixtures/imports');
const sees = fixture.status !== 0 && fixture.stdout.includes('no-cycles');
if (!sees) console.error('the fixture that must fail did not: the import check sees nothing');
console.log(`modules=${modules} fixtureCaught=${sees}`);
process.exit(real.status === 0 && modules > 50 && sees ? 0 : 1);
