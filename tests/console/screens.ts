import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { checkAccessibility, type Look, openBrowser, openWindow, signIn } from './browser.ts';
import type { Scene } from './step.ts';

type Screen = { name: string; path: string; isAnonymous?: boolean; prepare?(page: Page): Promise<unknown> };

/** Every screen. Each is checked with axe in both themes and pictured in both widths. */
const screens: Screen[] = [
  { name: 'sign-in', path: '/signin', isAnonymous: true },
  { name: 'forgotten-password', path: '/forgot', isAnonymous: true },
  {
    name: 'inbox',
    path: '/inbox?view=open',
    prepare: (page) => page.getByRole('region', { name: 'Chat list' }).getByRole('link').first().click(),
  },
  { name: 'inbox-list', path: '/inbox?view=open' },
  { name: 'palette', path: '/inbox?view=open', prepare: (page) => page.keyboard.press('Control+k') },
  { name: 'contacts', path: '/contacts' },
  { name: 'contact', path: '/contacts', prepare: (page) => page.getByRole('table').getByRole('link').first().click() },
  { name: 'contact-import', path: '/contacts/import' },
];

const LOOKS: Look[] = [
  { width: 1440, theme: 'light' },
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
];

/** Returns the number of screens that were looked at. */
export async function checkScreens({ environment, faults, people }: Scene): Promise<number> {
  const browser = await openBrowser();
  let count = 0;
  for (const look of LOOKS)
    for (const isAnonymous of [true, false]) {
      const page = await openWindow(browser, faults, look);
      if (!isAnonymous) await signIn(page, environment, people.ada);
      for (const screen of screens.filter((one) => (one.isAnonymous ?? false) === isAnonymous)) {
        await open(page, environment.apiUrl, screen);
        await checkAccessibility(page, `${screen.name} ${look.width} ${look.theme}`, faults);
        await picture(page, `${screen.name}-${look.width}-${look.theme}`);
        count++;
      }
      await page.context().close();
    }
  const page = await openWindow(browser, faults, { language: 'ar' });
  await page.goto(`${environment.apiUrl}/console/signin`);
  await page.waitForTimeout(500);
  await picture(page, 'sign-in-rtl');
  await page.context().close();
  return count + 1;
}

async function open(page: Page, apiUrl: string, { path, prepare }: Screen): Promise<void> {
  await page.goto(`${apiUrl}/console${path}`);
  await page.waitForTimeout(500);
  await prepare?.(page);
  await page.waitForTimeout(500);
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
