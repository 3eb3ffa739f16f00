import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd, main } from '../chaos/endings.ts';
import { program } from '../containers/docker.ts';
import { printFigures } from '../security/environment.ts';
import { combinationsOf, titleOf } from './combinations.ts';
import { testMutants } from './mutation-tests.ts';
import { preparePrograms } from './programs.ts';
import { type Result, runCombination } from './run.ts';
import { chosenSuites } from './suites.ts';
import { supportedVersions } from './table.ts';

/**
 * npm run test:versions. Runs short suites on every supported version of PostgreSQL, NATS and Redis or Valkey. ONLY=word runs the
 * combinations, or mutants, with the word in their names; SUITES=tests,migrate runs these suites; PROGRAMS=folder keeps unpacked packages.
 */
const wanted = process.env.SUITES?.split(',') ?? chosenSuites.map(({ suite }) => suite.name);
const only = process.env.ONLY ?? '';

await main(async () => {
  const startedAt = performance.now();
  if (process.getuid?.() !== 0) throw new Error('Network namespaces need root; run it as root, or with sudo');
  await program('bash', ['scripts/need.sh', 'iproute2', 'util-linux', 'postgresql', 'redis-server', 'nats-server']);
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-versions-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755); // PostgreSQL runs as another user
  const roots = await preparePrograms(process.env.PROGRAMS ?? folder, supportedVersions);
  if (process.argv.includes('--mutants')) return testMutants({ folder, roots, only });
  const results: Result[] = [];
  for (const combination of combinationsOf(supportedVersions).filter((one) => titleOf(one).includes(only))) {
    console.log(`\n── ${titleOf(combination)}`);
    results.push(await runCombination({ combination, suites: wanted, folder, roots }));
  }
  console.log('');
  for (const { title, isGreen, seconds } of results) console.log(`${isGreen ? 'ok    ' : 'FAILED'} ${title}, ${seconds} s`);
  const failed = results.filter(({ isGreen }) => !isGreen).length;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  printFigures({ combinations: results.length, failed, seconds });
  return results.length > 0 && failed === 0;
});
