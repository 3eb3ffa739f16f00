import type { Browser, Page } from 'playwright-core';
import { checkAccessibility, type Look, openWindow, signIn } from './browser.ts';
import { type Screen, screens } from './screen-list.ts';
import type { Scene } from './step.ts';

const LOOKS: Look[] = [
  { width: 1440, theme: 'light' },
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
];

/** Opens the screens in every look and checks them with axe. Returns how many were checked. */
export async function checkScreens(scene: Scene, browser: Browser): Promise<number> {
  const { SCREENS } = process.env;
  const looks = LOOKS.filter(({ width }) => SCREENS !== 'main' || width === 1440);
  const words = SCREENS === 'main' ? [] : (SCREENS?.split(',') ?? []);
  const isChosen = ({ name, isMain }: Screen) =>
    SCREENS === 'main' ? isMain : words.length === 0 || words.some((word) => name.includes(word));
  const some = screens.filter(isChosen);
  for (const look of looks)
    for (const isAnonymous of [true, false])
      await checkWith(
        scene,
        browser,
        look,
        some.filter((one) => (one.isAnonymous ?? false) === isAnonymous),
      );
  return looks.length * some.length;
}

async function checkWith(scene: Scene, browser: Browser, look: Look, some: readonly Screen[]): Promise<void> {
  const { environment, faults, people } = scene;
  const page = await openWindow(browser, faults, look);
  if (some.some(({ isAnonymous }) => !isAnonymous)) await signIn(page, environment, people.ada);
  for (const screen of some) {
    await openScreen(page, environment.apiUrl, screen);
    await checkAccessibility(page, `${screen.name} ${look.width} ${look.theme}`, faults);
  }
  await page.context().close();
}

/** Opens a screen and gives it time to load and to come to rest. */
export async function openScreen(page: Page, apiUrl: string, { path, prepare }: Screen): Promise<void> {
  await page.goto(`${apiUrl}/console${path}`);
  await page.waitForTimeout(500);
  await prepare?.(page);
  await page.waitForTimeout(500);
}
