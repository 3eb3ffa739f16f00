import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { signIn } from '../browser.ts';
import { gone, shown, until } from '../expect.ts';
import type { Area, Step } from '../step.ts';
import { choose, createContact, createLabel, go, panel, table } from './developer-pages.ts';
import { webhooks } from './developer-webhooks.ts';

const stream: Step[] = [
  {
    name: 'event stream: what happens appears at once',
    async run(scene) {
      await go(scene.ada, scene, 'events');
      await shown(scene.ada.getByRole('status').getByText('Live', { exact: true }));
      await createContact(scene, 'Rita');
      await shown(
        table(scene.ada, 'Events')
          .getByRole('row', { name: /contact\.created.*webhooks/ })
          .first(),
      );
    },
  },
  {
    name: 'event stream: an event opens with its data',
    async run({ ada }) {
      await table(ada, 'Events').getByRole('button', { name: 'contact.created' }).first().click();
      await shown(panel(ada, 'contact.created').getByRole('region', { name: 'Event' }).getByText('"Rita"'));
    },
  },
  {
    name: 'event stream: filters by text and type keep the rest out, also of new events',
    async run(scene) {
      const { ada } = scene;
      await ada.getByRole('searchbox', { name: 'Find in events' }).fill('Samira');
      await shown(ada.getByText('No event matches the filters'));
      await createContact(scene, 'Tom');
      await createContact(scene, 'Samira');
      await shown(table(ada, 'Events').getByRole('button', { name: 'contact.created' }));
      assert.equal(await table(ada, 'Events').getByRole('button', { name: 'contact.created' }).count(), 1);
      await ada.getByRole('searchbox', { name: 'Find in events' }).fill('');
    },
  },
  {
    name: 'event stream: what webhooks do not get is marked, and can be left out',
    async run(scene) {
      const { ada } = scene;
      await createLabel(scene, 'stream');
      await shown(
        table(ada, 'Events')
          .getByRole('row', { name: /resource\.changed.*live feed only/ })
          .first(),
      );
      await ada.getByRole('radio', { name: 'For webhooks' }).click();
      await gone(table(ada, 'Events').getByText('live feed only').first());
      await ada.getByRole('radio', { name: 'All', exact: true }).click();
    },
  },
  {
    name: 'event stream: while it is paused, new events wait and are counted',
    async run(scene) {
      const { ada } = scene;
      await ada.getByRole('button', { name: 'Pause' }).click();
      await createContact(scene, 'Uma');
      await shown(ada.getByText(/Paused, [1-9]\d* waiting/));
      await ada.getByRole('button', { name: 'Resume' }).click();
      await shown(ada.getByRole('status').getByText('Live', { exact: true }));
      await ada.getByRole('searchbox', { name: 'Find in events' }).fill('Uma');
      await shown(table(ada, 'Events').getByRole('button', { name: 'contact.created' }));
    },
  },
];

const logs: Step[] = [
  {
    name: 'request log: a refused request is found by its id, with the reason at its parameter',
    async run(scene) {
      const { ada, environment } = scene;
      const requestId = `steps-${Date.now()}`;
      await refusedRequest(ada, environment.apiUrl, requestId);
      await until(async () => {
        await go(ada, scene, `requests?find=${requestId}`);
        await ada
          .getByRole('button', { name: /labels$/ })
          .or(ada.getByText('No request matches'))
          .first()
          .waitFor();
        return (await ada.getByRole('button', { name: /labels$/ }).count()) > 0;
      }, 'the request is in the log');
      await ada.getByRole('button', { name: /labels$/ }).click();
      const request = panel(ada, /POST \/v3\/labels/);
      await shown(request.getByText('invalid_body_params'));
      await shown(request.getByText(requestId));
    },
  },
  {
    name: 'request log: the filter shows refused requests only, and is in the address',
    async run(scene) {
      const { ada } = scene;
      await go(ada, scene, 'requests');
      await ada.getByRole('radio', { name: '4xx' }).click();
      await ada.waitForURL(/result=client/);
      await shown(table(ada, 'Requests').getByText('invalid_body_params').first());
      await gone(table(ada, 'Requests').getByText('200', { exact: true }));
    },
  },
  {
    name: 'audit log: a change says who made it, and the values before and after',
    async run(scene) {
      const { ada, environment } = scene;
      const { id = '' } = await createLabel(scene, 'before the change');
      await environment.call('PUT', `/v3/labels/${id}`, { name: 'after the change' });
      await go(ada, scene, `audit?find=${id}`);
      await table(ada, 'Changes').getByRole('button', { name: 'updateLabel' }).click();
      const entry = panel(ada, 'updateLabel');
      await shown(entry.getByText('before the change'));
      await shown(entry.getByText('after the change'));
      await shown(entry.getByRole('link', { name: 'first token' }));
    },
  },
  {
    name: 'audit log: one person only',
    async run(scene) {
      const { ada } = scene;
      await ada.goto(`${scene.environment.apiUrl}/console/settings/labels/new`);
      const form = panel(ada, 'Add label');
      await form.getByRole('textbox', { name: 'Name', exact: true }).fill('by hand');
      await form.getByRole('button', { name: 'Add label', exact: true }).click();
      await shown(ada.getByRole('table').getByText('by hand'));
      await go(ada, scene, 'audit');
      await choose(ada, 'User', 'Ada Byron');
      await shown(
        table(ada, 'Changes')
          .getByRole('row', { name: /createLabel.*Ada Byron/ })
          .first(),
      );
      await gone(table(ada, 'Changes').getByText('a program').first());
    },
  },
  {
    name: 'a member sees neither log, and its address says which scope is missing',
    async run(scene) {
      const { grace } = scene;
      await go(grace, scene, 'webhooks');
      const pages = grace.getByRole('navigation', { name: 'Developers' });
      await shown(pages.getByRole('link', { name: 'Event stream' }));
      assert.equal(await pages.getByRole('link', { name: /log$/ }).count(), 0);
      await go(grace, scene, 'audit');
      await shown(grace.getByText(/scope audit\.read/));
    },
  },
];

