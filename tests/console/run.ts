import { recordFailure } from './failure.ts';
import { closeOthers } from './scene.ts';
import type { Area, Scene, Step } from './step.ts';

export type Result = { area: string; step: string; isOk: boolean };

/** Runs the steps of areas one after the other. A step that fails does not stop those after it. */
export async function runAreas(scene: Scene, areas: readonly Area[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const area of areas)
    for (const step of area.steps)
      results.push({ area: area.name, step: step.name, isOk: await runStep(scene, area.name, step) });
  return results;
}

async function runStep(scene: Scene, area: string, step: Step): Promise<boolean> {
  const startedAt = performance.now();
  try {
    await step.run(scene);
    console.log(`  ok      ${area}: ${step.name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    await recordFailure(`${area}: ${step.name}`, error, scene.windows());
    return false;
  } finally {
    await closeOthers(scene);
  }
}
