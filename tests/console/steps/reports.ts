import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { button, region } from '../campaign-scene.ts';
import { gone, shown, until } from '../expect.ts';
import type { Area, Scene } from '../step.ts';

const open = ({ ada, environment }: Scene, search = '') => ada.goto(`${environment.apiUrl}/console/reports${search}`);
const tile = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Totals' }).getByRole('button', { name: new RegExp(`^${name}`) });
const figures = (page: Page) => region(page, 'Figures');

const customer = { from: '491701117700', name: 'Rita Report' };

/** One conversation: the customer writes, Grace answers, the chat is closed and rated. */
async function converse({ environment: { call, write }, people }: Scene): Promise<void> {
  await write(customer, 'Is my bike ready?');
  let chatId = '';
  await until(async () => {
    const found = await call<{ id: string }[]>('POST', '/v3/chats/search', { search: customer.name });
    chatId = found[0]?.id ?? '';
    return chatId !== '';
  }, 'the chat is there');
  await call('POST', `/v3/chats/${chatId}/assign`, { userId: people.grace.id });
  await call('POST', `/v3/chats/${chatId}/messages`, { text: 'Yes, come by.' });
  const { id } = await call('POST', '/v3/automations', {
    name: 'Rate and close',
    trigger: { type: 'manual' },
    steps: [
      { id: 'rate', type: 'set_rating', rating: 4, next: 'close' },
      { id: 'close', type: 'set_chat_status', status: 'closed' },
    ],
  });
  await call('POST', `/v3/automations/${id}/publish`, {});
  await call('POST', `/v3/automations/${id}/trigger`, { chatId });
  await until(async () => (await call('GET', `/v3/chats/${chatId}`)).status === 'closed', 'the chat is closed');
}

