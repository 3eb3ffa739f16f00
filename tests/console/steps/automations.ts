import assert from 'node:assert/strict';
import { box, button, graph, open, side } from '../automation-scene.ts';
import { signIn } from '../browser.ts';
import { gone, shown } from '../expect.ts';
import type { Area, Step } from '../step.ts';
import { forms } from './automation-forms.ts';
import { graphSteps } from './automation-graph.ts';
import { versions } from './automation-versions.ts';

const list: Step[] = [
  {
    name: 'an automation is renamed, paused and archived',
    async run(scene) {
      const { ada } = scene;
      await button(ada, 'More actions').click();
      await ada.getByRole('menuitem', { name: 'Rename' }).click();
      await ada.getByRole('dialog').getByLabel('Name').fill('Clothes');
      await button(ada.getByRole('dialog'), 'Rename').click();
      await shown(ada.getByRole('heading', { name: 'Clothes' }));
      await button(ada, 'More actions').click();
      await ada.getByRole('menuitem', { name: 'Pause' }).click();
      await shown(ada.getByText('Paused', { exact: true }));
      await button(ada, 'More actions').click();
      await ada.getByRole('menuitem', { name: 'Archive' }).click();
      await button(ada.getByRole('alertdialog'), 'Archive').click();
      await shown(ada.getByText('Archived', { exact: true }));
      await gone(button(ada, 'Save'));
    },
  },
  {
    name: 'an automation is deleted after a question, and is gone from the list',
    async run({ ada }) {
      await button(ada, 'More actions').click();
      await ada.getByRole('menuitem', { name: 'Delete' }).click();
      await button(ada.getByRole('alertdialog'), 'Delete').click();
      await shown(ada.getByRole('table').getByRole('link', { name: 'First answer' }));
      await gone(ada.getByRole('table').getByRole('link', { name: 'Clothes' }));
    },
  },
  {
    name: 'a search narrows the list and is in the address',
    async run({ ada }) {
      await ada.getByRole('searchbox').fill('label');
      await gone(ada.getByRole('table').getByRole('link', { name: 'First answer' }));
      await shown(ada.getByRole('table').getByRole('link', { name: 'Label them' }));
      await ada.waitForURL('**/automations?search=label');
    },
  },
  {
    name: 'a member without the right sees the graph and cannot change it',
    async run(scene) {
      const { grace, people, environment } = scene;
      await signIn(grace, environment, people.grace).catch(() => undefined); // signed in already
      await open(grace, scene, 'Label them');
      await box(grace, 'hello').click();
      assert.equal(await button(grace, 'Save').count(), 0);
      assert.equal(await side(grace).getByLabel('Id of the step').isDisabled(), true);
    },
  },
  {
    name: 'on a phone the form is below the graph',
    async run(scene) {
      const phone = await scene.openWindow({ width: 390 });
      await signIn(phone, scene.environment, scene.people.ada);
      await open(phone, scene, 'Label them');
      await box(phone, 'hello').click();
      const [above, below] = [await graph(phone).boundingBox(), await side(phone).boundingBox()];
      assert.ok(above && below && below.y >= above.y + above.height - 1);
    },
  },
];

export const automations: Area = { name: 'automations', steps: [...graphSteps, ...forms, ...versions, ...list] };
