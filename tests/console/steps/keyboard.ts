import { customers } from '../customers.ts';
import { messages, replyBox, shown, until } from '../expect.ts';
import type { Area } from '../step.ts';

const { lena } = customers;

/** Without a mouse: only keys are pressed. */
export const keyboard: Area = {
  name: 'keyboard',
  steps: [
    {
      name: 'sign-in by keys',
      async run({ environment, people, openWindow }) {
        const page = await openWindow();
        await page.goto(`${environment.apiUrl}/console/signin`);
        await page.getByLabel('Email').focus();
        await page.keyboard.type(people.ada.email);
        await page.getByLabel('Password', { exact: true }).focus();
        await page.keyboard.type(people.ada.password);
        await page.keyboard.press('Enter');
        await page.waitForURL('**/console/inbox**');
        await page.context().close();
      },
    },
    {
      name: 'a chat is found, opened and answered by keys',
      async run({ ada, environment }) {
        await environment.write({ ...lena, from: '491701112299', name: 'Kim Keys' }, 'Can you type?');
        await ada.goto(`${environment.apiUrl}/console/inbox?view=open`);
        await shown(ada.getByRole('region', { name: 'Chat list' }).getByText('Can you type?'));
        await ada.keyboard.press('j');
        await ada.keyboard.press('o');
        await shown(replyBox(ada));
        await until(async () => {
          await ada.keyboard.press('r');
          return replyBox(ada).evaluate((box) => (box as unknown as Matching).matches(':focus'));
        }, 'r goes to the reply');
        await replyBox(ada).fill(''); // r may have been typed while the box had the focus
        await ada.keyboard.type('Without a mouse.');
        await ada.keyboard.press('Control+Enter');
        await shown(messages(ada).getByText('Without a mouse.'));
      },
    },
  ],
};

type Matching = { matches(selector: string): boolean };
