import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { atEnd } from '../chaos/endings.ts';
import type { Environment, Person } from './environment.ts';
import { WITHIN_MS } from './expect.ts';

/** What went wrong on any page, in any step. */
export type Faults = { consoleErrors: string[]; policyViolations: string[]; serious: Map<string, string> };

export const noFaults = (): Faults => ({ consoleErrors: [], policyViolations: [], serious: new Map() });

export type Look = { width?: number; theme?: 'light' | 'dark'; language?: 'en' | 'de' | 'ar' };

/** The browser reports requests that fail while the network or the server is away; the application must not add errors of its own. */
const OF_THE_NETWORK = /net::ERR_|Failed to load resource|WebSocket connection/;

/** Runs in the page. */
const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) =>
  window.reportViolation(event.effectiveDirective + ' ' + event.blockedURI + ' at ' + location.pathname));`;

export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  atEnd(() => browser.close());
  return browser;
}

/** Opens a window of its own, with its own cookies. */
export async function openWindow(browser: Browser, faults: Faults, look: Look = {}): Promise<Page> {
  const { width = 1440, theme = 'light', language = 'en' } = look;
  const context = await browser.newContext({
    viewport: { width, height: width < 768 ? 844 : 900 },
    hasTouch: width < 768,
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(WITHIN_MS);
  await record(context, faults);
  await context.addInitScript({
    content: `try { localStorage.setItem('patchbay.language', '${language}'); } catch { /* the empty page has none */ }`,
  });
  return context.newPage();
}

async function record(context: BrowserContext, faults: Faults): Promise<void> {
  await context.exposeFunction('reportViolation', (text: string) => void faults.policyViolations.push(text));
  await context.addInitScript({ content: REPORT_VIOLATIONS });
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !OF_THE_NETWORK.test(text)) faults.consoleErrors.push(text.slice(0, 500));
  });
  context.on('weberror', (error) => void faults.consoleErrors.push(String(error.error().stack).slice(0, 500)));
}

export async function signIn(
  page: Page,
  { apiUrl }: Pick<Environment, 'apiUrl'>,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.goto(`${apiUrl}/console/signin`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/console/inbox**');
}

/** Checks the accessibility of what is shown. Counts each serious or critical finding once per rule and screen. */
export async function checkAccessibility(page: Page, screen: string, faults: Faults): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  for (const { id, impact, nodes } of violations)
    if (impact === 'serious' || impact === 'critical')
      faults.serious.set(`${screen} ${id}`, `${screen}: ${id}, ${nodes.length} elements, first ${nodes[0]?.html.slice(0, 200)}`);
}
