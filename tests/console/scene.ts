import type { Browser, Page } from 'playwright-core';
import { type Faults, type Look, openWindow, signIn } from './browser.ts';
import { type Environment, openEnvironment } from './environment.ts';
import { until } from './expect.ts';
import type { Installation } from './installation.ts';
import type { Scene } from './step.ts';

/** Creates a tenant with two people, and signs both in. */
export async function openScene(
  installation: Installation,
  { browser, faults }: { browser: Browser; faults: Faults },
  name: string,
): Promise<Scene> {
  const environment = await openEnvironment(installation, name);
  const people = {
    ada: await environment.createPerson('Ada Byron', 'admin'),
    grace: await environment.createPerson('Grace Hopper', 'member'),
  };
  const opened: Page[] = [];
  const open = async (look?: Look) => {
    const page = await openWindow(browser, faults, look);
    opened.push(page);
    return page;
  };
  const enter = async (person: 'ada' | 'grace') => {
    const page = await open();
    await signIn(page, environment, people[person]);
    return page;
  };
  const [ada, grace] = await Promise.all([enter('ada'), enter('grace')]);
  return { environment, faults, people, ada, grace, openWindow: open, windows: () => opened.filter((page) => !page.isClosed()) };
}

/** Closes the windows that a step has opened. */
export async function closeOthers({ ada, grace, windows }: Scene): Promise<void> {
  for (const page of windows()) if (page !== ada && page !== grace) await page.context().close();
}

/** Creates an automation with a few types of steps, so that the screens of the editor show one. */
export async function createAutomation({ call }: Environment): Promise<void> {
  const steps = [
    { id: 'ask', type: 'ask', text: 'Which size?', saveAs: 'size', timeoutSeconds: 3_600, onReply: 'large', onTimeout: 'done' },
    { id: 'large', type: 'branch', cases: [{ if: 'eq(variables.size,"XL")', next: 'thanks' }], otherwise: 'done' },
    { id: 'thanks', type: 'send_message', text: 'We have it in XL, {{contact.firstName|there}}.', next: 'done' },
    { id: 'done', type: 'end' },
  ];
  await call('POST', '/v3/automations', { name: 'Sizes', description: 'Asks for the size.', trigger: { type: 'api' }, steps });
}

/** Waits until a customer's message is in the inbox, so that no screen is empty. */
export async function receiveMessage({ call, write }: Environment): Promise<void> {
  await write({ from: '491701112200', name: 'Wanda First' }, 'Hello, is anybody there?');
  await until(async () => (await call<unknown[]>('POST', '/v3/chats/search', {})).length > 0, 'the message arrives');
}
