import { inWorld, main, printFigures, type World } from '../security/environment.ts';
import { callEverything } from './calls.ts';
import { sabotage } from './mutation-tests.ts';
import { killInTheMiddle } from './torn.ts';

/**
 * Every accepted change leaves exactly one entry in the audit log, a refused or replayed call leaves none, and a process that
 * dies in the middle leaves both or neither. With --sabotage the log is broken on purpose, and the checks must say so.
 */
await main(() => inWorld(process.argv.includes('--sabotage') ? sabotage : checkAudit));

async function checkAudit(world: World): Promise<boolean> {
  const { baseUrl } = await world.start();
  const { complaints, ...figures } = await callEverything(world, baseUrl);
  const torn = await killInTheMiddle(world);
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
