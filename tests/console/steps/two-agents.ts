import { customers } from '../customers.ts';
import { addNote, chatRow, messages, openChat, replyBox, sendButton, sendNow, shown, thread, viewLink } from '../expect.ts';
import type { Area } from '../step.ts';
import { isSentOnce } from '../stored.ts';

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
        await shown(thread(ada).getByText(/Grace/));
      },
    },
    {
      name: 'who has not seen the answer of a colleague is asked before a second one is sent',
      async run({ ada, grace, environment }) {
        await grace.route('**/v3/events**', (route) => route.abort()); // Grace's feed is late
        await grace.reload();
        await shown(messages(grace).getByText('Where is my parcel?'));
        await replyBox(grace).fill('I will look it up.');
        await sendNow(ada, 'It arrives tomorrow.');
        await isSentOnce(environment, jun, 'It arrives tomorrow.');
        await sendButton(grace).click();
        await thread(grace).getByRole('button', { name: 'Send now' }).last().click();
        await shown(grace.getByRole('button', { name: /send anyway/i }));
        await grace.getByRole('button', { name: 'Edit', exact: true }).first().click();
        await replyBox(grace).fill('');
        await grace.unroute('**/v3/events**');
        await grace.reload();
        await shown(messages(grace).getByText('It arrives tomorrow.'));
      },
    },
    {
      name: "a colleague's reply shows its author",
      async run({ grace }) {
        const article = messages(grace).getByRole('article').filter({ hasText: 'It arrives tomorrow.' });
        await shown(article.filter({ hasText: 'Ada' }));
      },
    },
    {
      name: 'a mention notifies the colleague, and the notice leads to the chat',
      async run({ ada, grace, people }) {
        await viewLink(grace, 'Mine').click();
        await addNote(ada, async (box) => {
          await box.pressSequentially(`@${people.grace.name.slice(0, 3)}`);
          await ada.getByRole('option', { name: new RegExp(people.grace.name) }).click();
          await box.pressSequentially('can you call him?');
        });
        await grace.getByRole('button', { name: /^Notifications, 1 new/ }).click();
        await grace.getByRole('button', { name: /Ada Byron mentioned you/ }).click();
        await shown(grace.getByRole('region', { name: `Chat with ${jun.name}` }));
      },
    },
    {
      name: 'a chat that a colleague takes and closes changes at once for the other',
      async run({ ada, grace }) {
        await openChat(ada, jun.name);
        await thread(grace).getByRole('button', { name: 'Chat menu' }).click();
        await grace.getByRole('menuitem', { name: 'Take this chat' }).click();
        await shown(thread(ada).getByRole('button', { name: /^Assigned to\s*Grace Hopper/ }));
        await thread(grace).getByRole('button', { name: 'Close', exact: true }).click();
        await shown(thread(ada).getByRole('button', { name: 'Open again' }));
      },
    },
  ],
};
