import { customers } from '../customers.ts';
import { chatList, chatRow, gone, messages, openChat, shown, thread, viewLink } from '../expect.ts';
import type { Area } from '../step.ts';

const { lena, omar, mia } = customers;

/** Views, filters, and what is done with chats as a whole. Continues after the inbox. */
export const inboxLists: Area = {
  name: 'lists',
  steps: [
    {
      name: 'a chat is assigned, and the counters follow',
      async run({ ada }) {
        await openChat(ada, lena.name);
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
      name: 'a label is put on a chat and shown in the list',
      async run({ ada, environment }) {
        await environment.call('POST', '/v3/labels', { name: 'invoice' });
        await ada.reload();
        await thread(ada).getByRole('button', { name: 'Label', exact: true }).click();
        await ada.getByRole('option', { name: 'invoice' }).click();
        await ada.keyboard.press('Escape');
        await shown(chatRow(ada, lena.name).filter({ hasText: 'invoice' }));
      },
    },
    {
      name: 'a filter narrows the list, is in the address, and is taken off again',
      async run({ ada }) {
        await ada.getByRole('button', { name: 'Filter', exact: true }).click();
        const form = ada.getByRole('dialog', { name: 'Filter' });
        await form.getByRole('combobox', { name: 'Label' }).fill('inv');
        await ada.getByRole('option', { name: 'invoice' }).click();
        await gone(chatRow(ada, omar.name));
        await shown(chatRow(ada, lena.name));
        await ada.waitForURL(/label=/);
        await ada.reload();
        await shown(chatRow(ada, lena.name));
        await gone(chatRow(ada, omar.name));
        await ada.getByRole('button', { name: /^Remove filter/ }).click();
        await shown(chatRow(ada, omar.name));
      },
    },
    {
      name: 'closing can be undone; a closed chat is in its view and opens again',
      async run({ ada }) {
        await openChat(ada, omar.name);
        await thread(ada).getByRole('button', { name: 'Close', exact: true }).click();
        await shown(chatRow(ada, omar.name).filter({ hasText: 'Closed' })); // the open chat stays in the list until another is opened
        await shown(ada.getByText('Chat closed', { exact: true }));
        await ada.getByRole('button', { name: 'Undo', exact: true }).first().click(); // the newest is the first
        await shown(thread(ada).getByRole('button', { name: 'Close', exact: true }));
        await thread(ada).getByRole('button', { name: 'Close', exact: true }).click();
        await viewLink(ada, 'Closed').click();
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
        await results.getByRole('link').filter({ hasText: 'available' }).first().click();
        await shown(ada.getByRole('region', { name: `Chat with ${lena.name}` }));
        await shown(messages(ada).getByText('Is the red one still available?'));
        await ada.keyboard.press('Escape');
      },
    },
    {
      name: 'several chats are selected and closed at once, and opened again with one click',
      async run({ ada, environment }) {
        await environment.write(mia, 'Thank you!');
        await ada.goto(`${environment.apiUrl}/console/inbox?view=open`);
        await shown(chatRow(ada, mia.name));
        const list = ada.getByRole('region', { name: 'Chats', exact: true });
        await list.getByRole('button', { name: 'Select', exact: true }).click();
        for (const { name } of [mia, omar]) await list.getByRole('checkbox', { name: `Select ${name}` }).check();
        await ada.getByRole('toolbar', { name: 'Chosen chats' }).getByRole('button', { name: 'Close', exact: true }).click();
        for (const { name } of [mia, omar]) await gone(chatRow(ada, name));
        await shown(chatRow(ada, lena.name));
        await ada.getByRole('button', { name: 'Undo', exact: true }).first().click();
        for (const { name } of [mia, omar]) await shown(chatRow(ada, name));
      },
    },
    {
      name: 'a view is saved, found after a reload, and deleted',
      async run({ ada, environment }) {
        await ada.goto(`${environment.apiUrl}/console/inbox?view=open&unread=true`);
        await shown(chatList(ada));
        await ada.getByRole('button', { name: 'Save this view' }).click();
        const dialog = ada.getByRole('dialog');
        await dialog.getByLabel('Name').fill('Our open chats');
        await dialog.getByRole('button', { name: 'Save', exact: true }).click();
        const link = ada.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /Our open chats/ });
        await shown(link);
        await ada.reload();
        await link.click();
        await shown(chatRow(ada, mia.name));
        await ada.getByRole('button', { name: 'Menu of Our open chats' }).click();
        await ada.getByRole('menuitem', { name: 'Delete' }).click();
        await gone(link);
      },
    },
  ],
};
