import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chanceIn } from '../../scripts/suites/figures.ts';
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
type Plan = { combination: Combination; folder: string; suites: string[]; files?: string[]; suiteLimitMs?: number };

const PORTS = { postgresql: 5432, redis: 6379, nats: 4222 };
const TRACKS = 2;
const SUITE_LIMIT_MS = 8 * 60_000;
const SHOWN_LINES = 40;

await main(async () => {
  const plan = JSON.parse(process.env.COMBINATION ?? '') as Plan;
  const { combination, folder, suites } = plan;
  await chmod(folder, 0o755); // PostgreSQL runs as another user
  const data = join(folder, 'services');
  await mkdir(data, { mode: 0o755 });
  await startServices(data, [PORTS.postgresql, PORTS.redis, PORTS.nats]);
  const reported = await readReported(PORTS);
  const faults = faultsOfVersions(combination, reported);
  const chosen = chosenSuites.filter(({ suite }) => suites.includes(suite.name));
  if (faults.length === 0) faults.push(...(await runAll(chosen, plan, reported)));
  for (const fault of faults) console.log(`FAULT: ${fault}`);
  printFigures({ suites: chosen.length, failed: faults.length });
  return faults.length === 0;
});

/** Runs the suites two at a time. One that fails beside another is repeated once, alone, and named, as in CI (ADR 81). */
async function runAll(chosen: ChosenSuite[], plan: Plan, reported: Reported): Promise<string[]> {
  const first = await onTracks(TRACKS, chosen, (one) => run(one, plan, reported));
  const failed = chosen.filter((_, i) => first[i]?.length);
  const faults: string[] = [];
  for (const one of failed) {
    if (chosen.length === 1) return first.flat();
    console.log(`  repeated: ${one.suite.name}`);
    faults.push(...(await run(one, plan, reported)));
  }
  return faults;
}

async function run(
  one: ChosenSuite,
  { folder, files, suiteLimitMs = SUITE_LIMIT_MS }: Plan,
  reported: Reported,
): Promise<string[]> {
  const { suite, env = {} } = one;
  const args = (suite.name === 'tests' && files) || one.args || [];
  const outcome = await runSuite(suite, { args, env }, folder, suiteLimitMs);
  const faults = faultsOfSuite(one, outcome, reported);
  console.log(
    `  ${faults.length === 0 ? 'ok    ' : 'FAILED'} ${suite.name} ${outcome.seconds} s, ${outcome.cpuSeconds ?? '-'} s of processor`,
  );
  for (const line of chanceIn(outcome.output)) console.log(`  ${line}`);
  if (faults.length > 0) console.log(lastLines(outcome.output, SHOWN_LINES));
  return faults;
}
