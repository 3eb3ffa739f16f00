import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { shown, until } from './expect.ts';
import type { Scene } from './step.ts';

export type Stored = {
  id: string;
  name: string;
  status: string;
  latestVersion: { number: number; steps: Record<string, unknown>[]; layout: Record<string, { x: number; y: number }> };
  activeVersion: { number: number } | null;
};

export const box = (page: Page, id: string): Locator => page.locator(`.react-flow__node[data-id="${id}"]`);
export const line = (page: Page, id: string): Locator => page.locator(`.react-flow__edge[data-id="${id}"]`);
export const side = (page: Page): Locator => page.getByRole('complementary');
export const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
export const graph = (page: Page): Locator => page.getByRole('region', { name: 'Graph' });

/** Chooses an entry of a list in the form beside the graph. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await side(page).getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

export async function addStep(page: Page, type: string): Promise<void> {
  await button(page, 'Add step').click();
  await page.getByRole('menuitem', { name: type, exact: true }).click();
}

/** Saves, and waits until the server has stored it. */
export async function save(page: Page): Promise<void> {
  await button(page, 'Save').click();
  await until(() => button(page, 'Save').isDisabled(), 'the definition is saved');
}

export async function automationNamed({ environment }: Scene, name: string): Promise<Stored> {
  const found = await environment.call<Stored[]>('POST', '/v3/automations/search', { search: name });
  const [one] = found;
  assert.ok(one, `there is no automation ${name}`);
  return one;
}

export const stepIds = ({ latestVersion }: Stored): unknown[] => latestVersion.steps.map(({ id }) => id);
export const stepOf = ({ latestVersion }: Stored, id: string): Record<string, unknown> =>
  latestVersion.steps.find((step) => step.id === id) ?? {};

export async function open(page: Page, scene: Scene, name: string, search = ''): Promise<Stored> {
  const automation = await automationNamed(scene, name);
  await page.goto(`${scene.environment.apiUrl}/console/automations/${automation.id}${search}`);
  await shown(box(page, '$trigger'));
  return automation;
}

export const create = ({ environment }: Scene, name: string, steps: object[], trigger = 'api'): Promise<Stored> =>
  environment.call<Stored>('POST', '/v3/automations', {
    name,
    trigger: { type: trigger, parameters: { channelId: environment.whatsapp.channelId } },
    steps,
  });

export async function importFile(page: Page, file: string): Promise<void> {
  await button(page, 'More actions').click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Import a file' }).click();
  await (await chooser).setFiles(file);
}

export const fetchTrigger = ({ environment }: Scene, id: string, body: object): Promise<unknown> =>
  environment.call('POST', `/v3/automations/${id}/trigger`, body);

export const runsOf = ({ environment }: Scene, id: string): Promise<{ status: string }[]> =>
  environment.call('POST', '/v3/automation_runs/search', { query: `eq(automationId,"${id}")` });
