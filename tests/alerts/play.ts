import { setTimeout as wait } from 'node:timers/promises';
import { checkDashboard, type Panel, readPanels } from './dashboard.ts';
import { type Fault, faults } from './faults.ts';
import { type Prometheus, readRules, startPrometheus } from './prometheus.ts';
import { rulesOf } from './scale.ts';
import { type Scene, setTheScene } from './scene.ts';
import { startTraffic } from './traffic.ts';

/** Longer than all windows but those of the slow burn rate. */
const QUIET_MS = Number(process.env.QUIET_MS ?? 60_000);
/** Words of the faults to cause, separated by commas; all by default. */
const ONLY = (process.env.ONLY ?? '').split(',');
const FIRES_WITHIN_MS = 150_000;
const SCRAPED_WITHIN_MS = 60_000;
/** Two turns of the rules. */
const EVALUATED_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 500;

export type Played = {
  alerts: number;
  fired: number;
  ended: number;
  quiet: number;
  panels: number;
  empty: number;
  faults: string[];
};

/** What to test instead of the files of the repository and of all faults, for mutants. */
export type Planted = { rules?: string; panels?: Panel[]; only?: string[] };

/** Runs the installation without a fault, then with each fault. */
export async function play(planted: Planted = {}): Promise<Played> {
  const text = planted.rules ?? (await readRules());
  const only = planted.only ?? ONLY;
  const names = rulesOf(text).map(({ alert }) => alert);
  const scene = await setTheScene();
  const traffic = startTraffic(scene);
  const prometheus = await startPrometheus(scene.targets, text);
  await untilScraped(prometheus, scene.targets.length);
  const loud = await listen(prometheus, QUIET_MS);
  const { panels, empty } = await checkDashboard(prometheus, planted.panels ?? (await readPanels()));
  const [fired, ended] = [new Set<string>(), new Set<string>()];
  const complaints = [...loud.map((name) => `${name} fires without a fault`), ...empty.map((one) => `no data: ${one}`)];
  for (const fault of faults.filter(({ name }) => only.some((word) => name.includes(word)))) {
    const { silent, endless } = await causeFault(scene, prometheus, fault);
    for (const name of fault.alerts) if (!silent.includes(name)) fired.add(name);
    for (const name of fault.alerts) if (!silent.includes(name) && !endless.includes(name)) ended.add(name);
    const wrong = [
      ...silent.map((name) => `${name} does not fire when ${fault.name}`),
      ...endless.map((name) => `${name} does not end after ${fault.name}`),
    ];
    console.log(`${fault.name}: ${(wrong.length > 0 ? wrong : fault.alerts).join(', ')}`);
    complaints.push(...wrong);
  }
  await traffic.stop();
  const quiet = names.length - loud.length;
  return { alerts: names.length, fired: fired.size, ended: ended.size, quiet, panels, empty: empty.length, faults: complaints };
}

/** Waits until all processes were scraped and the rules evaluated: what Prometheus has not read yet is absent, which is the fault of a rule. */
async function untilScraped(prometheus: Prometheus, targets: number): Promise<void> {
  for (const end = Date.now() + SCRAPED_WITHIN_MS; ; await wait(LOOK_EVERY_MS)) {
    const up = await prometheus.query('up == 1');
    if (up.length === targets) break;
    if (Date.now() > end)
      throw new Error(`Prometheus has scraped ${up.length} of ${targets} processes after ${SCRAPED_WITHIN_MS} ms`);
  }
  await wait(EVALUATED_WITHIN_MS);
}

/** Returns the alerts that fire within a time. */
async function listen(prometheus: Prometheus, ms: number): Promise<string[]> {
  const heard = new Set<string>();
  const startedAt = Date.now();
  for (const end = startedAt + ms; Date.now() < end; await wait(LOOK_EVERY_MS))
    for (const { name, state } of await prometheus.alerts()) {
      if (state !== 'firing' || heard.has(name)) continue;
      heard.add(name);
      console.log(`no fault: ${name} fires after ${Date.now() - startedAt} ms`);
    }
  return [...heard];
}

/** Causes a fault until its alerts fire, and ends it until they do not. Returns the alerts that did not fire, and those that did not end. */
async function causeFault(
  scene: Scene,
  prometheus: Prometheus,
  { alerts, cause }: Fault,
): Promise<{ silent: string[]; endless: string[] }> {
  const firing = async () => (await prometheus.alerts()).filter(({ state }) => state === 'firing').map(({ name }) => name);
  const end = await cause(scene);
  const silent = new Set(alerts);
  for (const until = Date.now() + FIRES_WITHIN_MS; silent.size > 0 && Date.now() < until; await wait(LOOK_EVERY_MS))
    for (const name of await firing()) silent.delete(name);
  await end();
  for (const until = Date.now() + FIRES_WITHIN_MS; ; await wait(LOOK_EVERY_MS)) {
    const endless = (await firing()).filter((name) => alerts.includes(name));
    if (endless.length === 0 || Date.now() > until) return { silent: [...silent], endless };
  }
}
