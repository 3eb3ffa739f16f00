import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../chaos/endings.ts';
import { noFaults, openBrowser, openWindow, signIn } from './browser.ts';
import { openEnvironment } from './environment.ts';
import { checkScreens } from './screens.ts';
import type { Area, Scene, Step } from './step.ts';
import { areas } from './steps/index.ts';

/**
 * npm run test:console. The console in Chromium, on a real server with its services and the sandbox: what people do in each area, two
 * people in one chat, a restart of the server and time without network; then accessibility and pictures of every screen.
 * AREAS=inbox,contacts runs some areas; PICTURES=folder keeps the pictures; SCREENS=none leaves the screens out.
 */
const chosen = process.env.AREAS?.split(',');
const failures = join(process.env.CI_LOGS ?? process.env.TMPDIR ?? '/tmp', 'patchbay-console-failures');

async function openScene(): Promise<Scene> {
  const environment = await openEnvironment();
  const [faults, browser] = [noFaults(), await openBrowser()];
  const people = {
    ada: await environment.createPerson('Ada Byron', 'admin'),
    grace: await environment.createPerson('Grace Hopper', 'member'),
  };
  const window = () => openWindow(browser, faults);
  const [ada, grace] = [await window(), await window()];
  await signIn(ada, environment, people.ada);
  await signIn(grace, environment, people.grace);
  return { environment, faults, people, ada, grace, openWindow: window };
}

async function runStep(scene: Scene, area: Area, step: Step): Promise<string | undefined> {
  const startedAt = performance.now();
  try {
    await step.run(scene);
    console.log(`  ok      ${area.name}: ${step.name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
    return undefined;
  } catch (error) {
    console.log(`  FAILED  ${area.name}: ${step.name}\n${String((error as Error).stack).slice(0, 1_500)}`);
    mkdirSync(failures, { recursive: true });
    const picture = join(failures, `${area.name}-${area.steps.indexOf(step)}.png`.replaceAll(' ', '-'));
    await scene.ada.screenshot({ path: picture }).catch(() => undefined);
    console.log(`          picture: ${picture}`);
    return step.name;
  }
}

await main(async () => {
  const scene = await openScene();
  let [steps, failed] = [0, 0];
  for (const area of areas.filter(({ name }) => !chosen || chosen.includes(name)))
    for (const step of area.steps) {
      steps++;
      if ((await runStep(scene, area, step)) !== undefined) failed++;
    }
  const screens = process.env.SCREENS === 'none' ? 0 : await checkScreens(scene);
  const { consoleErrors, policyViolations, serious } = scene.faults;
  for (const fault of [...consoleErrors, ...policyViolations, ...serious.values()]) console.log(`  fault: ${fault}`);
  console.log(
    `steps=${steps} failed=${failed} consoleErrors=${consoleErrors.length} policyViolations=${policyViolations.length} screens=${screens} serious=${serious.size}`,
  );
  return failed + consoleErrors.length + policyViolations.length + serious.size === 0 && steps > 0;
});
