import assert from 'node:assert/strict';
import { addStep, automationNamed, box, button, choose, create, save, side, stepOf } from '../automation-scene.ts';
import { gone, shown, until } from '../expect.ts';
import type { Step } from '../step.ts';

/** Forms beside the graph, and the errors shown in them. */
export const forms: Step[] = [
  {
    name: 'errors of a refused definition are at their steps and fields, with their fix',
    async run({ ada }) {
      await box(ada, 'send_message').click();
      await side(ada).getByLabel('Text', { exact: true }).fill('Hello {{nonsense.name}}');
      await button(ada, 'Save').click();
      await shown(ada.getByText('Not saved: 1 error has to be corrected'));
      await shown(ada.getByRole('alert').getByRole('button', { name: 'send_message' }));
      await until(
        async () => (await box(ada, 'send_message').getAttribute('aria-label'))?.includes('with errors') ?? false,
        'the box says that it has errors',
      );
      assert.equal(await side(ada).getByLabel('Text', { exact: true }).getAttribute('aria-invalid'), 'true');
    },
  },
  {
    name: 'a click on an error opens its step; corrected, the definition is saved',
    async run({ ada }) {
      await box(ada, 'done').click();
      await ada.getByRole('alert').getByRole('button', { name: 'send_message' }).click();
      await side(ada).getByLabel('Text', { exact: true }).fill('Hello {{contact.firstName|there}}');
      await save(ada);
      await gone(ada.getByText(/has to be corrected/));
    },
  },
  {
    name: 'a branch gets cases, each with its condition and its exit',
    async run(scene) {
      const { ada } = scene;
      await box(ada, 'pause').click();
      await addStep(ada, 'Branch');
      const cases = side(ada).getByRole('group', { name: 'Cases', exact: true });
      await cases.getByLabel('Condition').first().fill('eq(variables.topic,"order")');
      await button(cases, 'Add to Cases').click();
      await cases.getByLabel('Condition').nth(1).fill('eq(variables.topic,"other")');
      await shown(box(ada, 'branch').locator('.react-flow__handle.source').nth(2));
      await save(ada);
      const stored = stepOf(await automationNamed(scene, 'First answer'), 'branch');
      assert.deepEqual(stored.cases, [
        { if: 'eq(variables.topic,"order")', next: 'done' },
        { if: 'eq(variables.topic,"other")' },
      ]);
    },
  },
  {
    name: 'an empty value of an attribute is kept, and is not the same as nothing',
    async run(scene) {
      const { ada, environment } = scene;
      await environment.call('POST', '/v3/attributes', { name: 'Size', externalId: 'size', type: 'text' });
      const { id } = await create(scene, 'Empty values', [
        { id: 'set', type: 'set_attribute', externalId: 'size', value: 'L', next: 'done' },
        { id: 'done', type: 'end' },
      ]);
      await ada.goto(`${environment.apiUrl}/console/automations/${id}`);
      await box(ada, 'set').click();
      await side(ada).getByRole('textbox', { name: 'Value' }).fill('');
      await save(ada);
      assert.equal(stepOf(await automationNamed(scene, 'Empty values'), 'set').value, '');
      await choose(ada, 'Kind of value', 'Nothing');
      await save(ada);
      assert.equal(stepOf(await automationNamed(scene, 'Empty values'), 'set').value, null);
    },
  },
  {
    name: 'references are chosen by name and stored by id',
    async run(scene) {
      const { ada, environment } = scene;
      const label = await environment.call('POST', '/v3/labels', { name: 'Waiting long' });
      await ada.reload();
      await box(ada, 'set').click();
      await addStep(ada, 'Add label');
      await side(ada).getByRole('combobox', { name: 'Label', exact: true }).fill('Waiting');
      await ada.getByRole('option', { name: 'Waiting long' }).click();
      await save(ada);
      assert.equal(stepOf(await automationNamed(scene, 'Empty values'), 'add_label').labelId, label.id);
    },
  },
  {
    name: 'the trigger is changed in its form, with what belongs to it',
    async run(scene) {
      const { ada } = scene;
      await box(ada, '$trigger').click();
      await choose(ada, 'A run begins', 'Message received');
      await side(ada).getByText('At most one run per contact at a time').click();
      await save(ada);
      const stored = await automationNamed(scene, 'Empty values');
      assert.equal((stored.latestVersion as unknown as { trigger: { type: string } }).trigger.type, 'message_received');
      assert.equal((stored.latestVersion as unknown as { isSingle: boolean }).isSingle, true);
    },
  },
  {
    name: 'who leaves with changes is asked, and may stay',
    async run({ ada }) {
      await box(ada, 'set').click();
      await addStep(ada, 'Wait');
      await ada.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contacts' }).click();
      await button(ada.getByRole('alertdialog'), 'Keep editing').click();
      await shown(box(ada, 'wait'));
      await button(ada, 'Undo').click();
      await gone(box(ada, 'wait'));
    },
  },
];
