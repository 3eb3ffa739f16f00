import { type Environment, inEnvironment, main, printFigures } from '../security/environment.ts';
import { callEverything } from './calls.ts';
import { testMutants } from './mutation-tests.ts';
import { killInTheMiddle } from './torn.ts';

/**
 * Every accepted change leaves exactly one entry in the audit log, a refused or replayed call leaves none, and a killed
 * process leaves both or neither. --mutants runs mutants of the log, which must be caught.
 */
await main(() => inEnvironment(process.argv.includes('--mutants') ? testMutants : checkAudit));

async function checkAudit(environment: Environment): Promise<boolean> {
  const { baseUrl } = await environment.start();
  const { complaints, ...figures } = await callEverything(environment, baseUrl);
  const torn = await killInTheMiddle(environment);
  for (const line of [...complaints.slice(0, 20), ...torn.complaints.slice(0, 20)]) console.error(line);
  printFigures({
    ...figures,
    exceptions: complaints.length,
    torn: torn.complaints.length,
    kills: torn.kills,
    changes: torn.changes,
  });
  return complaints.length + torn.complaints.length === 0 && figures.audited === figures.calls && torn.changes > 0;
}
