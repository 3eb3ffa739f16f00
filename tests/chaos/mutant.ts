import { printFigures } from '../security/environment.ts';
import { scoped } from './endings.ts';

export type Replacements = [RegExp, string][];

/** A change of the source that removes one protection, and the scenario that must catch it. */
export type Mutant<Scenario extends string, Red extends string> = {
  name: string;
  scenario: Scenario;
  /** The figure that must be wrong, so that nothing is caught by accident. */
  red: Red;
  /** Replacements in a copy of the server's source. A pattern without a match ends the test. */
  replacements: Replacements;
};

/** `faults`: wrong figures, each starting with its name. `samples`: details for debugging. */
type Ended = { faults: string[]; samples?: string[]; figures?: Record<string, unknown> };

export type Stage<Environment, Scenario extends string> = {
  startEnvironment(replacements?: Replacements): Promise<Environment>;
  scenarios: Record<Scenario, (environment: Environment) => Promise<Ended>>;
  mutants: Mutant<Scenario, string>[];
};

/**
 * Runs each mutant and checks that its scenario catches it. The unchanged source must pass the same scenarios. MUTANT=word (or
 * ONLY=word) selects mutants by name.
 */
export async function testMutants<Environment, Scenario extends string>(stage: Stage<Environment, Scenario>): Promise<boolean> {
  const startedAt = Date.now();
  const isWanted = (name: string) => name.includes(process.env.MUTANT ?? process.env.ONLY ?? '');
  const mutants = stage.mutants.filter(({ name }) => isWanted(name));
  const kept = await scoped(() => passesUntouched(stage, new Set(mutants.map(({ scenario }) => scenario))));
  let caught = 0;
  for (const { name, scenario, red, replacements } of mutants) {
    const { faults } = await scoped(async () => stage.scenarios[scenario](await stage.startEnvironment(replacements)));
    const isCaught = faults.some((fault) => fault.startsWith(`${red}=`));
    if (isCaught) caught++;
    console.log(`${isCaught ? 'caught' : 'MISSED'}: ${name} (${scenario}): ${faults.join('; ') || 'no figure was wrong'}`);
  }
  printFigures({ planted: mutants.length, caught, untouchedKept: kept, seconds: Math.round((Date.now() - startedAt) / 1000) });
  return kept && mutants.length > 0 && caught === mutants.length;
}

async function passesUntouched<Environment, Scenario extends string>(
  { startEnvironment, scenarios }: Stage<Environment, Scenario>,
  names: Set<Scenario>,
): Promise<boolean> {
  const environment = await startEnvironment();
  let kept = true;
  for (const name of names) {
    const { faults, samples = [], figures } = await scoped(() => scenarios[name](environment));
    console.log(`unchanged (${name}): ${faults.join('; ') || 'kept'}`);
    for (const sample of samples) console.log(sample);
    if (figures) printFigures(figures);
    kept &&= faults.length === 0;
  }
  return kept;
}
