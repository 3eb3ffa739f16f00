import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onTracks } from '../../scripts/suites/run-all.ts';
import { lastLines, runSuite } from '../../scripts/suites/run-suite.ts';
import { main } from '../chaos/endings.ts';
import { type Reported, readReported } from '../chaos/reported-versions.ts';
import { startServices } from '../chaos/services.ts';
import { printFigures } from '../security/environment.ts';
import type { Combination } from './combinations.ts';
import { faultsOfSuite, faultsOfVersions } from './faults.ts';
import { type ChosenSuite, chosenSuites } from './suites.ts';

/**
 * Runs in a network namespace of its own, where no other services can be reached: starts the three services at their usual ports, compares
 * the versions that they report with those of the combination, and runs the suites. `run.ts` starts it.
 */
type Plan = { combination: Combination; folder: string; suites: string[] };

const PORTS = { postgresql: 5432, redis: 6379, nats: 4222 };
const TRACKS = 2;
const SUITE_LIMIT_MS = 8 * 60_000;
const SHOWN_LINES = 40;

await main(async () => {
  const { combination, folder, suites } = JSON.parse(process.env.COMBINATION ?? '') as Plan;
  await chmod(folder, 0o755); // PostgreSQL runs as another user
  const data = join(folder, 'services');
  await mkdir(data, { mode: 0o755 });
  await startServices(data, [PORTS.postgresql, PORTS.redis, PORTS.nats]);
  const reported = await readReported(PORTS);
  const faults = faultsOfVersions(combination, reported);
  const chosen = chosenSuites.filter(({ suite }) => suites.includes(suite.name));
  if (faults.length === 0) faults.push(...(await onTracks(TRACKS, chosen, (one) => run(one, folder, reported))).flat());
  for (const fault of faults) console.log(`FAULT: ${fault}`);
  printFigures({ suites: chosen.length, failed: faults.length });
  return faults.length === 0;
});

async function run(one: ChosenSuite, folder: string, reported: Reported): Promise<string[]> {
  const { suite, args = [], env = {} } = one;
  const outcome = await runSuite(suite, { args, env }, folder, SUITE_LIMIT_MS);
  const faults = faultsOfSuite(one, outcome, reported);
  console.log(`  ${faults.length === 0 ? 'ok    ' : 'FAILED'} ${suite.name} ${outcome.seconds} s, ${outcome.cpuSeconds ?? '-'} s of processor`);
  if (faults.length > 0) console.log(lastLines(outcome.output, SHOWN_LINES));
  return faults;
}
