import assert from 'node:assert/strict';
import { gone, shown, until } from '../expect.ts';
import type { Area } from '../step.ts';

export const frame: Area = {
  name: 'frame',
  steps: [
    {
      name: 'the palette finds an action and runs it',
      async run({ ada }) {
        await ada.keyboard.press('Control+k');
        const box = ada.getByRole('dialog').getByRole('combobox');
        await box.fill('contacts');
        await ada
          .getByRole('option', { name: /^Contacts/ })
          .first()
          .click();
        await ada.waitForURL('**/console/contacts**');
        await ada.keyboard.press('Control+k');
        await ada.getByRole('dialog').getByRole('combobox').fill('inbox');
        await ada
          .getByRole('option', { name: /^Inbox/ })
          .first()
          .click();
        await ada.waitForURL('**/console/inbox**');
      },
    },
    {
      name: 'keys: ? lists the shortcuts, none acts while one types',
      async run({ ada }) {
        await ada.keyboard.press('?');
        const list = ada.getByRole('dialog');
        await shown(list.getByText('Next chat'));
        await ada.keyboard.press('Escape');
        await ada.getByRole('button', { name: 'Search messages' }).click();
        const url = ada.url();
        await ada.keyboard.type('gc');
        assert.equal(new URL(ada.url()).pathname, new URL(url).pathname);
        await ada.keyboard.press('Escape');
      },
    },
    {
      name: 'the theme changes and stays after a reload',
      async run({ ada }) {
        const dark = () => ada.evaluate<string>('getComputedStyle(document.body).backgroundColor');
        const before = await dark();
        await ada.keyboard.press('Control+k');
        await ada.getByRole('dialog').getByRole('combobox').fill('dark');
        await ada.getByRole('option', { name: /dark/i }).first().click();
        await until(async () => (await dark()) !== before, 'the background is dark');
        await ada.reload();
        await shown(ada.getByRole('navigation', { name: 'Main' }));
        assert.notEqual(await dark(), before);
        await ada.keyboard.press('Control+k');
        await ada.getByRole('dialog').getByRole('combobox').fill('light');
        await ada.getByRole('option', { name: /light/i }).first().click();
        await until(async () => (await dark()) === before, 'the background is light again');
      },
    },
    {
      name: '"Show the call" has the last call and any other as curl, with its request id',
      async run({ ada }) {
        await ada.getByRole('button', { name: 'Show the call' }).first().click();
        const panel = ada.getByRole('region', { name: 'Calls of this page' });
        await shown(ada.getByText(/^curl /).first()); // of the last call
        await panel.getByRole('button', { name: 'POST /v3/chats/search' }).first().click(); // the last call can be the live feed, a GET
        await shown(ada.getByText(/^curl -X POST .*\/v3\/chats\/search/).first());
        await shown(ada.getByText('Request id'));
        await panel.getByRole('button', { name: 'Close' }).first().click();
        await gone(panel);
      },
    },
    {
      name: 'an address that does not exist says so, with a way back',
      async run({ ada, environment }) {
        await ada.goto(`${environment.apiUrl}/console/no-such-page`);
        await shown(ada.getByRole('heading'));
        await ada.getByRole('link', { name: 'Open the inbox' }).click();
        await ada.waitForURL('**/console/inbox**');
      },
    },
  ],
};
