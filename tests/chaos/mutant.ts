import { printFigures } from '../security/environment.ts';
import { scoped } from './endings.ts';

export type Replacements = [RegExp, string][];

/** A protection that is taken out, alone, and the scenario that must notice. */
export type Mutant<Scenario extends string, Red extends string> = {
  name: string;
  scenario: Scenario;
  /** The figure that must turn red, so that nothing is caught by accident. */
  red: Red;
  /** Text that is replaced in a copy of the server's source. Text that is not found there stops the test. */
  replacements: Replacements;
};

/** `faults` says why a promise was broken, each beginning with its figure; `samples` shows more to whoever looks for the reason. */
type Ended = { faults: string[]; samples?: string[]; figures?: Record<string, unknown> };

export type Stage<Environment, Scenario extends string> = {
  startEnvironment(replacements?: Replacements): Promise<Environment>;
  scenarios: Record<Scenario, (environment: Environment) => Promise<Ended>>;
  mutants: Mutant<Scenario, string>[];
};

/**
 * Takes out one protection at a time and asks whether the test notices. The untouched source must pass the very same
 * scenarios. MUTANT=word (or ONLY=word) plays those alone that have the word in their name.
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
    console.log(`${isCaught ? 'caught' : 'MISSED'}: ${name} (${scenario}): ${faults.join('; ') || 'nothing turned red'}`);
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
    console.log(`untouched (${name}): ${faults.join('; ') || 'kept'}`);
    for (const sample of samples) console.log(sample);
    if (figures) printFigures(figures);
    kept &&= faults.length === 0;
  }
  return kept;
}
