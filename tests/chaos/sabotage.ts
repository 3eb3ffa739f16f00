import { printFigures } from '../security/world.ts';
import { main, scoped } from './endings.ts';
import { plantings } from './plantings.ts';
import { runScenario, scenarioNames } from './scenarios.ts';
import { startWorld } from './world.ts';

/**
 * Takes out one protection of accepted work at a time and asks whether the test notices. The untouched source must pass
 * the very same scenarios.
 */
await main(async () => {
  const startedAt = Date.now();
  const kept = await scoped(passesUntouched);
  let caught = 0;
  for (const { name, scenario, red, replacements } of plantings) {
    const faults = await scoped(async () => runScenario(await startWorld(replacements), scenario));
    const isCaught = faults.some((fault) => fault.startsWith(`${red}=`));
    if (isCaught) caught++;
    console.log(`${isCaught ? 'caught' : 'MISSED'}: ${name} (${scenario}): ${faults.join('; ') || 'nothing turned red'}`);
  }
  printFigures({ planted: plantings.length, caught, untouchedKept: kept, seconds: Math.round((Date.now() - startedAt) / 1000) });
  return kept && caught === plantings.length;
});

async function passesUntouched(): Promise<boolean> {
  const world = await startWorld();
  let kept = true;
  for (const scenario of scenarioNames) {
    const faults = await scoped(() => runScenario(world, scenario));
    console.log(`untouched (${scenario}): ${faults.join('; ') || 'kept'}`);
    kept &&= faults.length === 0;
  }
  return kept;
}
