import assert from 'node:assert/strict';
import { customers } from '../customers.ts';
import type { Customer } from '../environment.ts';
import { chatRow, gone, messages, openChat, replyBox, sendButton, shown, thread, until, viewLink } from '../expect.ts';
import type { Area, Scene } from '../step.ts';

const { lena, omar, mia } = customers;

type Sent = { text: string | null };

/** What the server has of a customer's chat. */
async function storedMessages({ environment }: Scene, { from }: Customer): Promise<Sent[]> {
  const body = { pagination: { limit: 100 } };
  const chats = await environment.call<{ id: string; handle: { value: string } }[]>('POST', '/v3/chats/search', body);
  const chat = chats.find(({ handle }) => handle.value === `+${from}`);
  assert.ok(chat, `+${from} has a chat`);
  const messages = await environment.call<{ content: { body: string | null } }[]>(
    'POST',
    `/v3/chats/${chat.id}/messages/search`,
    {},
  );
  return messages.map(({ content }) => ({ text: content.body }));
}

async function reply(scene: Scene, text: string): Promise<void> {
  await replyBox(scene.ada).fill(text);
  await sendButton(scene.ada).click();
}

export const inbox: Area = {
  name: 'inbox',
  steps: [
    {
      name: 'a message of a customer appears in the list without a reload',
      async run({ ada, environment }) {
        await ada.goto(`${environment.apiUrl}/console/inbox?view=open`);
        await shown(ada.getByText('Live', { exact: true }));
        await environment.write(lena, 'Is the red one still available?');
        await shown(chatRow(ada, lena.name).filter({ hasText: 'Is the red one still available?' }));
      },
    },
    {
      name: 'opening a chat shows its messages and marks it as read',
      async run(scene) {
        await openChat(scene.ada, lena.name);
        await shown(messages(scene.ada).getByText('Is the red one still available?'));
        await until(async () => {
          const chats = await scene.environment.call<{ unreadCount: number; latestMessage: { text: string } | null }[]>(
            'POST',
            '/v3/chats/search',
            { pagination: { limit: 100 } },
          );
          return chats.some(({ unreadCount, latestMessage }) => unreadCount === 0 && latestMessage?.text?.includes('red one'));
        }, 'the chat is read');
      },
    },
    {
      name: 'a reply can be taken back within five seconds: nothing is sent, the text is back',
      async run(scene) {
        await reply(scene, 'Sent by mistake');
        await scene.ada.getByRole('button', { name: 'Undo' }).first().click();
        await until(async () => (await replyBox(scene.ada).inputValue()) === 'Sent by mistake', 'the text is back');
        await scene.ada.waitForTimeout(6_000);
        assert.equal(
          (await storedMessages(scene, lena)).some(({ text }) => text === 'Sent by mistake'),
          false,
        );
        await replyBox(scene.ada).fill('');
      },
    },
    {
      name: 'a reply reaches the customer once and shows its author and status',
      async run(scene) {
        await reply(scene, 'Yes, two are left.');
        await shown(messages(scene.ada).getByText('Yes, two are left.'));
        await until(
          async () => (await storedMessages(scene, lena)).filter(({ text }) => text === 'Yes, two are left.').length === 1,
          'it is sent once',
        );
      },
    },
    {
      name: 'a draft stays with its chat, on the server, for this person',
      async run(scene) {
        const { ada, environment } = scene;
        await environment.write(omar, 'Good morning');
        await replyBox(ada).fill('Half an answer to Lena');
        await openChat(ada, omar.name);
        assert.equal(await replyBox(ada).inputValue(), '');
        await replyBox(ada).fill('Half an answer to Omar');
        await openChat(ada, lena.name);
        await until(async () => (await replyBox(ada).inputValue()) === 'Half an answer to Lena', "Lena's draft is back");
        await ada.waitForTimeout(3_000);
        await ada.reload();
        await until(async () => (await replyBox(ada).inputValue()) === 'Half an answer to Lena', 'the draft survives a reload');
        await replyBox(ada).fill('');
        await openChat(ada, omar.name);
        await until(async () => (await replyBox(ada).inputValue()) === 'Half an answer to Omar', "Omar's draft is back");
        await replyBox(ada).fill('');
        await ada.waitForTimeout(3_000);
      },
    },
    {
      name: 'a reply goes to the chat it was written in, even if another chat is opened at once',
      async run(scene) {
        await reply(scene, 'This is for Omar');
        await openChat(scene.ada, lena.name);
        await until(
          async () => (await storedMessages(scene, omar)).some(({ text }) => text === 'This is for Omar'),
          'Omar has it',
        );
        assert.equal(
          (await storedMessages(scene, lena)).some(({ text }) => text === 'This is for Omar'),
          false,
        );
      },
    },
    {
      name: 'a note is for the team: it is shown, and nothing is sent to the customer',
      async run(scene) {
        const { ada } = scene;
        await thread(ada).getByRole('tab', { name: 'Note' }).click();
        await ada.getByRole('textbox', { name: 'Note for your team' }).fill('She is a regular customer.');
        await thread(ada)
          .getByRole('button', { name: /^(Add note|Save note|Note)$/ })
          .first()
          .click();
        await shown(messages(ada).getByText('She is a regular customer.'));
        await ada.waitForTimeout(6_000);
        assert.equal(
          (await storedMessages(scene, lena)).some(({ text }) => text === 'She is a regular customer.'),
          false,
        );
        await thread(ada).getByRole('tab', { name: 'Reply' }).click();
      },
    },
    {
      name: 'a snippet is inserted at the cursor with /',
      async run({ ada, environment }) {
        await environment.call('POST', '/v3/snippets', { shortcut: 'hours', text: 'We are open from 9 to 18.' });
        await ada.reload();
        await shown(replyBox(ada));
        await replyBox(ada).pressSequentially('Hello, /hou');
        await shown(ada.getByRole('option', { name: /hours/ }));
        await ada.keyboard.press('Enter');
        await until(
          async () => (await replyBox(ada).inputValue()).startsWith('Hello, We are open from 9 to 18.'),
          'the text is inserted',
        );
        await replyBox(ada).fill('');
      },
    },
    {
      name: 'a chat is assigned, and the counters follow',
      async run({ ada }) {
        await thread(ada)
          .getByRole('button', { name: /^Assigned to/ })
          .click();
        await ada
          .getByRole('option', { name: /^You|Ada Byron/ })
          .first()
          .click();
        await shown(viewLink(ada, 'Mine').filter({ hasText: '1' }));
      },
    },
    {
      name: 'a label is put on, and the list can be filtered by it; the filter is in the address',
      async run({ ada, environment }) {
        await environment.call('POST', '/v3/labels', { name: 'invoice' }).catch(() => undefined);
        await ada.reload();
        await thread(ada).getByRole('button', { name: 'Label', exact: true }).click();
        await ada.getByRole('option', { name: 'invoice' }).click();
        await ada.keyboard.press('Escape');
        await shown(chatRow(ada, lena.name).filter({ hasText: 'invoice' }));
      },
    },
    {
      name: 'closing can be undone; a closed chat is in its view and opens again',
      async run({ ada }) {
        await openChat(ada, omar.name);
        await thread(ada).getByRole('button', { name: 'Close', exact: true }).click();
        await shown(chatRow(ada, omar.name).filter({ hasText: 'Closed' })); // the open chat stays in the list until another is opened
        await shown(ada.getByText('Chat closed', { exact: true }));
        await ada.getByRole('button', { name: 'Undo' }).first().click(); // the newest is the first
        await shown(thread(ada).getByRole('button', { name: 'Close', exact: true }));
        await thread(ada).getByRole('button', { name: 'Close', exact: true }).click();
        await viewLink(ada, 'Closed').click();
        await shown(chatRow(ada, omar.name));
        await chatRow(ada, omar.name).click();
        await thread(ada).getByRole('button', { name: 'Open again' }).click();
        await viewLink(ada, 'All open').click();
        await shown(chatRow(ada, omar.name));
      },
    },
    {
      name: 'a snoozed chat leaves the list and is found under Snoozed',
      async run({ ada }) {
        await openChat(ada, omar.name);
        await thread(ada).getByRole('button', { name: 'Snooze', exact: true }).click();
        await ada.getByRole('option', { name: /In an hour/ }).click();
        await openChat(ada, lena.name);
        await gone(chatRow(ada, omar.name));
        await viewLink(ada, 'Snoozed').click();
        await shown(chatRow(ada, omar.name));
      },
    },
    {
      name: 'a message of the customer wakes a snoozed chat',
      async run({ ada, environment }) {
        await environment.write(omar, 'One more question');
        await viewLink(ada, 'All open').click();
        await shown(chatRow(ada, omar.name).filter({ hasText: 'One more question' }));
      },
    },
    {
      name: 'a search over all messages leads to the message',
      async run({ ada }) {
        await ada.getByRole('button', { name: 'Search messages' }).click();
        await ada.keyboard.type('red available');
        const results = ada.getByRole('region', { name: 'Search results' });
        await shown(results.getByText(/red/).first());
        await results.getByRole('link').filter({ hasText: 'available' }).first().click();
        await shown(ada.getByRole('region', { name: `Chat with ${lena.name}` }));
        await shown(messages(ada).getByText('Is the red one still available?'));
        await ada.keyboard.press('Escape');
      },
    },
    {
      name: 'several chats are selected and closed at once',
      async run({ ada, environment }) {
        await environment.write(mia, 'Thank you!');
        await ada.goto(`${environment.apiUrl}/console/inbox?view=open`);
        await shown(chatRow(ada, mia.name));
        const list = ada.getByRole('region', { name: 'Chats', exact: true });
        await list.getByRole('button', { name: 'Select', exact: true }).click();
        await list.getByRole('checkbox', { name: `Select ${mia.name}` }).check();
        await list.getByRole('checkbox', { name: `Select ${omar.name}` }).check();
        await ada.getByRole('toolbar', { name: 'Chosen chats' }).getByRole('button', { name: 'Close', exact: true }).click();
        await gone(chatRow(ada, mia.name));
        await gone(chatRow(ada, omar.name));
        await shown(chatRow(ada, lena.name));
      },
    },
    {
      name: 'a view is saved and listed',
      async run({ ada }) {
        await ada.getByRole('button', { name: 'Save this view' }).click();
        const dialog = ada.getByRole('dialog');
        await dialog.getByLabel('Name').fill('Our open chats');
        await dialog.getByRole('button', { name: 'Save', exact: true }).click();
        await shown(ada.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /Our open chats/ }));
      },
    },
  ],
};
