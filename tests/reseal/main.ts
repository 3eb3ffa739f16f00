import { type Environment, inEnvironment, main, printFigures } from '../security/environment.ts';
import { faultsOf } from './faults.ts';
import { testMutants } from './mutation-tests.ts';
import { rotate } from './rotation.ts';

/** Values that are sealed before the rotation begins. */
const VALUES = Number(process.env.VALUES ?? 100_000);

/**
 * The master key is replaced while two processes serve requests that open and seal values. `admin key reseal` is killed once. --mutants runs
 * the rotation with planted bugs of the command, which must be caught.
 */
await main(() => (process.argv.includes('--mutants') ? testMutants() : inEnvironment(checkReseal)));

async function checkReseal(environment: Environment): Promise<boolean> {
  const { failed, ...figures } = await rotate(environment, VALUES);
  for (const line of failed.slice(0, 20)) console.error(line);
  const faults = faultsOf({ failed, ...figures }, VALUES);
  for (const fault of faults) console.error(fault);
  const { values, oldKeyLeft, lost, ...others } = figures;
  printFigures(others);
  printFigures({ values, failedRequests: failed.length, lost, oldKeyLeft });
  return faults.length === 0;
}
