import { readFile } from 'node:fs/promises';
import { type Prometheus, pathOf } from './prometheus.ts';
import { scaleWindows } from './scale.ts';

export type Panel = { type: string; title: string; targets?: { expr: string }[] };

export const readPanels = async (): Promise<Panel[]> =>
  (JSON.parse(await readFile(pathOf('deploy/grafana/patchbay.json'), 'utf8')) as { panels: Panel[] }).panels.filter(
    ({ type }) => type !== 'row',
  );

/** Asks every query of every panel of the dashboard. Returns those without data. */
export async function checkDashboard(prometheus: Prometheus, panels: Panel[]): Promise<{ panels: number; empty: string[] }> {
  const empty: string[] = [];
  for (const { title, targets = [] } of panels) {
    if (targets.length === 0) empty.push(`${title}: no query`);
    for (const { expr } of targets) {
      const found = (await prometheus.query(scaleWindows(expr))) as { value: [number, string] }[];
      if (!found.some(({ value }) => value[1] !== 'NaN')) empty.push(`${title}: ${expr}`);
    }
  }
  return { panels: panels.length, empty };
}