const rest: Step[] = [
  {
    name: 'usage: the plan, the requests of this minute and each quota with its limit',
    async run(scene) {
      const { ada } = scene;
      await go(ada, scene, 'usage');
      await shown(ada.getByText('Plan ultra'));
      await shown(ada.getByRole('progressbar', { name: 'This minute' }));
      await shown(
        ada
          .getByRole('listitem')
          .filter({ hasText: 'Labels' })
          .getByText(/^\d+ of [\d,]+$/),
      );
    },
  },
  {
    name: 'tokens are in one place: the link leads to the settings',
    async run({ ada }) {
      await ada.getByRole('navigation', { name: 'Developers' }).getByRole('link', { name: 'Access tokens' }).click();
      await shown(ada.getByRole('heading', { name: 'Access tokens', level: 1 }));
      await shown(ada.getByRole('table').getByRole('row', { name: /first token.*scopes/ }));
    },
  },
  {
    name: 'reference: an operation is found by a word, with its scope',
    async run(scene) {
      const { ada } = scene;
      await go(ada, scene, 'reference');
      await ada.getByRole('searchbox', { name: 'Find in the reference' }).fill('redeliver');
      await shown(
        table(ada, 'API operations').getByRole('row', { name: /POST \/v3\/api_webhooks\/.*redeliver.*webhooks\.write/ }),
      );
      await gone(table(ada, 'API operations').getByText('/v3/labels/search'));
    },
  },
  {
    name: 'reference: errors with their status, and events with when they are published',
    async run({ ada }) {
      await ada.getByRole('searchbox', { name: 'Find in the reference' }).fill('too_many');
      await ada.getByRole('tab', { name: 'Errors' }).click();
      await shown(table(ada, 'Errors').getByRole('row', { name: /too_many_requests 429/ }));
      await ada.getByRole('searchbox', { name: 'Find in the reference' }).fill('merged');
      await ada.getByRole('tab', { name: 'Events' }).click();
      await shown(table(ada, 'Events').getByRole('row', { name: /contact\.merged.*became one/ }));
    },
  },
  {
    name: 'on a phone the area is in the menu More, and its pages are a list with a way back',
    async run(scene) {
      const page = await scene.openWindow({ width: 390 });
      await signIn(page, scene.environment, scene.people.ada);
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Developers' }).click();
      await page.getByRole('link', { name: 'Usage and limits' }).click();
      await shown(page.getByText('Plan ultra'));
      await page.getByRole('button', { name: 'Back to the list of pages' }).click();
      await shown(page.getByRole('link', { name: 'Request log' }));
    },
  },
  {
    name: 'by keys alone: G and D open the area, and a page of it opens',
    async run(scene) {
      const { ada } = scene;
      await ada.goto(`${scene.environment.apiUrl}/console/contacts`);
      await shown(ada.getByRole('heading', { name: 'Contacts', level: 1 }));
      await ada.keyboard.press('g');
      await ada.keyboard.press('d');
      await ada.waitForURL('**/developers/webhooks');
      await ada.getByRole('link', { name: 'Event stream' }).focus();
      await ada.keyboard.press('Enter');
      await shown(ada.getByRole('heading', { name: 'Event stream', level: 1 }));
    },
  },
];

/** Sends a request that is refused for its body, with the token of the page. */
async function refusedRequest(page: Page, apiUrl: string, requestId: string): Promise<void> {
  const waiting = page.waitForRequest((request) => Boolean(request.headers().authorization));
  await page.reload();
  const { authorization = '' } = (await waiting).headers();
  const answer = await fetch(`${apiUrl}/v3/labels`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'x-request-id': requestId },
    body: JSON.stringify({ colour: 'red' }),
  });
  assert.equal(answer.status, 400);
}

export const developers: Area = { name: 'developers', steps: [...webhooks, ...stream, ...logs, ...rest] };
