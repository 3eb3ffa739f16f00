import { main, scoped } from '../chaos/endings.ts';
import { printFigures } from '../security/environment.ts';
import { check } from './check.ts';
import { startEnvironment } from './environment.ts';
import { testMutants } from './mutation-tests.ts';

/**
 * Sandbox tenants reach only the sandbox, real tenants only the real providers: two servers count who calls. With --mutants
 * the rules are broken one at a time in a copy, and each must be noticed.
 */
await main(() => (process.argv.includes('--mutants') ? testMutants() : checkOnce()));

async function checkOnce(): Promise<boolean> {
  const { faults, figures } = await scoped(async () => check(await startEnvironment()));
  for (const fault of faults) console.error(`not kept: ${fault}`);
  printFigures({ ...figures, kept: faults.length === 0 });
  return faults.length === 0;
}
