import { parseArgs } from 'node:util';
import { main } from '../chaos/endings.ts';
import { testMutants } from './mutation-tests.ts';
import { isKept, runFlows, SEED } from './run.ts';

/**
 * npm run test:flows. Random definitions in the editor of the console, in Chromium: drawn, edited by random operations with keyboard, menus and
 * forms, and saved through the API. What is stored must equal the same operations on the definition by the pure functions, and no two
 * boxes of the automatic layout may overlap. DEFINITIONS and SEED choose how many and which; PAGES work at the same time.
 * `-- --mutants` plants faults in copies of the console; ONLY=word chooses them.
 */
const DEFINITIONS = Number(process.env.DEFINITIONS ?? 1_000);
const { values } = parseArgs({ options: { mutants: { type: 'boolean', default: false } } });

async function runSuite(): Promise<boolean> {
  const { definitions, operations, differences, overlaps, faults } = await runFlows(DEFINITIONS);
  console.log(
    `definitions=${definitions} operations=${operations} differences=${differences} overlaps=${overlaps} faults=${faults} seed=${SEED}`,
  );
  return isKept({ definitions, operations, differences, overlaps, faults });
}

await main(values.mutants ? testMutants : runSuite);
