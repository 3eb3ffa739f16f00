import { readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { inEnvironment, main, printFigures } from '../security/environment.ts';
import { createEnvironment, type Environment, type Scenario } from './environment.ts';

/**
 * One scenario per finding of the security test, each played against running servers. `ONLY=9,22` plays those entries;
 * without it, all of them must be there.
 */
const FINDINGS = 24;
const LIMIT_MS = 180_000;

await main(async () => {
  const only = process.env.ONLY?.split(',').map(Number);
  const scenarios = (await readScenarios()).filter(({ entry }) => !only || only.includes(entry));
  const held = await inEnvironment(async (base) => {
    const environment = createEnvironment(base);
    let held = 0;
    for (const scenario of scenarios) held += (await play(scenario, environment)) ? 1 : 0;
    return held;
  });
  printFigures({ scenarios: scenarios.length, held });
  return held === scenarios.length && scenarios.length === (only?.length ?? FINDINGS);
});

async function readScenarios(): Promise<Scenario[]> {
  const folder = new URL('scenarios/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => /^\d\d-.*\.ts$/.test(name)).sort();
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href)));
  return modules.map(({ scenario }: { scenario: Scenario }) => scenario);
}

async function play(scenario: Scenario, environment: Environment): Promise<boolean> {
  const startedAt = Date.now();
  const late = wait(LIMIT_MS, undefined, { ref: false }).then(() => Promise.reject(new Error(`not over after ${LIMIT_MS} ms`)));
  const fault = await Promise.race([scenario.run(environment), late]).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`${fault === undefined ? 'held  ' : 'BROKEN'} ${scenario.entry}. ${scenario.title} (${seconds} s)`);
  if (fault !== undefined) console.error(`  ${fault.slice(0, 2000)}`);
  return fault === undefined;
}
