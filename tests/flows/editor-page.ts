import type { Locator, Page } from 'playwright-core';
import { shown, until } from '../console/expect.ts';
import type { Operation } from './operations.ts';

/** The editor as a person uses it: boxes, forms, menus and keys. */
const box = (page: Page, id: string): Locator => page.locator(`.react-flow__node[data-id="${id}"]`);
const side = (page: Page): Locator => page.getByRole('complementary');
const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });

const DRAWN_MS = 20_000;
const kinds: Record<string, string> = { wait: 'Wait', end: 'End', set_chat_status: 'Set chat status', set_rating: 'Set rating' };
const labels: Record<string, string> = {
  next: 'Next step',
  otherwise: 'Otherwise',
  onUndeliverable: 'If it cannot be sent',
  onReply: 'After a reply',
  onTimeout: 'Without a reply',
  onOpen: 'While open',
  onClosed: 'While closed',
  onError: 'On error',
  onInvalid: 'Without a rating',
};

/** Opens an automation inside the page, as a link does, and shows all of its boxes. */
export async function openAutomation(page: Page, id: string, boxes: number): Promise<void> {
  await page.evaluate(`history.pushState({}, '', '/console/automations/${id}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await page.waitForURL(`**/automations/${id}`);
  await shown(page.locator(`[data-automation="${id}"]`));
  await shown(page.locator('.react-flow__node')); // of a long graph not all are in the window
  await fit(page);
  await until(async () => (await page.locator('.react-flow__node').count()) === boxes, `${boxes} boxes are drawn`, DRAWN_MS);
}

/** Boxes outside of the window are not in the document. */
const fit = async (page: Page): Promise<void> => button(page, 'Fit').click();

export async function perform(page: Page, operation: Operation): Promise<void> {
  if ('selected' in operation) await select(page, operation.selected);
  switch (operation.do) {
    case 'add':
      await button(page, 'Add step').click();
      await page.getByRole('menuitem', { name: kinds[operation.type] ?? operation.type, exact: true }).click();
      break;
    case 'remove':
      await page.keyboard.press('Delete');
      break;
    case 'start':
      await button(side(page), 'Begin runs here').click();
      break;
    case 'rename':
      await side(page).getByLabel('Id of the step').fill(operation.to);
      await page.keyboard.press('Enter');
      break;
    case 'connect':
      await choose(page, operation.path, operation.to);
      break;
    case 'disconnect':
      await choose(page, operation.path, 'The run ends');
      break;
    case 'type':
      await textField(page, operation.path).fill(operation.text);
      break;
    case 'nudge':
      await page.keyboard.press(`Shift+${operation.key}`);
      break;
    case 'tidy':
      await button(page, 'Tidy').click();
      break;
    default:
      await button(page, operation.do === 'undo' ? 'Undo' : 'Redo').click();
  }
}

/** A menu that closes may take the focus back, so what did not open is tried again. */
async function select(page: Page, id: string): Promise<void> {
  if (!(await box(page, id).isVisible())) await fit(page);
  await until(() => openForm(page, id), `the form of ${id} is open and has the focus`);
  await box(page, id).focus();
}

const OPENS_WITHIN_MS = 2_000;

async function openForm(page: Page, id: string): Promise<boolean> {
  await box(page, id).focus();
  await page.keyboard.press('Enter');
  const isOpen = async () =>
    (await side(page).getByLabel('Id of the step').inputValue()) === id && (await side(page).locator(':focus').count()) > 0;
  for (const startedAt = Date.now(); Date.now() - startedAt < OPENS_WITHIN_MS; await page.waitForTimeout(20))
    if (await isOpen()) return true;
  return false;
}

const textField = (page: Page, path: string): Locator =>
  path === 'value' ? side(page).getByRole('textbox', { name: 'Value' }) : side(page).getByLabel('Text', { exact: true });

/** Chooses the step that follows. Cases of a branch have a field each, in their order. */
async function choose(page: Page, path: string, option: string): Promise<void> {
  const index = Number(/^cases\.(\d+)\./.exec(path)?.[1] ?? 0);
  const label = labels[path.split('.').at(-1) ?? ''] ?? path;
  await side(page).getByRole('combobox', { name: label, exact: true }).nth(index).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Saves if there is something to save. */
export async function save(page: Page): Promise<void> {
  const saveButton = button(page, 'Save');
  if (await saveButton.isDisabled()) return;
  await saveButton.click();
  await until(
    async () => (await saveButton.isDisabled()) || (await page.getByRole('alert').count()) > 0,
    'the definition is saved',
  );
}

/** Returns how many pairs of boxes overlap, as they are in the page. */
export async function overlaps(page: Page): Promise<number> {
  const boxes = await page
    .locator('.react-flow__node')
    .evaluateAll((nodes) =>
      nodes.map((node) => (node as unknown as { getBoundingClientRect(): Box }).getBoundingClientRect().toJSON()),
    );
  return boxes.reduce((count, a, index) => count + boxes.slice(index + 1).filter((b) => overlap(a, b)).length, 0);
}

type Box = { left: number; right: number; top: number; bottom: number; toJSON(): Box };
const LEAST_PX = 0.5; // browsers round
const overlap = (a: Box, b: Box): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > LEAST_PX &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > LEAST_PX;
