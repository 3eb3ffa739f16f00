import { checkCatalogue } from './catalogue.ts';
import { type Environment, inEnvironment, main, printFigures } from './environment.ts';
import { probeMatrix, type TokenKind } from './matrix.ts';
import { testMutants } from './mutation-tests.ts';
import { checkPoolBleed } from './pool-bleed.ts';

/** `TOKENS=exact` is the short form: one kind of token instead of three. `SHARE=5` is a shorter one still, and `ONLY=Contact` tries
 * some operations (matrix.ts). Which ids are tried where follows from the place, so the same call tries the same. */
const tokenKinds = process.env.TOKENS?.split(',') as TokenKind[] | undefined;

/**
 * No tenant sees or touches what is another's: through the API, by the catalogue of the database, and over pooled
 * connections. With --mutants each wall is broken on purpose, and the checks must say so.
 */
await main(() => inEnvironment(process.argv.includes('--mutants') ? testMutants : checkIsolation));

async function checkIsolation(environment: Environment): Promise<boolean> {
  const { baseUrl } = await environment.start();
  const { complaints, ...matrix } = await probeMatrix(environment, baseUrl, tokenKinds);
  const { faults, ...catalogue } = await checkCatalogue(environment.superuser);
  const bleed = await checkPoolBleed(environment);
  for (const line of [...complaints.slice(0, 20), ...faults]) console.error(line);
  const { operations, probes, leaks, foreignRowsChanged, oracleDiffs, ...rest } = matrix;
  printFigures({ operations, probes, leaks, foreignRowsChanged, oracleDiffs, ...rest });
  printFigures(catalogue);
  printFigures(bleed);
  const clean = complaints.length + faults.length + foreignRowsChanged + matrix.leftByRefused === 0;
  return clean && bleed.wrongTenantRows + bleed.unsetContextRows + bleed.unexpectedErrors === 0;
}
