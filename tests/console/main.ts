import { parseArgs } from 'node:util';
import { main } from '../chaos/endings.ts';
import { noFaults, openBrowser } from './browser.ts';
import { sendCampaign } from './campaign-scene.ts';
import { openInstallation } from './installation.ts';
import { testMutants } from './mutation-tests.ts';
import { type Result, runAreas } from './run.ts';
import { createAutomation, openScene, receiveMessage } from './scene.ts';
import { checkScreens } from './screens.ts';
import { afterTracks, tracks } from './steps/index.ts';

/**
 * npm run test:console. The console in Chromium, on a real server with its services and the sandbox: what people do in each area, two
 * people in one chat, a restart of the server and time without network; then the accessibility of every screen.
 *
 *   AREAS=inbox,contacts   runs some areas
 *   OFFLINE_MS=3000        how long the network is away
 *   SCREENS=main           checks the main screens at 1440 px only; none: not at all; words: those with one of them in their names
 *   -- --mutants           plants faults in copies of the console, and expects the steps to find them; ONLY=word chooses mutants
 */
const { values } = parseArgs({ options: { mutants: { type: 'boolean', default: false } } });
const chosen = process.env.AREAS?.split(',');
const isChosen = ({ name }: { name: string }) => !chosen || chosen.includes(name);

async function runSuite(): Promise<boolean> {
  const installation = await openInstallation();
  const shared = { browser: await openBrowser(), faults: noFaults() };
  const scenes = await Promise.all(tracks.map(({ name }) => openScene(installation, shared, name)));
  const results = await Promise.all(scenes.map((scene, index) => runAreas(scene, tracks[index]?.areas.filter(isChosen) ?? [])));
  const [scene] = scenes;
  if (!scene) throw new Error('There is no track');
  await receiveMessage(scene.environment);
  if (process.env.SCREENS !== 'none') await sendCampaign(scene.environment);
  await createAutomation(scene.environment);
  const screens = process.env.SCREENS === 'none' ? 0 : await checkScreens(scene, shared.browser);
  results.push(await runAreas(scene, afterTracks.filter(isChosen)));
  return report(results.flat(), screens, shared.faults);
}

function report(results: Result[], screens: number, faults: ReturnType<typeof noFaults>): boolean {
  const { consoleErrors, policyViolations, serious } = faults;
  for (const fault of [...consoleErrors, ...policyViolations, ...serious.values()]) console.log(`  fault: ${fault}`);
  const failed = results.filter(({ isOk }) => !isOk).length;
  const counts = [consoleErrors.length, policyViolations.length, serious.size] as const;
  console.log(
    `steps=${results.length} failed=${failed} consoleErrors=${counts[0]} policyViolations=${counts[1]} screens=${screens} serious=${counts[2]}`,
  );
  return failed + counts[0] + counts[1] + counts[2] === 0 && results.length > 0;
}

await main(values.mutants ? testMutants : runSuite);
