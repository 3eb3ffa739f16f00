import assert from 'node:assert/strict';
import { customers } from '../customers.ts';
import { chatRow, messages, openChat, replyBox, sendButton, shown, thread } from '../expect.ts';
import type { Area } from '../step.ts';

const { jun } = customers;

export const twoAgents: Area = {
  name: 'two agents',
  steps: [
    {
      name: 'both see a new chat, and each sees that the other is in it',
      async run({ ada, grace, environment }) {
        await environment.write(jun, 'Where is my parcel?');
        for (const page of [ada, grace]) {
          await page.goto(`${environment.apiUrl}/console/inbox?view=open`);
          await shown(chatRow(page, jun.name));
        }
        await openChat(ada, jun.name);
        await openChat(grace, jun.name);
        await shown(thread(ada).getByText(/Grace/).first());
      },
    },
    {
      name: 'who has not seen the answer of a colleague is asked before a second one is sent',
      async run({ ada, grace }) {
        await grace.route('**/v3/events**', (route) => route.abort()); // Grace's feed is late
        await grace.reload();
        await replyBox(grace).fill('I will look it up.');
        await replyBox(ada).fill('It arrives tomorrow.');
        await sendButton(ada).click();
        await ada.waitForTimeout(7_000);
        await sendButton(grace).click();
        await shown(grace.getByRole('button', { name: /send anyway/i }));
        await grace.unroute('**/v3/events**');
        await grace.reload();
        await shown(messages(grace).getByText('It arrives tomorrow.'));
      },
    },
    {
      name: "a colleague's reply shows its author",
      async run({ grace }) {
        const article = messages(grace).getByRole('article').filter({ hasText: 'It arrives tomorrow.' });
        assert.match((await article.first().textContent()) ?? '', /Ada/);
      },
    },
    {
      name: 'a mention notifies the colleague',
      async run({ ada, grace, people }) {
        await thread(ada).getByRole('tab', { name: 'Note' }).click();
        const box = ada.getByRole('textbox', { name: 'Note for your team' });
        await box.pressSequentially(`@${people.grace.name.split(' ')[0]?.slice(0, 3)}`);
        await ada.getByRole('option', { name: new RegExp(people.grace.name) }).click();
        await box.pressSequentially('can you call him?');
        await thread(ada)
          .getByRole('button', { name: /^(Add note|Save note|Note)$/ })
          .first()
          .click();
        await shown(grace.getByRole('button', { name: /^Notifications, 1 new/ }));
        await thread(ada).getByRole('tab', { name: 'Reply' }).click();
      },
    },
  ],
};
