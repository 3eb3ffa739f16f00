import { main } from '../chaos/endings.ts';
import { adapterSuite } from './adapter-suite.ts';
import { everyKnob, quietPace } from './every-knob.ts';
import { everyRule, sabotageRules } from './every-rule.ts';
import type { Result } from './result.ts';
import { tenThousand } from './ten-thousand.ts';
import { startWorld, type World } from './environment.ts';

const parts: Record<string, (world: World) => Promise<Result>> = {
  suite: adapterSuite,
  knobs: everyKnob,
  pace: quietPace,
  storm: tenThousand,
  rules: everyRule,
};
/** The first two mostly wait, so they wait together; the others measure, so each is alone. */
const groups = [['suite', 'knobs'], ['rules'], ['pace'], ['storm']];

/** `npm run test:channels -- storm` runs one part, and SEED and COUNT are for it; `-- --sabotage` plants a bug for every rule. */
const only = process.argv.slice(2);

await main(() => (only.includes('--sabotage') ? sabotageRules() : play()));

async function play(): Promise<boolean> {
  for (const name of only)
    if (!parts[name]) throw new Error(`There is no part ${name}; there are ${Object.keys(parts).join(', ')}`);
  const world = await startWorld();
  const results: Result[] = [];
  for (const group of groups) {
    const wanted = group.filter((name) => only.length === 0 || only.includes(name));
    results.push(...(await Promise.all(wanted.map((name) => timed(world, name)))));
  }
  for (const warning of world.warnings()) console.log(`  a server warned: ${warning.slice(0, 300)}`);
  for (const { figures } of results) console.log(figures);
  return results.every(({ isKept }) => isKept);
}

async function timed(world: World, name: string): Promise<Result> {
  const startedAt = Date.now();
  const result = await (parts[name] as (world: World) => Promise<Result>)(world);
  console.log(`  ${name}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}
