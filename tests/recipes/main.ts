import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../chaos/endings.ts';
import { root } from '../docs/pages.ts';
import { compareWithLimit, exampleIn, sectionOf, unnamedFiles } from './limits.ts';
import { recipes } from './list/index.ts';
import type { Recipe } from './recipe.ts';
import { openScratch, type Scratch } from './scratch.ts';

/**
 * npm run test:recipes. Follows each recipe of CONTRIBUTING.md in a copy of the repository: makes the edits, counts the files, runs the
 * generators and then the checks. ONLY=event follows one of them.
 */
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** Returns the first fault of a recipe; a reader would stop there. */
function follow(recipe: Recipe, scratch: Scratch): string | undefined {
  const { name, heading, limit, edits, generate, checks, ownCode = [] } = recipe;
  const section = sectionOf(page, heading);
  if (section === undefined) return `CONTRIBUTING.md has no section "${heading}"`;
  for (const edit of edits) scratch.apply('exampleInSection' in edit ? { file: edit.file, text: exampleIn(section) } : edit);
  const touched = scratch.touched();
  const { figure, fault } = compareWithLimit(limit, touched);
  console.log(`${name}: ${figure} (${[...touched.keys()].join(', ')})`);
  if (fault !== undefined) return fault;
  const isOwn = (file: string): boolean => ownCode.includes(file) || ('folder' in limit && limit.folder.test(file));
  const unnamed = unnamedFiles(section, touched).filter((file) => !isOwn(file));
  if (unnamed.length > 0) return `its section does not name ${unnamed.join(', ')}`;
  for (const command of [...generate.map((script) => `npm run -s ${script}`), ...checks]) {
    const output = scratch.run(command);
    if (output !== undefined) return `${command} failed:\n${output}`;
  }
  return undefined;
}

await main(async () => {
  const only = process.env.ONLY;
  const chosen = recipes.filter(({ name }) => only === undefined || name === only);
  const scratch = openScratch();
  let followed = 0;
  for (const recipe of chosen) {
    let fault: string | undefined;
    try {
      fault = follow(recipe, scratch);
    } catch (error) {
      fault = (error as Error).message;
    }
    if (fault === undefined) followed++;
    else console.error(`${recipe.name}: ${fault}`);
    scratch.reset();
  }
  console.log(`recipes=${chosen.length} followed=${followed}`);
  return chosen.length > 0 && followed === chosen.length;
});
