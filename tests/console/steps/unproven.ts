import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { customers } from '../customers.ts';
import { chatList, chatRow, gone, messages, openChat, replyBox, sendButton, shown, thread, until } from '../expect.ts';
import type { Area } from '../step.ts';
import { chatOf, isSentOnce } from '../stored.ts';

const { ines, leo } = customers;
const kim = { from: '491701112299', name: 'Kim Keys' };
const lou = { from: '491701112298', name: 'Lou Letters' };
const OFFLINE_MS = Number(process.env.OFFLINE_MS ?? 30_000);
const row = (page: Page, name: string) => page.getByRole('table').getByRole('link', { name });

/** Four lines: two good ones, one without an address, one with a number that is none. */
const CSV = `first name,last name,email,phone
Hanna,Csv,hanna@csv.example,+4915112300001
Jonas,Csv,jonas@csv.example,
Nemo,Csv,,
Rike,Csv,,12
`;

/** Steps that have not passed in a whole run yet. They run only if AREAS names them. */
export const unproven: Area = {
  name: 'unproven',
  steps: [
    {
      name: 'a file is imported: refused lines are listed with their reasons, and can be downloaded',
      async run({ ada, environment }) {
        await ada.goto(`${environment.apiUrl}/console/contacts/import`);
        const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
        await ada.getByLabel('CSV file').setInputFiles(file);
        await shown(ada.getByText('people.csv'));
        await ada.getByRole('button', { name: 'Start import' }).click();
        await shown(ada.getByRole('heading', { name: '2 refused lines' }));
        await shown(ada.getByRole('table', { name: 'Refused lines' }).getByText(/Nemo/));
        await shown(ada.getByRole('link', { name: 'Show contacts' }));
        const download = ada.waitForEvent('download');
        await ada.getByRole('button', { name: 'Download as CSV' }).click();
        await until(async () => (await download).suggestedFilename() === 'refused-lines.csv', 'the file is offered');
      },
    },
    {
      name: 'imported contacts are in the list, and several get a label at once',
      async run({ ada, environment }) {
        await environment.call('POST', '/v3/labels', { name: 'imported' });
        await ada.goto(`${environment.apiUrl}/console/contacts`);
        await ada.getByRole('searchbox').fill('Csv');
        await shown(row(ada, 'Hanna Csv'));
        for (const name of ['Hanna Csv', 'Jonas Csv']) await ada.getByRole('checkbox', { name: `Select ${name}` }).check();
        await ada.getByRole('button', { name: 'Label', exact: true }).click();
        const dialog = ada.getByRole('dialog');
        await dialog.getByRole('combobox').first().fill('imp');
        await shown(ada.getByRole('option', { name: 'imported' }));
        await ada.keyboard.press('ArrowDown');
        await ada.keyboard.press('Enter');
        await dialog.getByRole('button', { name: 'Label 2 contacts' }).click();
        await gone(dialog);
        await shown(ada.getByRole('row', { name: /Jonas Csv/ }).getByText('imported'));
      },
    },
    {
      name: 'tokens: a revoked token is refused',
      async run(scene) {
        const { ada, environment } = scene;
        const { accessToken = '' } = await environment.call('POST', '/v3/access_tokens', {
          name: 'Old program',
          scopes: ['labels.read'],
        });
        const search = () =>
          fetch(`${environment.apiUrl}/v3/labels/search`, {
            method: 'POST',
            headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
            body: '{}',
          });
        assert.equal((await search()).status, 200);
        await ada.goto(`${environment.apiUrl}/console/settings/tokens`);
        await ada.getByRole('table').getByRole('button', { name: 'Old program' }).click();
        await ada.getByRole('complementary', { name: 'Old program' }).getByRole('button', { name: 'Revoke token' }).click();
        await ada.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click();
        await gone(ada.getByRole('table').getByText('Old program'));
        await until(async () => (await search()).status === 401, 'the token is refused');
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
    {
      name: 'a chat is open before the network goes',
      async run({ ada, environment }) {
        await environment.write(ines, 'Before the outage');
        await ada.goto(`${environment.apiUrl}/console/inbox?view=open`);
        await openChat(ada, ines.name);
      },
    },
    {
      name: 'after time without network the thread and the list have what was missed',
      async run({ ada, environment }) {
        await ada.context().setOffline(true);
        await environment.write(ines, 'Are you there?');
        await environment.write(leo, 'I write while you are away');
        await replyBox(ada).fill('Written without network');
        await sendButton(ada).click();
        await ada.waitForTimeout(OFFLINE_MS); // the time itself is what is tested
        await ada.context().setOffline(false);
        await shown(messages(ada).getByText('Are you there?'));
        await shown(chatRow(ada, leo.name).filter({ hasText: 'I write while you are away' }));
      },
    },
    {
      name: 'a reply written without network is kept, and sent once when the person has read what is new',
      async run({ ada, environment }) {
        const again = thread(ada).getByRole('button', { name: /^(Send anyway|Try again)$/ });
        await shown(again.first());
        await again.first().click();
        await isSentOnce(environment, ines, 'Written without network');
      },
    },
  ],
};
