import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { readState } from '../../scripts/dev/state.ts';
import { main } from '../chaos/endings.ts';
import { type Look, noFaults, openBrowser, openWindow, signIn } from './browser.ts';
import { type Screen, screens } from './screen-list.ts';
import { openScreen } from './screens.ts';

/**
 * npm run console:pictures. Takes pictures of every screen into docs/screens, from the demo shop of a running `npm run dev`: wide and
 * narrow, light and dark, the inbox also in German and in Arabic. ONLY=word takes those with the word in their names; PICTURES=folder
 * puts them elsewhere; FORMAT=png takes PNG files.
 */
const api = `http://127.0.0.1:${process.env.PORT ?? 8080}`;
const folder = process.env.PICTURES ?? 'docs/screens';
const format = process.env.FORMAT === 'png' ? 'png' : 'webp';
const only = process.env.ONLY ?? '';
const QUALITY = 80;
const MOST_KB = 150;
const MOST_KB_TOGETHER = 12 * 1024;

const LOOKS: Look[] = [
  { width: 1440, theme: 'light' },
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
];
const TRANSLATED: Look[] = [{ language: 'de' }, { language: 'ar' }];

const nameOf = ({ name }: Screen, { width = 1440, theme = 'light', language }: Look): string =>
  [name, width, language ?? theme].join('-');

async function takeAll(
  browser: Browser,
  look: Look,
  some: readonly Screen[],
  person: { email: string; password: string },
): Promise<number[]> {
  const wanted = some.filter((screen) => nameOf(screen, look).includes(only));
  if (wanted.length === 0) return [];
  const faults = noFaults();
  const [stranger, member] = [
    await openWindow(browser, faults, look),
    await openWindow(browser, faults, { ...look, language: 'en' }),
  ];
  await signIn(member, { apiUrl: api }, person);
  if (look.language) await speak(member, look.language);
  const sizes: number[] = [];
  for (const screen of wanted) {
    const page = screen.isAnonymous ? stranger : member;
    await openScreen(page, api, screen);
    sizes.push(await take(page, nameOf(screen, look)));
  }
  for (const page of [stranger, member]) await page.context().close();
  for (const fault of [...faults.consoleErrors, ...faults.policyViolations]) console.log(`  fault: ${fault}`);
  return sizes;
}

/** Signing in needs the English names of fields, so the language changes after it. */
async function speak(page: Page, language: string): Promise<void> {
  await page.context().addInitScript({ content: `localStorage.setItem('patchbay.language', '${language}')` });
}

/** Chromium writes WebP, but Playwright does not ask for it. Returns the size in kilobytes. */
async function take(page: Page, name: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format, ...(format === 'webp' && { quality: QUALITY }) });
  await devtools.detach();
  const file = join(folder, `${name}.${format}`);
  writeFileSync(file, Buffer.from(data, 'base64'));
  const kilobytes = statSync(file).size / 1024;
  console.log(`  ${file} ${kilobytes.toFixed(0)} kB`);
  return kilobytes;
}

await main(async () => {
  const state = await readState(process.env.DEV_STATE_FILE ?? '.data/dev.json');
  if (!state?.developer) throw new Error('Start `npm run dev` first: the pictures show its demo shop.');
  if (only === '') rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const browser = await openBrowser();
  const sizes: number[] = [];
  for (const look of LOOKS) sizes.push(...(await takeAll(browser, look, screens, state.developer)));
  const inbox = screens.filter(({ name }) => name === 'inbox-list');
  for (const look of TRANSLATED) sizes.push(...(await takeAll(browser, look, inbox, state.developer)));
  const [largest, together] = [Math.max(...sizes), sizes.reduce((sum, size) => sum + size, 0)];
  console.log(`pictures=${sizes.length} largestKb=${largest.toFixed(0)} togetherKb=${together.toFixed(0)}`);
  return largest <= MOST_KB && together <= MOST_KB_TOGETHER;
});
