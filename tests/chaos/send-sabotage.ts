import { printFigures } from '../security/world.ts';
import { scoped } from './endings.ts';
import { plantings } from './send-plantings.ts';
import { runScenario, scenarioNames } from './send-scenarios.ts';
import { startSendWorld } from './send-world.ts';

/**
 * Takes out one protection of a send at a time and asks whether the test notices. The untouched source must pass the very
 * same scenarios.
 */
export async function sabotage(): Promise<boolean> {
  const startedAt = Date.now();
  const kept = await scoped(passesUntouched);
  let caught = 0;
  for (const { name, scenario, red, replacements } of plantings) {
    const { faults } = await scoped(async () => runScenario(await startSendWorld(replacements), scenario));
    const isCaught = faults.some((fault) => fault.startsWith(`${red}=`));
    if (isCaught) caught++;
    console.log(`${isCaught ? 'caught' : 'MISSED'}: ${name} (${scenario}): ${faults.join('; ') || 'nothing turned red'}`);
  }
  printFigures({ planted: plantings.length, caught, untouchedKept: kept, seconds: Math.round((Date.now() - startedAt) / 1000) });
  return kept && caught === plantings.length;
}

async function passesUntouched(): Promise<boolean> {
  const world = await startSendWorld();
  let kept = true;
  for (const scenario of scenarioNames) {
    const { figures, faults } = await runScenario(world, scenario);
    console.log(`untouched (${scenario}): ${faults.join('; ') || 'kept'}`);
    printFigures(figures);
    kept &&= faults.length === 0;
  }
  return kept;
}
