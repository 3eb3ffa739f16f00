import { main } from '../chaos/endings.ts';
import { printFigures } from '../security/environment.ts';
import { startEnvironment } from './environment.ts';
import { testTraceMutants } from './mutants.ts';
import { play } from './play.ts';

/**
 * Every kind of cause leads to one complete trace, from the request to the delivered webhook, although the broker loses all its messages in
 * between. --mutants plants bugs that break traces, each of which must be seen.
 */
await main(() => (process.argv.includes('--mutants') ? testTraceMutants() : playOnce()));

async function playOnce(): Promise<boolean> {
  const startedAt = Date.now();
  const { faults, ...figures } = await play(await startEnvironment());
  for (const fault of faults) console.error(fault);
  printFigures({ seconds: Math.round((Date.now() - startedAt) / 1000) });
  printFigures(figures);
  return faults.length === 0;
}
