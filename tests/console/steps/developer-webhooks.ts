import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { gone, shown, until } from '../expect.ts';
import { type Receiver, startReceiver } from '../receiver.ts';
import type { Scene, Step } from '../step.ts';
import { choose, createContact, go, panel, table } from './developer-pages.ts';

/** The receiver of the webhook that the steps share, and the path of the webhook's page. */
let receiver: Receiver;
let webhookPath = '';

const goToWebhook = (scene: Scene, search = '') => scene.ada.goto(`${scene.environment.apiUrl}${webhookPath}${search}`);
const more = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const receivedOf = (event: string, name?: string) =>
  receiver.received.filter(
    ({ body }) => body.event === event && (name === undefined || JSON.stringify(body.data).includes(name)),
  );
const arrives = (event: string, name?: string, times = 1) =>
  until(async () => receivedOf(event, name).length >= times, `${event} ${name ?? ''} arrives ${times} times`);
/** The time as a field for date and time takes it, in the zone of the browser. */
const localTime = (page: Page, minutes: number): Promise<string> =>
  page.evaluate<string>(`(() => {
    const at = new Date(Date.now() + ${minutes} * 60000);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
  })()`);

export const webhooks: Step[] = [
  {
    name: 'webhooks: an empty list says what a webhook is for, and leads to the form',
    async run(scene) {
      receiver = await startReceiver();
      await go(scene.ada, scene, 'webhooks');
      await shown(scene.ada.getByRole('heading', { name: 'No webhooks yet' }));
      await scene.ada.getByRole('button', { name: 'Add webhook' }).click();
      await shown(scene.ada.getByRole('dialog', { name: 'Add webhook' }));
    },
  },
  {
    name: 'webhooks: an address that cannot be called is refused at its field',
    async run({ ada }) {
      const form = ada.getByRole('dialog', { name: 'Add webhook' });
      await form.getByLabel('Address').fill('not an address');
      await form.getByRole('button', { name: 'Add webhook' }).click();
      await shown(form.getByText(/url/i).nth(0));
      assert.equal(await form.getByLabel('Address').getAttribute('aria-invalid'), 'true');
    },
  },
  {
    name: 'webhooks: a new one shows its signing secret once, then opens',
    async run({ ada }) {
      const form = ada.getByRole('dialog', { name: 'Add webhook' });
      await form.getByLabel('Address').fill(receiver.url);
      await form.getByRole('button', { name: 'Add webhook' }).click();
      const done = ada.getByRole('dialog', { name: 'The webhook was added' });
      await shown(done.getByText(/^whsec_/));
      await done.getByRole('button', { name: 'Open the webhook' }).click();
      await shown(ada.getByRole('heading', { level: 1, name: /hooks\/patchbay/ }));
      webhookPath = new URL(ada.url()).pathname;
      await ada.reload();
      await shown(ada.getByText('Nothing was sent yet'));
      assert.equal(await ada.getByText(/^whsec_/).count(), 0);
    },
  },
  {
    name: 'webhooks: a test event arrives, and its delivery opens with the answer',
    async run({ ada }) {
      await ada.getByRole('button', { name: 'Send test' }).click();
      await arrives('webhook.test');
      const delivery = panel(ada, 'webhook.test');
      await shown(delivery.getByText('Delivered', { exact: true }));
      await shown(delivery.getByRole('region', { name: 'Response' }).getByText('thank you'));
    },
  },
  {
    name: 'webhooks: the request has the webhook-id and the body that the receiver got',
    async run({ ada }) {
      const delivery = panel(ada, 'webhook.test');
      await delivery.getByRole('radio', { name: 'Request' }).click();
      const request = delivery.getByRole('region', { name: 'Request' });
      await shown(request.getByText(`webhook-id: ${receivedOf('webhook.test')[0]?.webhookId}`));
      await shown(request.getByText('"webhook.test"'));
      await delivery.getByRole('button', { name: 'Close' }).click();
      await gone(delivery);
    },
  },
  {
    name: 'webhooks: a delivery appears without a reload when something happens',
    async run(scene) {
      await createContact(scene, 'Nora');
      await arrives('contact.created', 'Nora');
      await shown(table(scene.ada, 'Deliveries').getByRole('row', { name: /contact\.created.*Delivered/ }));
    },
  },
  {
    name: 'webhooks: Redeliver sends the same event again, with the same webhook-id',
    async run({ ada }) {
      const [first] = receivedOf('contact.created', 'Nora');
      await table(ada, 'Deliveries').getByRole('button', { name: 'contact.created' }).first().click();
      await panel(ada, 'contact.created').getByRole('button', { name: 'Redeliver' }).click();
      await arrives('contact.created', 'Nora', 2);
      assert.deepEqual(
        receivedOf('contact.created', 'Nora').map(({ webhookId }) => webhookId),
        [first?.webhookId, first?.webhookId],
      );
      await shown(panel(ada, 'contact.created').getByRole('button', { name: /200/ }).nth(1));
    },
  },
  {
    name: 'webhooks: what the receiver refuses is retried, and its answer is shown',
    async run(scene) {
      receiver.answer(503, 'upstream is away');
      await createContact(scene, 'Owen');
      await shown(table(scene.ada, 'Deliveries').getByRole('row', { name: /contact\.created.*Retrying.*503/ }));
      await table(scene.ada, 'Deliveries').getByRole('button', { name: 'contact.created' }).first().click();
      const delivery = panel(scene.ada, 'contact.created');
      await shown(delivery.getByText('upstream is away'));
      await shown(delivery.getByText('Next attempt'));
    },
  },
  {
    name: 'webhooks: the filter is in the address and survives a reload',
    async run({ ada }) {
      receiver.answer(200, 'thank you');
      await ada.getByRole('radio', { name: 'Delivered', exact: true }).click();
      await ada.waitForURL(/result=succeeded/);
      await choose(ada, 'Event type', 'webhook.test');
      await ada.reload();
      await shown(table(ada, 'Deliveries').getByRole('button', { name: 'webhook.test' }));
      assert.equal(await table(ada, 'Deliveries').getByRole('button', { name: 'contact.created' }).count(), 0);
      await ada.getByRole('radio', { name: 'Failed' }).click();
      await shown(ada.getByText('No deliveries match'));
    },
  },
  {
    name: 'webhooks: the charts are also tables',
    async run(scene) {
      await goToWebhook(scene);
      const chart = scene.ada.getByRole('figure', { name: 'Response time' });
      await chart.getByText('Show as table').click();
      await shown(chart.getByRole('row', { name: /\d ms/ }).first());
    },
  },
  {
    name: 'webhooks: Replay a range sends its events again',
    async run({ ada }) {
      const before = receivedOf('contact.created', 'Nora').length;
      await more(ada, 'Replay a range');
      const form = ada.getByRole('dialog', { name: 'Replay a range' });
      await form.getByLabel('From').fill(await localTime(ada, -30));
      await form.getByRole('button', { name: 'Replay' }).click();
      await arrives('contact.created', 'Nora', before + 1);
      await gone(form);
    },
  },
  {
    name: 'webhooks: a range that begins too early is refused at its field, with the limit',
    async run({ ada }) {
      await more(ada, 'Replay a range');
      const form = ada.getByRole('dialog', { name: 'Replay a range' });
      await form.getByLabel('From').fill(await localTime(ada, -60 * 24 * 30));
      await form.getByRole('button', { name: 'Replay' }).click();
      await shown(form.getByText(/14 days/).nth(1));
      await form.getByRole('button', { name: 'Cancel' }).click();
    },
  },
  {
    name: 'webhooks: after a rotation, requests have both signatures',
    async run({ ada }) {
      await more(ada, 'Rotate secret');
      await ada.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
      const done = ada.getByRole('dialog', { name: 'The secret was rotated' });
      await shown(done.getByText(/^whsec_/));
      await done.getByRole('button', { name: 'Done' }).click();
      const tests = receivedOf('webhook.test').length;
      await ada.getByRole('button', { name: 'Send test' }).click();
      await arrives('webhook.test', undefined, tests + 1);
      assert.equal(receivedOf('webhook.test').at(-1)?.signatures, 2);
    },
  },
  {
    name: 'webhooks: a paused webhook gets nothing; when it is resumed, a replay brings what happened meanwhile',
    async run(scene) {
      const { ada } = scene;
      await goToWebhook(scene, '?tab=settings');
      await ada.getByRole('button', { name: 'Pause', exact: true }).click();
      await shown(ada.getByText('This webhook is paused'));
      await createContact(scene, 'Petra');
      await ada.getByRole('button', { name: 'Resume' }).first().click();
      await gone(ada.getByText('This webhook is paused'));
      assert.equal(receivedOf('contact.created', 'Petra').length, 0);
      await more(ada, 'Replay a range');
      const form = ada.getByRole('dialog', { name: 'Replay a range' });
      await form.getByLabel('From').fill(await localTime(ada, -30));
      await form.getByRole('button', { name: 'Replay' }).click();
      await arrives('contact.created', 'Petra');
    },
  },
  {
    name: 'webhooks: settings limit it to event types; others do not arrive',
    async run(scene) {
      const { ada } = scene;
      await goToWebhook(scene, '?tab=settings');
      await ada.getByRole('combobox', { name: 'Events' }).fill('contact.del');
      await ada.getByRole('option', { name: 'contact.deleted' }).click();
      await ada.keyboard.press('Escape');
      await ada.getByRole('button', { name: 'Save', exact: true }).click();
      await shown(ada.getByText('Saved', { exact: true }));
      const { id = '' } = await createContact(scene, 'Quentin');
      await scene.environment.call('DELETE', `/v3/contacts/${id}`);
      await arrives('contact.deleted');
      assert.equal(receivedOf('contact.created', 'Quentin').length, 0);
    },
  },
  {
    name: 'webhooks: the list says how each one goes',
    async run(scene) {
      await go(scene.ada, scene, 'webhooks');
      await shown(table(scene.ada, 'Webhooks').getByRole('row', { name: /hooks\/patchbay.*Active.*contact\.deleted.*%.*ms/ }));
    },
  },
  {
    name: 'webhooks: a member sees the deliveries, and no button that changes anything',
    async run(scene) {
      const { grace } = scene;
      await grace.goto(`${scene.environment.apiUrl}${webhookPath}`);
      await shown(table(grace, 'Deliveries').getByRole('button').first());
      assert.equal(await grace.getByRole('button', { name: /Send test|More|Redeliver/ }).count(), 0);
    },
  },
  {
    name: 'webhooks: a list that cannot be loaded says why, and loads when it is tried again',
    async run(scene) {
      const { ada } = scene;
      await ada.route('**/deliveries/search', (route) =>
        route.fulfill({
          status: 503,
          json: { success: false, error: { messageKey: 'service_unavailable', message: 'The database is not there' } },
        }),
      );
      await goToWebhook(scene);
      await shown(ada.getByText('Deliveries could not be loaded'));
      await shown(ada.getByText('The database is not there'));
      await ada.unroute('**/deliveries/search');
      await ada.getByRole('button', { name: 'Try again' }).click();
      await shown(table(ada, 'Deliveries').getByRole('button').first());
    },
  },
  {
    name: 'webhooks: a deleted one is gone from the list',
    async run(scene) {
      const { ada } = scene;
      await goToWebhook(scene, '?tab=settings');
      await ada.getByRole('button', { name: 'Delete webhook' }).click();
      await ada.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).click();
      await shown(ada.getByRole('heading', { name: 'No webhooks yet' }));
    },
  },
];
