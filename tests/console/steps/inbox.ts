import assert from 'node:assert/strict';
import { customers } from '../customers.ts';
import {
  addNote,
  chatRow,
  messages,
  openChat,
  replyBox,
  sendButton,
  sendNow,
  shown,
  thread,
  until,
  whileDraftIsSaved,
} from '../expect.ts';
import type { Area } from '../step.ts';
import { chatOf, countOf, hasNote, isSentOnce } from '../stored.ts';

const { lena, omar } = customers;

/** Reading and answering. */
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
      async run({ ada, environment }) {
        await openChat(ada, lena.name);
        await shown(messages(ada).getByText('Is the red one still available?'));
        await until(async () => (await chatOf(environment, lena)).unreadCount === 0, 'the chat is read');
      },
    },
    {
      name: 'a reply can be taken back within five seconds: the text is back in the box',
      async run({ ada }) {
        await replyBox(ada).fill('Sent by mistake');
        await sendButton(ada).click();
        await thread(ada).getByRole('button', { name: 'Undo sending' }).click();
        await until(async () => (await replyBox(ada).inputValue()) === 'Sent by mistake', 'the text is back');
        await replyBox(ada).fill('');
      },
    },
    {
      name: 'a reply reaches the customer once after five seconds, and what was taken back does not',
      async run({ ada, environment }) {
        await replyBox(ada).fill('Yes, two are left.');
        await sendButton(ada).click();
        await shown(messages(ada).getByText('Yes, two are left.'));
        await isSentOnce(environment, lena, 'Yes, two are left.');
        assert.equal(await countOf(environment, lena, 'Sent by mistake'), 0);
      },
    },
    {
      name: 'the status of a reply is shown, with its history',
      async run({ ada }) {
        const article = messages(ada).getByRole('article').filter({ hasText: 'Yes, two are left.' });
        await article.getByRole('button', { name: /^Status: (Sent|Delivered|Read)/ }).click();
        await shown(ada.getByText('Sent to the provider'));
        await ada.keyboard.press('Escape');
      },
    },
    {
      name: 'a draft stays with its chat, on the server, for this person',
      async run({ ada, environment }) {
        const holds = (text: string) =>
          until(async () => (await replyBox(ada).inputValue()) === text, `the reply box has "${text}"`);
        await environment.write(omar, 'Good morning');
        await whileDraftIsSaved(ada, () => replyBox(ada).fill('Half an answer to Lena'));
        await openChat(ada, omar.name);
        await holds('');
        await whileDraftIsSaved(ada, () => replyBox(ada).fill('Half an answer to Omar'));
        await openChat(ada, lena.name);
        await holds('Half an answer to Lena');
        await ada.reload();
        await holds('Half an answer to Lena');
        await whileDraftIsSaved(ada, () => replyBox(ada).fill(''));
        await openChat(ada, omar.name);
        await holds('Half an answer to Omar');
        await whileDraftIsSaved(ada, () => replyBox(ada).fill(''));
      },
    },
    {
      name: 'a reply goes to the chat it was written in, even if another chat is opened at once',
      async run({ ada, environment }) {
        await replyBox(ada).fill('This is for Omar');
        await sendButton(ada).click();
        await openChat(ada, lena.name);
        await isSentOnce(environment, omar, 'This is for Omar');
        assert.equal(await countOf(environment, lena, 'This is for Omar'), 0);
      },
    },
    {
      name: 'a note is for the team: it is shown, and nothing is sent to the customer',
      async run({ ada, environment }) {
        const text = 'She is a regular customer.';
        await addNote(ada, (box) => box.fill(text));
        await shown(messages(ada).getByText(text));
        await until(
          async () => (await hasNote(environment, lena, text)) || (await countOf(environment, lena, text)) > 0,
          'the note is stored',
        );
        assert.equal(await countOf(environment, lena, text), 0, 'the note is not sent');
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
      name: 'a reply is scheduled for later, and cancelled before its time',
      async run({ ada }) {
        await replyBox(ada).fill('It is back on Monday.');
        await thread(ada).getByRole('button', { name: 'Send later' }).click();
        await ada.getByRole('button', { name: /^In one hour/ }).click();
        await thread(ada).getByRole('button', { name: 'Send now' }).last().click();
        const article = messages(ada).getByRole('article').filter({ hasText: 'It is back on Monday.' });
        await shown(article.getByRole('button', { name: /^Status: Scheduled/ }));
        await article.getByRole('button', { name: 'Cancel' }).click();
        await shown(article.getByRole('button', { name: /^Status: Cancelled/ }));
      },
    },
    {
      name: 'a file goes with a reply',
      async run({ ada, environment }) {
        const file = { name: 'receipt.txt', mimeType: 'text/plain', buffer: Buffer.from('Paid') };
        await thread(ada).locator('input[type=file]').setInputFiles(file);
        await shown(thread(ada).getByText('receipt.txt'));
        await until(() => sendButton(ada).isEnabled(), 'the file is uploaded');
        await sendNow(ada, 'Here is your receipt.');
        await isSentOnce(environment, lena, 'Here is your receipt.');
        await shown(messages(ada).getByRole('article').filter({ hasText: 'Here is your receipt.' }).getByText('receipt.txt'));
      },
    },
  ],
};
