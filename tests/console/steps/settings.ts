import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { gone, shown, until } from '../expect.ts';
import type { Area, Scene, Step } from '../step.ts';

const panel = (page: Page, name: string | RegExp): Locator => page.getByRole('complementary', { name });
const go = ({ ada, environment }: Scene, path: string) => ada.goto(`${environment.apiUrl}/console/settings/${path}`);

/** Adds one thing on a page of the settings and finds it in the list. */
const adding = (path: string, button: string, fields: Record<string, string>, listed: string): Step => ({
  name: `${path}: "${button}" adds ${listed} to the list`,
  async run(scene) {
    await go(scene, `${path}/new`);
    const form = panel(scene.ada, button);
    for (const [label, value] of Object.entries(fields))
      await form.getByRole('textbox', { name: label, exact: true }).first().fill(value);
    await form.getByRole('button', { name: button, exact: true }).click();
    await shown(scene.ada.getByRole('table').getByText(listed).first());
  },
});

/** Every page opens without an error. */
const opening = (path: string, heading: string): Step => ({
  name: `${path} opens`,
  async run(scene) {
    await go(scene, path);
    await shown(scene.ada.getByRole('heading', { name: heading, level: 1 }));
  },
});

export const settings: Area = {
  name: 'settings',
  steps: [
    adding('labels', 'Add label', { Name: 'priority' }, 'priority'),
    adding('snippets', 'Add snippet', { Shortcut: 'thanks', Text: 'Thank you for your patience.' }, 'thanks'),
    adding('teams', 'Add team', { Name: 'Returns' }, 'Returns'),
    {
      name: 'labels: a taken name is refused at its field',
      async run(scene) {
        await go(scene, 'labels/new');
        const form = panel(scene.ada, 'Add label');
        await form.getByRole('textbox', { name: 'Name', exact: true }).fill('priority');
        await form.getByRole('button', { name: 'Add label', exact: true }).click();
        await shown(form.getByText(/exists|taken|already/i));
      },
    },
    {
      name: 'tokens: a new token is shown once',
      async run(scene) {
        await go(scene, 'tokens/new');
        const form = panel(scene.ada, 'Create token');
        await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Shop system');
        await form.getByRole('checkbox', { name: 'Read everything' }).check();
        await form.getByRole('button', { name: 'Create token', exact: true }).click();
        await shown(scene.ada.getByText(/^(test_)?eyJ/).first());
        await scene.ada.reload();
        await until(async () => (await scene.ada.getByText(/^(test_)?eyJ/).count()) === 0, 'the token is not shown again');
        await shown(scene.ada.getByRole('table').getByText('Shop system').first());
      },
    },
    {
      name: 'business hours: a week is set, an impossible one is refused, and the list sums it up',
      async run(scene) {
        const { ada } = scene;
        await go(scene, 'business-hours/new');
        const form = panel(ada, 'Add business hours');
        await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Workshop');
        await form.getByLabel('Monday, from').fill('18:00');
        await shown(form.getByText(/^This ends before it begins/));
        await form.getByLabel('Monday, from').fill('10:00');
        await form.getByRole('button', { name: 'Copy Monday' }).click();
        await ada.getByRole('menuitem', { name: 'Copy to Monday to Friday' }).click();
        await form.getByRole('button', { name: 'Add business hours', exact: true }).click();
        await shown(ada.getByRole('table').getByText(/Mon–Fri 10:00–17:00/));
      },
    },
    {
      name: 'labels: one is renamed and deleted',
      async run(scene) {
        const { ada, environment } = scene;
        await environment.call('POST', '/v3/labels', { name: 'seasonal' });
        await go(scene, 'labels');
        await ada.getByRole('table').getByRole('button', { name: 'seasonal' }).click();
        await panel(ada, 'seasonal').getByRole('textbox', { name: 'Name', exact: true }).fill('winter');
        await panel(ada, 'seasonal').getByRole('button', { name: 'Save', exact: true }).click();
        await shown(ada.getByRole('table').getByText('winter'));
        await panel(ada, 'winter').getByRole('button', { name: 'Delete label' }).click();
        await ada.getByRole('alertdialog').getByRole('button', { name: 'Delete label' }).click();
        await gone(ada.getByRole('table').getByText('winter'));
      },
    },
    {
      name: 'profile: a new name is shown in the frame',
      async run(scene) {
        await go(scene, 'profile');
        const name = scene.ada.getByRole('textbox', { name: 'Name', exact: true });
        await name.fill('Ada King');
        await scene.ada.getByRole('button', { name: 'Save', exact: true }).click();
        await shown(scene.ada.getByRole('button', { name: 'Ada King, your account' }));
        await name.fill('Ada Byron');
        await scene.ada.getByRole('button', { name: 'Save', exact: true }).click();
        await shown(scene.ada.getByRole('button', { name: 'Ada Byron, your account' }));
      },
    },
    {
      name: 'profile: availability changes at once',
      async run(scene) {
        await scene.ada.getByRole('radio', { name: 'Away' }).click();
        await until(async () => scene.ada.getByRole('radio', { name: 'Away' }).isChecked(), 'away is chosen');
        await scene.ada.getByRole('radio', { name: 'Available' }).click();
      },
    },
    {
      name: 'users: an invitation gives a link',
      async run(scene) {
        await go(scene, 'users');
        await scene.ada.getByRole('button', { name: 'Invite user' }).click();
        const form = panel(scene.ada, /Invite/);
        await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Alan Turing');
        await form.getByRole('textbox', { name: 'Email', exact: true }).fill('alan@example.com');
        await form.getByRole('button', { name: /^Invite/ }).click();
        await shown(scene.ada.getByText(/\/console\/.*#token=/).first());
      },
    },
    {
      name: 'templates: the preview follows the text, with examples for variables',
      async run(scene) {
        await go(scene, 'templates/new');
        const form = panel(scene.ada, 'Add template');
        await form.getByRole('textbox', { name: 'Text', exact: true }).fill('Your order has left our shop.');
        await shown(form.getByRole('figure', { name: 'Preview' }).getByText('Your order has left our shop.'));
        await form.getByRole('textbox', { name: 'Text', exact: true }).fill('');
      },
    },
    opening('channels', 'Channels'),
    opening('business-hours', 'Business hours'),
    opening('sla', 'Reply times (SLA)'),
    opening('attributes', 'Contact attributes'),
    opening('notifications', 'Notifications'),
    opening('shortcuts', 'Keyboard shortcuts'),
    opening('appearance', 'Language and theme'),
    opening('sign-in', 'Sign-in rules'),
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
  ],
};
