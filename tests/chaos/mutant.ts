import { printFigures } from '../security/environment.ts';
import { scoped } from './endings.ts';

export type Replacements = [RegExp, string][];

/** A protection that is taken out, alone, and the scenario that must notice. */
export type Planting<Scenario extends string, Red extends string> = {
  name: string;
  scenario: Scenario;
  /** The figure that must turn red, so that nothing is caught by accident. */
  red: Red;
  /** Text that is replaced in a copy of the server's source. Text that is not found there stops the test. */
  replacements: Replacements;
};

/** `faults` says why a promise was broken, each beginning with its figure; `samples` shows more to whoever looks for the reason. */
type Ended = { faults: string[]; samples?: string[]; figures?: Record<string, unknown> };

export type Stage<World, Scenario extends string> = {
  startWorld(replacements?: Replacements): Promise<World>;
  scenarios: Record<Scenario, (world: World) => Promise<Ended>>;
  plantings: Planting<Scenario, string>[];
};

/**
 * Takes out one protection at a time and asks whether the test notices. The untouched source must pass the very same
 * scenarios. PLANTING=word (or ONLY=word) plays those alone that have the word in their name.
 */
export async function sabotage<World, Scenario extends string>(stage: Stage<World, Scenario>): Promise<boolean> {
  const startedAt = Date.now();
  const isWanted = (name: string) => name.includes(process.env.PLANTING ?? process.env.ONLY ?? '');
  const plantings = stage.plantings.filter(({ name }) => isWanted(name));
  const kept = await scoped(() => passesUntouched(stage, new Set(plantings.map(({ scenario }) => scenario))));
  let caught = 0;
  for (const { name, scenario, red, replacements } of plantings) {
    const { faults } = await scoped(async () => stage.scenarios[scenario](await stage.startWorld(replacements)));
    const isCaught = faults.some((fault) => fault.startsWith(`${red}=`));
    if (isCaught) caught++;
    console.log(`${isCaught ? 'caught' : 'MISSED'}: ${name} (${scenario}): ${faults.join('; ') || 'nothing turned red'}`);
  }
  printFigures({ planted: plantings.length, caught, untouchedKept: kept, seconds: Math.round((Date.now() - startedAt) / 1000) });
  return kept && plantings.length > 0 && caught === plantings.length;
}

async function passesUntouched<World, Scenario extends string>(
  { startWorld, scenarios }: Stage<World, Scenario>,
  names: Set<Scenario>,
): Promise<boolean> {
  const world = await startWorld();
  let kept = true;
  for (const name of names) {
    const { faults, samples = [], figures } = await scoped(() => scenarios[name](world));
    console.log(`untouched (${name}): ${faults.join('; ') || 'kept'}`);
    for (const sample of samples) console.log(sample);
    if (figures) printFigures(figures);
    kept &&= faults.length === 0;
  }
  return kept;
}
