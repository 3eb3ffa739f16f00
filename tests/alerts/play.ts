import { setTimeout as wait } from 'node:timers/promises';
import { checkDashboard } from './dashboard.ts';
import { faults } from './faults.ts';
import { type Prometheus, readRules, startPrometheus } from './prometheus.ts';
import { rulesOf } from './scale.ts';
import { type Scene, setTheScene } from './scene.ts';
import { startTraffic } from './traffic.ts';

/** Longer than all windows but those of the slow burn rate. */
const QUIET_MS = Number(process.env.QUIET_MS ?? 60_000);
/** Words of the faults to cause, separated by commas; all by default. */
const ONLY = (process.env.ONLY ?? '').split(',');
const FIRES_WITHIN_MS = 150_000;
const LOOK_EVERY_MS = 500;

export type Played = { alerts: number; fired: number; quiet: number; panels: number; empty: number; faults: string[] };

/** Runs the installation without a fault, then with each fault. `rules`: other rules than those of the installation, for mutants. */
export async function play(rules?: string): Promise<Played> {
  const text = rules ?? (await readRules());
  const names = rulesOf(text).map(({ alert }) => alert);
  const scene = await setTheScene();
  const traffic = startTraffic(scene);
  const prometheus = await startPrometheus(scene.targets, text);
  const loud = await listen(prometheus, QUIET_MS);
  const { panels, empty } = await checkDashboard(prometheus);
  const fired = new Set<string>();
  const complaints = [...loud.map((name) => `${name} fires without a fault`), ...empty.map((one) => `no data: ${one}`)];
  for (const fault of faults.filter(({ name }) => ONLY.some((word) => name.includes(word)))) {
    const missing = await causeFault(scene, prometheus, fault.alerts, fault.cause);
    for (const name of fault.alerts) if (!missing.includes(name)) fired.add(name);
    console.log(`${fault.name}: ${missing.length > 0 ? `not firing: ${missing.join(', ')}` : `${fault.alerts.join(', ')}`}`);
    complaints.push(...missing.map((name) => `${name} does not fire when ${fault.name}`));
  }
  await traffic.stop();
  const quiet = names.length - loud.length;
  return { alerts: names.length, fired: fired.size, quiet, panels, empty: empty.length, faults: complaints };
}

/** Returns the alerts that fire within a time. */
async function listen(prometheus: Prometheus, ms: number): Promise<string[]> {
  const heard = new Set<string>();
  for (const end = Date.now() + ms; Date.now() < end; await wait(LOOK_EVERY_MS))
    for (const { name, state } of await prometheus.alerts()) if (state === 'firing') heard.add(name);
  return [...heard];
}

/** Causes a fault until its alerts fire, and ends it until they do not. Returns the alerts that did not fire, or did not end. */
async function causeFault(
  scene: Scene,
  prometheus: Prometheus,
  wanted: string[],
  cause: (scene: Scene) => Promise<() => Promise<unknown>>,
): Promise<string[]> {
  const firing = async () => (await prometheus.alerts()).filter(({ state }) => state === 'firing').map(({ name }) => name);
  const end = await cause(scene);
  const missing = new Set(wanted);
  for (const until = Date.now() + FIRES_WITHIN_MS; missing.size > 0 && Date.now() < until; await wait(LOOK_EVERY_MS))
    for (const name of await firing()) missing.delete(name);
  await end();
  for (const until = Date.now() + FIRES_WITHIN_MS; ; await wait(LOOK_EVERY_MS)) {
    const left = (await firing()).filter((name) => wanted.includes(name));
    if (left.length === 0) return [...missing];
    if (Date.now() > until) return [...missing, ...left.map((name) => `${name} (it does not end)`)];
  }
}
