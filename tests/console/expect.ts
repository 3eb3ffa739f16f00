import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** Long enough for a machine whose cores are busy; a step that passes does not wait this long. */
export const WITHIN_MS = 60_000;

export const shown = (locator: Locator, withinMs = WITHIN_MS): Promise<void> =>
  locator.first().waitFor({ state: 'visible', timeout: withinMs });
export const gone = (locator: Locator, withinMs = WITHIN_MS): Promise<void> =>
  locator.first().waitFor({ state: 'hidden', timeout: withinMs });

/** Waits until a condition holds. */
export async function until(holds: () => Promise<boolean>, what: string, withinMs = WITHIN_MS): Promise<void> {
  const startedAt = performance.now();
  while (!(await holds())) {
    assert.ok(performance.now() - startedAt < withinMs, `${what}: not within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The parts of the inbox, by their accessible names. */
export const chatList = (page: Page): Locator => page.getByRole('region', { name: 'Chat list' });
export const chatRow = (page: Page, name: string): Locator => chatList(page).getByRole('link', { name: new RegExp(`^${name}`) });
export const thread = (page: Page): Locator => page.getByRole('region', { name: /^Chat with / });
export const messages = (page: Page): Locator => page.getByRole('region', { name: 'Messages', exact: true });
export const replyBox = (page: Page): Locator => page.getByRole('textbox', { name: /^Reply to / });
export const sendButton = (page: Page): Locator => thread(page).getByRole('button', { name: 'Send', exact: true });
export const viewLink = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: new RegExp(`^${name} `) });

export async function openChat(page: Page, name: string, view = 'All open'): Promise<void> {
  await viewLink(page, view).click();
  await chatRow(page, name).click();
  await shown(page.getByRole('region', { name: `Chat with ${name}` }));
}

/** Sends without waiting for the five seconds in which it can be taken back. */
export async function sendNow(page: Page, text: string): Promise<void> {
  await replyBox(page).fill(text);
  await sendButton(page).click();
  await thread(page).getByRole('button', { name: 'Send now' }).last().click();
}

/** Adds a note to the open chat, and goes back to replies. */
export async function addNote(page: Page, write: (box: Locator) => Promise<void>): Promise<void> {
  await thread(page).getByRole('tab', { name: 'Note' }).click();
  await write(page.getByRole('textbox', { name: 'Note for your team' }));
  await thread(page).getByRole('button', { name: 'Add note', exact: true }).click();
  await thread(page).getByRole('button', { name: 'Send now' }).last().click();
  await thread(page).getByRole('tab', { name: 'Reply' }).click();
}

/** Runs an action and waits until the draft of a chat was saved or removed. */
export async function whileDraftIsSaved(page: Page, act: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse((response) => response.url().endsWith('/draft') && response.request().method() !== 'GET');
  await act();
  await saved;
}
