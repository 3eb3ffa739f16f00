import { main } from '../chaos/endings.ts';
import { printFigures } from '../security/environment.ts';
import { checkChart } from './check.ts';
import { testMutants } from './mutation-tests.ts';
import { valueSets } from './value-sets.ts';

/**
 * Renders the Helm chart with five sets of values and checks each object against the schemas of the Kubernetes API and by rules.
 * Helm itself is not used: `render.ts` knows the part of its template language that the chart uses, and refuses the rest.
 */
await main(() => (process.argv.includes('--mutants') ? testMutants() : check()));

async function check(): Promise<boolean> {
  const { rendered, faults } = await checkChart();
  for (const fault of faults) console.error(`invalid: ${fault}`);
  printFigures({ sets: valueSets.length, rendered, invalid: faults.length });
  return faults.length === 0;
}
