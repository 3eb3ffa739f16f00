import { scoped } from '../chaos/endings.ts';
import { buildBrokenConsole } from './broken-console.ts';
import { noFaults, openBrowser } from './browser.ts';
import { openInstallation } from './installation.ts';
import { type Mutant, mutants } from './mutants.ts';
import { runAreas } from './run.ts';
import { openScene } from './scene.ts';

/** Plants each fault in a copy of the console and expects its step to fail. `ONLY=word` chooses those with the word in their names. */
export async function testMutants(): Promise<boolean> {
  const chosen = mutants.filter(({ name }) => name.includes(process.env.ONLY ?? ''));
  let caught = 0;
  for (const mutant of chosen) {
    const isCaught = await scoped(() => isFound(mutant));
    console.log(`${isCaught ? 'caught' : 'MISSED'}: ${mutant.name}`);
    if (isCaught) caught++;
  }
  console.log(`planted=${chosen.length} caught=${caught}`);
  return caught === chosen.length && chosen.length > 0;
}

/** Runs the steps up to the one that guards. A fault that breaks an earlier step would say nothing about the guard. */
async function isFound({ changes, area, guard }: Mutant): Promise<boolean> {
  const last = area.steps.findIndex(({ name }) => name.includes(guard));
  if (last < 0) throw new Error(`No step of "${area.name}" is named "${guard}"`);
  const installation = await openInstallation(await buildBrokenConsole(changes));
  const scene = await openScene(installation, { browser: await openBrowser(), faults: noFaults() }, 'Mutant');
  const results = await runAreas(scene, [{ ...area, steps: area.steps.slice(0, last + 1) }]);
  const failed = results.filter(({ isOk }) => !isOk);
  return failed.length === 1 && failed[0] === results.at(-1);
}
