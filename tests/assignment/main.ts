import { main, printFigures } from '../security/environment.ts';
import { mutants } from './mutants.ts';
import { type Result, runOffice } from './scenario.ts';

/**
 * Chats arrive at eight workers while twenty people come and go. Every assignment is compared with the ideal (`verify.ts`).
 *   CHATS=1000 WORKERS=8               a shorter run
 *   npm run test:assignment -- --mutants   the server assigns wrongly in one way after the other: the suite must notice each
 */
const chats = Number(process.env.CHATS ?? 10_000);
const workers = Number(process.env.WORKERS ?? 8);
const MUTANT_CHATS = 300;
const MUTANT_WORKERS = 2;

await main(async () => (process.argv.includes('--mutants') ? testMutants() : testServer()));

async function testServer(): Promise<boolean> {
  const result = await runOffice({ chats, workers });
  printFigures(result);
  return result.assigned >= chats && faultsOf(result).length === 0;
}

function faultsOf({ overCapacity, toAway, notAllowed, unfair, outOfOrder, stranded }: Result): string[] {
  const faults = { overCapacity, toAway, notAllowed, unfair: unfair > 1 ? unfair : 0, outOfOrder, stranded };
  return Object.entries(faults).flatMap(([name, count]) => (count > 0 ? [name] : []));
}

async function testMutants(): Promise<boolean> {
  const wanted = mutants.filter(({ name }) => name.includes(process.env.ONLY ?? ''));
  let caught = 0;
  for (const { name, red, replacements } of wanted) {
    const result = await runOffice({ chats: MUTANT_CHATS, workers: MUTANT_WORKERS }, replacements);
    const isCaught = faultsOf(result).includes(red);
    if (isCaught) caught += 1;
    console.log(`${isCaught ? 'caught' : 'MISSED'}: ${name}`);
    printFigures(result);
  }
  printFigures({ planted: wanted.length, caught });
  return wanted.length > 0 && caught === wanted.length;
}
