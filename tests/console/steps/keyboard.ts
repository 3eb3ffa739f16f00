import type { Locator, Page } from 'playwright-core';
import { chatList, messages, replyBox, shown, until } from '../expect.ts';
import type { Area } from '../step.ts';
import { isSentOnce } from '../stored.ts';

const kim = { from: '491701112299', name: 'Kim Keys' };
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
  ],
};
