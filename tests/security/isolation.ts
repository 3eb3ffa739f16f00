import { checkCatalogue } from './catalogue.ts';
import { type Environment, inEnvironment, main, printFigures } from './environment.ts';
import { probeMatrix, type TokenKind } from './matrix.ts';
import { testMutants } from './mutation-tests.ts';
import { checkPoolBleed } from './pool-bleed.ts';

/** `TOKENS=exact` tries one kind of token instead of three. `SHARE=5` tries fewer ids, and `ONLY=Contact` some operations (matrix.ts).
 * The selection is deterministic. */
const tokenKinds = process.env.TOKENS?.split(',') as TokenKind[] | undefined;

/**
 * No tenant reads or changes another tenant's data: through the API, by the catalogue of the database, and over pooled connections.
 * --mutants removes each protection and checks that it is caught.
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
