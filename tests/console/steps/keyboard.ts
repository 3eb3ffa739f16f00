import type { Locator, Page } from 'playwright-core';
import { chatList, messages, replyBox, shown, until } from '../expect.ts';
import type { Area } from '../step.ts';
import { chatOf, isSentOnce } from '../stored.ts';

const kim = { from: '491701112299', name: 'Kim Keys' };
const lou = { from: '491701112298', name: 'Lou Letters' };
const MOST_TABS = 30;

type Matching = { matches(selector: string): boolean };
const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => (element as unknown as Matching).matches(':focus'));

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, locator: Locator): Promise<void> {
  await shown(locator);
  for (let presses = 0; presses < MOST_TABS && !(await hasFocus(locator)); presses++) await page.keyboard.press('Tab');
  if (!(await hasFocus(locator))) throw new Error(`${String(locator)} has no focus after ${MOST_TABS} times Tab`);
}

/** Without a mouse: only keys are pressed. */
export const keyboard: Area = {
  name: 'keyboard',
  steps: [
    {
      name: 'sign-in, a chat and its answer by keys alone',
      async run({ environment, people, openWindow }) {
        const page = await openWindow();
        await page.goto(`${environment.apiUrl}/console/signin`);
        await tabTo(page, page.getByLabel('Email'));
        await page.keyboard.type(people.ada.email);
        await tabTo(page, page.getByLabel('Password', { exact: true }));
        await page.keyboard.type(people.ada.password);
        await page.keyboard.press('Enter');
        await page.waitForURL('**/console/inbox**');
        await environment.write(kim, 'Can you type?');
        await tabTo(page, page.getByRole('link', { name: /^All open / }));
        await page.keyboard.press('Enter');
        await shown(chatList(page).getByText('Can you type?'));
        await page.keyboard.press('j'); // the newest chat is the first
        await page.keyboard.press('o');
        await shown(page.getByRole('region', { name: `Chat with ${kim.name}` }));
        await page.keyboard.press('r');
        await until(() => hasFocus(replyBox(page)), 'r goes to the reply');
        await page.keyboard.type('Without a mouse.');
        await page.keyboard.press('Control+Enter');
        await shown(messages(page).getByText('Without a mouse.'));
        await isSentOnce(environment, kim, 'Without a mouse.');
      },
    },
    {
      name: 'a dialog keeps the focus inside and gives it back',
      async run({ ada, environment }) {
        await ada.goto(`${environment.apiUrl}/console/contacts`);
        const opener = ada.getByRole('button', { name: 'New contact' });
        await tabTo(ada, opener);
        await ada.keyboard.press('Enter');
        const dialog = ada.getByRole('dialog');
        await shown(dialog);
        for (let presses = 0; presses < 12; presses++) await ada.keyboard.press('Tab');
        await until(async () => (await dialog.locator(':focus').count()) === 1, 'the focus is in the dialog');
        await ada.keyboard.press('Escape');
        await until(() => hasFocus(opener), 'the focus is back at the button');
      },
    },
    {
      name: 'a chat is closed by a key, and the next one is opened',
      async run({ ada, environment }) {
        await environment.write(kim, 'Close this with a key');
        await environment.write(lou, 'Or this');
        await ada.goto(`${environment.apiUrl}/console/inbox?view=open`);
        for (const text of ['Close this with a key', 'Or this']) await shown(chatList(ada).getByText(text));
        const top = (await chatList(ada).getByRole('link').first().textContent()) ?? '';
        const [first, second] = top.startsWith(kim.name) ? [kim, lou] : [lou, kim]; // WhatsApp's times are whole seconds
        await ada.keyboard.press('j');
        await ada.keyboard.press('o');
        await shown(ada.getByRole('region', { name: `Chat with ${first.name}` }));
        await ada.keyboard.press('e');
        await until(async () => (await chatOf(environment, first)).status === 'closed', 'the chat is closed');
        await shown(ada.getByRole('region', { name: `Chat with ${second.name}` }));
      },
    },
  ],
};