export const reports: Area = {
  name: 'reports',
  steps: [
    {
      name: 'totals of all metrics are shown, and a tile chooses its report',
      async run(scene) {
        const { ada } = scene;
        await scene.environment.call('POST', '/v3/sla_policies', { name: 'Fast', firstReplyMinutes: 60 });
        await converse(scene);
        await open(scene);
        await shown(tile(ada, 'Ratings').getByText('4.0 of 5'));
        await shown(tile(ada, 'SLA kept').getByText('100%'));
        await tile(ada, 'Chats closed').click();
        await shown(ada.getByRole('heading', { name: 'Chats closed by time' }));
        await until(async () => new URL(ada.url()).searchParams.get('metric') === 'chats_closed', 'the metric is in the address');
      },
    },
    {
      name: 'periods have a chart and the same figures in a table, the latest first',
      async run({ ada }) {
        await shown(ada.getByRole('img', { name: /^Chats closed by time/ }));
        const first = figures(ada).getByRole('row').nth(1);
        await shown(first.getByRole('cell', { name: '1', exact: true }));
      },
    },
    {
      name: 'by channel and by person the names are those of the settings',
      async run(scene) {
        const { ada } = scene;
        await open(scene, '?metric=messages_received&by=channel');
        await shown(figures(ada).getByRole('cell', { name: 'Demo whatsapp' }));
        await ada.getByRole('combobox', { name: 'By', exact: true }).click();
        await ada.getByRole('option', { name: 'Person' }).click();
        await shown(ada.getByRole('heading', { name: 'Messages received by person' }));
        await shown(figures(ada).getByRole('cell', { name: 'Nobody' }));
      },
    },
    {
      name: 'first replies have average, median and a percentile; they count for who wrote them',
      async run(scene) {
        const { ada } = scene;
        await open(scene, '?metric=first_reply_time&by=channel');
        for (const head of ['Average', 'Median', '90 % within'])
          await shown(figures(ada).getByRole('columnheader', { name: head }));
        await shown(
          figures(ada)
            .getByRole('row', { name: /Demo whatsapp/ })
            .getByRole('cell', { name: /\d (s|min)/ })
            .first(),
        );
      },
    },
    {
      name: 'ratings and SLA have reports of their own',
      async run(scene) {
        const { ada } = scene;
        await open(scene, '?metric=ratings&by=user');
        await shown(
          figures(ada)
            .getByRole('row', { name: /Grace Hopper/ })
            .getByText('4.0 of 5'),
        );
        await open(scene, '?metric=sla&by=channel');
        await shown(
          figures(ada)
            .getByRole('row', { name: /Demo whatsapp/ })
            .getByText('100%'),
        );
      },
    },
    {
      name: 'by hour of the day there are 24 lines; a range that is too long is explained and shortened',
      async run(scene) {
        const { ada } = scene;
        await open(scene, '?by=hour');
        await until(async () => (await figures(ada).getByRole('row').count()) === 25, '24 hours and the head');
        await open(scene, '?by=hour&from=2026-01-01&to=2026-11-19');
        await shown(ada.getByText('By hour of the day, a report covers at most 31 days'));
        await button(ada, 'Show the last 31 days').click();
        await shown(ada.getByRole('heading', { name: /by hour of the day$/ }));
      },
    },
    {
      name: 'a filter narrows the report and is in the address',
      async run(scene) {
        const { ada, environment } = scene;
        await open(scene, '?by=channel');
        await shown(figures(ada).getByRole('cell', { name: 'Demo whatsapp' }));
        await ada.getByRole('combobox', { name: 'Channels' }).fill('email');
        await ada.getByRole('option', { name: 'Demo email' }).click();
        await ada.keyboard.press('Escape');
        await shown(ada.getByText('Nothing was counted in this time'));
        assert.equal(new URL(ada.url()).searchParams.get('channels'), environment.email.channelId);
      },
    },
    {
      name: 'the link of a report shows a colleague the same report, with its filter',
      async run(scene) {
        const { ada, environment } = scene;
        await ada
          .context()
          .grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(environment.apiUrl).origin });
        await open(scene, `?by=user&metric=messages_sent&channels=${environment.whatsapp.channelId}`);
        await shown(ada.getByRole('heading', { name: 'Messages sent by person' }));
        await button(ada, 'Copy link').click();
        await shown(ada.getByText('Link copied'));
        const link = await ada.evaluate<string>('navigator.clipboard.readText()');
        const given = new URL(link).searchParams;
        assert.deepEqual([...given.keys()].sort(), ['by', 'channels', 'from', 'metric', 'to', 'tz']);
        const other = await ada.context().newPage();
        await other.goto(link);
        await shown(other.getByRole('heading', { name: 'Messages sent by person' }));
        await shown(region(other, 'Filter').getByText('Demo whatsapp'));
        await other.close();
      },
    },
    {
      name: 'the CSV has the lines of the table',
      async run(scene) {
        const { ada } = scene;
        await open(scene, '?metric=messages_received&by=channel');
        await shown(figures(ada).getByRole('cell', { name: 'Demo whatsapp' }));
        const download = ada.waitForEvent('download');
        await button(ada, 'Download as CSV').click();
        const file = await download;
        assert.match(file.suggestedFilename(), /^messages_received-.*\.csv$/);
        const text = await readFile((await file.path()) ?? '', 'utf8');
        assert.match(text, /^"Channel","count"\r\n"Demo whatsapp",\d+/);
      },
    },
    {
      name: 'days of the past without anything say so, and an own range can be chosen',
      async run(scene) {
        const { ada } = scene;
        await open(scene, '?from=2024-01-01&to=2024-01-31');
        await shown(ada.getByText('Nothing was counted in this time'));
        await ada.getByLabel('Until').fill('2026-12-31');
        await until(async () => new URL(ada.url()).searchParams.get('to') === '2026-12-31', 'the range is in the address');
      },
    },
    {
      name: 'a member has no reports: neither in the navigation nor by address',
      async run({ grace, environment }) {
        await grace.goto(`${environment.apiUrl}/console/inbox`);
        await shown(grace.getByRole('link', { name: 'Campaigns' }).first());
        assert.equal(await grace.getByRole('link', { name: 'Reports' }).count(), 0);
        await grace.goto(`${environment.apiUrl}/console/reports`);
        await shown(grace.getByRole('alert').getByText('Ask an administrator for access.'));
        await gone(figures(grace));
      },
    },
  ],
};
