import { main, printFigures } from '../security/environment.ts';
import { type ChannelKind, channelKinds, messageKinds, type Place, places, states } from './expected.ts';
import { type Figures, judgeChannel } from './matrix.ts';
import { judgeHistory, judgeStops } from './spoken.ts';
import { newStage } from './stage.ts';
import { startWorld, type World } from './environment.ts';

/**
 * Every state × channel × purpose × kind of message against a real server with the sandbox in the providers' place, compared with a table
 * that was written by hand; stops as people make them; the history as of a date.
 *   PLACES=this_channel,another_channel  only statements about these, for a short run
 *   npm run test:consent -- --sabotage   the server forgets the channel of statements: the suite must notice
 */
const isSabotaged = process.argv.includes('--sabotage');
const wanted = places.filter((place) => process.env.PLACES?.split(',').includes(place) ?? true) as Place[];

await main(async () => {
  const world = await startWorld(isSabotaged);
  try {
    const { matrix, spoken, history } = await judge(world);
    const wrong = [...matrix.wrong, ...spoken.wrong, ...history.wrong];
    for (const one of wrong.slice(0, isSabotaged ? 3 : 30)) console.error(one);
    printFigures({
      states: states.length,
      channels: channelKinds.length,
      kinds: messageKinds.length,
      cases: matrix.cases + spoken.cases,
      asOf: history.cases,
      wrong: wrong.length,
    });
    if (isSabotaged) printFigures({ planted: 1, caught: wrong.length > 0 ? 1 : 0 });
    return isSabotaged ? wrong.length > 0 : wrong.length === 0 && matrix.cases > 0;
  } finally {
    await world.close();
  }
});

async function judge(world: World): Promise<{ matrix: Figures; spoken: Figures; history: Figures }> {
  const matrix: Figures = { cases: 0, wrong: [] };
  const judgeKind = async (kind: ChannelKind) => judgeChannel(world.api, await newStage(world, kind), wanted);
  for (const { cases, wrong } of await Promise.all(channelKinds.map(judgeKind))) {
    matrix.cases += cases;
    matrix.wrong.push(...wrong);
  }
  return { matrix, spoken: await judgeStops(world), history: await judgeHistory(world) };
}
