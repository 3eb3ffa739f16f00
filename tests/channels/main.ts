import { main } from '../chaos/endings.ts';
import { adapterSuite } from './adapter-suite.ts';
import { type Environment, startEnvironment } from './environment.ts';
import { everyKnob, quietPace } from './every-knob.ts';
import { everyRule, testRuleMutants } from './every-rule.ts';
import type { Result } from './result.ts';
import { tenThousand } from './ten-thousand.ts';

const parts: Record<string, (environment: Environment) => Promise<Result>> = {
  suite: adapterSuite,
  knobs: everyKnob,
  pace: quietPace,
  storm: tenThousand,
  rules: everyRule,
};
/** The first two mostly wait, so they run concurrently; the others measure, so each runs alone. */
const groups = [['suite', 'knobs'], ['rules'], ['pace'], ['storm']];

/** `npm run test:channels -- storm` runs one part, with SEED and COUNT; `-- --mutants` runs a mutant for every rule. */
const only = process.argv.slice(2);

await main(() => (only.includes('--mutants') ? testRuleMutants() : play()));

async function play(): Promise<boolean> {
  for (const name of only)
    if (!parts[name]) throw new Error(`There is no part ${name}; there are ${Object.keys(parts).join(', ')}`);
  const environment = await startEnvironment();
  const results: Result[] = [];
  for (const group of groups) {
    const wanted = group.filter((name) => only.length === 0 || only.includes(name));
    results.push(...(await Promise.all(wanted.map((name) => timed(environment, name)))));
  }
  for (const warning of environment.warnings()) console.log(`  server warning: ${warning.slice(0, 300)}`);
  for (const { figures } of results) console.log(figures);
  return results.every(({ isKept }) => isKept);
}

async function timed(environment: Environment, name: string): Promise<Result> {
  const startedAt = Date.now();
  const result = await (parts[name] as (environment: Environment) => Promise<Result>)(environment);
  console.log(`  ${name}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}
