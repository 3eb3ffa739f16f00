import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

const WITHIN_MS = 45_000;

export const shown = (locator: Locator, withinMs = WITHIN_MS): Promise<void> =>
  locator.first().waitFor({ state: 'visible', timeout: withinMs });
export const gone = (locator: Locator, withinMs = WITHIN_MS): Promise<void> =>
  locator.first().waitFor({ state: 'hidden', timeout: withinMs });

/** Waits until a condition holds. */
export async function until(holds: () => Promise<boolean>, what: string, withinMs = WITHIN_MS): Promise<void> {
  const startedAt = performance.now();
  while (!(await holds())) {
    assert.ok(performance.now() - startedAt < withinMs, `${what}: not within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The parts of the inbox, by their accessible names. */
export const chatRow = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Chat list' }).getByRole('link', { name: new RegExp(`^${name}`) });
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
