import { execFileSync } from 'node:child_process';
import type { Browser, Page } from 'playwright-core';
import { noFaults, openBrowser, openWindow, signIn } from '../console/browser.ts';
import { type Environment, openEnvironment, type Person } from '../console/environment.ts';
import { until } from '../console/expect.ts';
import { openInstallation } from '../console/installation.ts';
import { PAGE_SCRIPT } from './console-page.ts';
import type { Seed } from './console-seed.ts';

const PATIENCE_MS = 60_000;
/** The driver opens more chats in a minute than a person can. */
const FAST_PLAN = ['--plan', 'enterprise', '--rate-limit', '60000'];

/** A server with its worker and the sandbox, a browser, and a person who may do everything. */
export type Scene = { environment: Environment; browser: Browser; person: Person; seed: Seed };

export async function openScene(): Promise<Scene> {
  execFileSync(process.execPath, ['scripts/console.ts', '--if-changed'], { stdio: 'inherit' });
  const environment = await openEnvironment(await openInstallation(), 'Bench', FAST_PLAN);
  const { tenantId, whatsapp, settings } = environment;
  const person = await environment.createPerson('Ada Byron', 'admin');
  return {
    environment,
    browser: await openBrowser(),
    person,
    seed: { databaseUrl: settings.config.DATABASE_URL, tenantId, channelId: whatsapp.channelId },
  };
}

/** Opens a window of its own with the inbox of the person. Without `isIdle` the browser is never idle, so that nothing is loaded ahead. */
export async function openInbox({ environment, browser, person }: Scene, { isIdle = true } = {}): Promise<Page> {
  const page = await openWindow(browser, noFaults());
  await page.addInitScript({ content: PAGE_SCRIPT });
  if (!isIdle) await page.addInitScript({ content: 'window.requestIdleCallback = () => 0;' });
  await signIn(page, environment, person);
  return page;
}

/** Opens a chat by its address and waits until the person can work in it. */
export async function openChat(page: Page, { environment }: Scene, chatId: string): Promise<void> {
  await page.goto(`${environment.apiUrl}/console/inbox/${chatId}?view=open`);
  await until(() => inPage<boolean>(page, 'isUsable()'), 'the inbox can be used', PATIENCE_MS);
}

/** Calls a function of the page script. */
export const inPage = <T>(page: Page, call: string): Promise<T> => page.evaluate(`window.bench.${call}`) as Promise<T>;
