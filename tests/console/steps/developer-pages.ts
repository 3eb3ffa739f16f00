import type { Locator, Page } from 'playwright-core';
import type { Scene } from '../step.ts';

/** What the steps of the developers' area share: its pages, panels and tables. */
export const go = (page: Page, { environment }: Scene, path: string) =>
  page.goto(`${environment.apiUrl}/console/developers/${path}`);
export const panel = (page: Page, name: string | RegExp): Locator => page.getByRole('complementary', { name });
export const table = (page: Page, name: string): Locator => page.getByRole('region', { name }).getByRole('table');

export async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

export const createLabel = ({ environment }: Scene, name: string) => environment.call('POST', '/v3/labels', { name });
export const createContact = ({ environment }: Scene, firstName: string) =>
  environment.call('POST', '/v3/contacts', { firstName });
