import { main, printFigures } from '../security/environment.ts';
import { type Environment, startEnvironment } from './environment.ts';
import { type ChannelKind, type Coverage, channelKinds, coverages, messageKinds, states } from './expected.ts';
import { type Figures, verifyChannel } from './matrix.ts';
import { verifyHistory, verifyStops } from './spoken.ts';
import { newStage } from './stage.ts';

/**
 * Every state × channel × purpose × kind of message against a real server with the sandbox as provider, compared with a table
 * that was written by hand; stops as people make them; the history as of a date.
 *   PLACES=this_channel,another_channel  only statements about these, for a short run
 *   npm run test:consent -- --mutants   the server forgets the channel of statements: the suite must notice
 */
const isMutant = process.argv.includes('--mutants');
const wanted = coverages.filter((coverage) => process.env.PLACES?.split(',').includes(coverage) ?? true) as Coverage[];

await main(async () => {
  const environment = await startEnvironment(isMutant);
  try {
    const { matrix, spoken, history } = await verify(environment);
    const wrong = [...matrix.wrong, ...spoken.wrong, ...history.wrong];
    for (const one of wrong.slice(0, isMutant ? 3 : 30)) console.error(one);
    printFigures({
      states: states.length,
      channels: channelKinds.length,
      kinds: messageKinds.length,
      cases: matrix.cases + spoken.cases,
      asOf: history.cases,
      wrong: wrong.length,
    });
    if (isMutant) printFigures({ planted: 1, caught: wrong.length > 0 ? 1 : 0 });
    return isMutant ? wrong.length > 0 : wrong.length === 0 && matrix.cases > 0;
  } finally {
    await environment.close();
  }
});

async function verify(environment: Environment): Promise<{ matrix: Figures; spoken: Figures; history: Figures }> {
  const matrix: Figures = { cases: 0, wrong: [] };
  const verifyKind = async (kind: ChannelKind) => verifyChannel(environment.api, await newStage(environment, kind), wanted);
  for (const { cases, wrong } of await Promise.all(channelKinds.map(verifyKind))) {
    matrix.cases += cases;
    matrix.wrong.push(...wrong);
  }
  return { matrix, spoken: await verifyStops(environment), history: await verifyHistory(environment) };
}
