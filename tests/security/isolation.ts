import { checkCatalogue } from './catalogue.ts';
import { probeMatrix, type TokenKind } from './matrix.ts';
import { checkPoolBleed } from './pool-bleed.ts';
import { sabotage } from './mutation-tests.ts';
import { inWorld, main, printFigures, type World } from './environment.ts';

/** `TOKENS=exact` is the short form: one kind of token instead of three. `SHARE=5` is a shorter one still, and `ONLY=Contact` tries
 * some operations (matrix.ts). Which ids are tried where follows from the place, so the same call tries the same. */
const tokenKinds = process.env.TOKENS?.split(',') as TokenKind[] | undefined;

/**
 * No tenant sees or touches what is another's: through the API, by the catalogue of the database, and over pooled
 * connections. With --sabotage each wall is broken on purpose, and the checks must say so.
 */
await main(() => inWorld(process.argv.includes('--sabotage') ? sabotage : checkIsolation));

async function checkIsolation(world: World): Promise<boolean> {
  const { baseUrl } = await world.start();
  const { complaints, ...matrix } = await probeMatrix(world, baseUrl, tokenKinds);
  const { faults, ...catalogue } = await checkCatalogue(world.superuser);
  const bleed = await checkPoolBleed(world);
  for (const line of [...complaints.slice(0, 20), ...faults]) console.error(line);
  const { operations, probes, leaks, foreignRowsChanged, oracleDiffs, ...rest } = matrix;
  printFigures({ operations, probes, leaks, foreignRowsChanged, oracleDiffs, ...rest });
  printFigures(catalogue);
  printFigures(bleed);
  const clean = complaints.length + faults.length + foreignRowsChanged + matrix.leftByRefused === 0;
  return clean && bleed.wrongTenantRows + bleed.unsetContextRows + bleed.unexpectedErrors === 0;
}
