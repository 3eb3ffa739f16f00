import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { signIn } from '../browser.ts';
import { gone, shown, until } from '../expect.ts';
import type { Area, Scene } from '../step.ts';

type Stored = {
  id: string;
  name: string;
  status: string;
  latestVersion: { number: number; steps: Record<string, unknown>[]; layout: Record<string, { x: number; y: number }> };
  activeVersion: { number: number } | null;
};

const box = (page: Page, id: string): Locator => page.locator(`.react-flow__node[data-id="${id}"]`);
const line = (page: Page, id: string): Locator => page.locator(`.react-flow__edge[data-id="${id}"]`);
const side = (page: Page): Locator => page.getByRole('complementary');
const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
const graph = (page: Page): Locator => page.getByRole('region', { name: 'Graph' });

/** Chooses an entry of a list in the form beside the graph. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await side(page).getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function addStep(page: Page, type: string): Promise<void> {
  await button(page, 'Add step').click();
  await page.getByRole('menuitem', { name: type, exact: true }).click();
}

/** Saves, and waits until the server has stored it. */
async function save(page: Page): Promise<void> {
  await button(page, 'Save').click();
  await until(() => button(page, 'Save').isDisabled(), 'the definition is saved');
}

async function automationNamed({ environment }: Scene, name: string): Promise<Stored> {
  const found = await environment.call<Stored[]>('POST', '/v3/automations/search', { search: name });
  const [one] = found;
  assert.ok(one, `there is no automation ${name}`);
  return one;
}

const stepIds = ({ latestVersion }: Stored): unknown[] => latestVersion.steps.map(({ id }) => id);
const stepOf = ({ latestVersion }: Stored, id: string): Record<string, unknown> =>
  latestVersion.steps.find((step) => step.id === id) ?? {};

async function open(page: Page, scene: Scene, name: string, search = ''): Promise<Stored> {
  const automation = await automationNamed(scene, name);
  await page.goto(`${scene.environment.apiUrl}/console/automations/${automation.id}${search}`);
  await shown(box(page, '$trigger'));
  return automation;
}

const create = ({ environment }: Scene, name: string, steps: object[], trigger = 'api'): Promise<Stored> =>
  environment.call<Stored>('POST', '/v3/automations', {
    name,
    trigger: { type: trigger, parameters: { channelId: environment.whatsapp.channelId } },
    steps,
  });

const FILE = join(tmpdir(), `patchbay-automation-${process.pid}.json`);

export const automations: Area = {
  name: 'automations',
  steps: [
    {
      name: 'an empty list says what automations do',
      async run({ ada, environment }) {
        await ada.goto(`${environment.apiUrl}/console/automations`);
        await shown(ada.getByText('No automations yet'));
      },
    },
    {
      name: 'an automation is created with its trigger, and its graph opens',
      async run(scene) {
        const { ada } = scene;
        await button(ada, 'New automation').first().click();
        const dialog = ada.getByRole('dialog');
        await dialog.getByLabel('Name').fill('First answer');
        await dialog.getByRole('combobox').click();
        await ada.getByRole('option', { name: 'Chat opened' }).click();
        await button(dialog, 'Create').click();
        await shown(ada.getByRole('heading', { name: 'First answer' }));
        await shown(box(ada, 'done'));
        await shown(box(ada, '$trigger').getByText('Chat opened'));
      },
    },
    {
      name: 'a step is added where runs begin, and its form is beside the graph',
      async run({ ada }) {
        await addStep(ada, 'Send message');
        await shown(box(ada, 'send_message'));
        await shown(line(ada, 'send_message next'));
        await shown(side(ada).getByRole('heading', { name: 'Send message' }));
      },
    },
    {
      name: 'what is typed in the form is drawn in the box',
      async run({ ada }) {
        await side(ada).getByLabel('Text', { exact: true }).fill('Hello, what is it about?');
        await shown(box(ada, 'send_message').getByText('Hello, what is it about?'));
        await shown(ada.getByText('Not saved'));
      },
    },
    {
      name: 'a definition is saved as a version through the API',
      async run(scene) {
        await save(scene.ada);
        const stored = await automationNamed(scene, 'First answer');
        assert.deepEqual(stepIds(stored), ['send_message', 'done']);
        assert.equal(stepOf(stored, 'send_message').text, 'Hello, what is it about?');
        assert.equal(stepOf(stored, 'send_message').next, 'done');
        assert.equal(stored.latestVersion.number, 2);
      },
    },
    {
      name: 'letters of one field are undone together, and redone',
      async run({ ada }) {
        const text = side(ada).getByLabel('Text', { exact: true });
        await text.fill('');
        await text.pressSequentially('Good morning');
        await button(ada, 'Undo').click();
        await until(async () => (await text.inputValue()) === 'Hello, what is it about?', 'the text is as before');
        await button(ada, 'Redo').click();
        await until(async () => (await text.inputValue()) === 'Good morning', 'the text is back');
        await ada.keyboard.press('Control+z');
        await until(async () => (await text.inputValue()) === 'Hello, what is it about?', 'the shortcut works in a field');
      },
    },
    {
      name: 'a new step follows the selected one, and takes over what followed it',
      async run({ ada }) {
        await box(ada, 'send_message').click();
        await choose(ada, 'If it cannot be sent', 'done');
        await addStep(ada, 'Wait');
        await shown(line(ada, 'wait next'));
        await shown(box(ada, 'wait').getByText('1 h'));
      },
    },
    {
      name: 'a step is renamed, and what leads to it follows',
      async run(scene) {
        const { ada } = scene;
        await side(ada).getByLabel('Id of the step').fill('pause');
        await ada.keyboard.press('Enter');
        await shown(box(ada, 'pause'));
        await gone(box(ada, 'wait'));
        await save(ada);
        assert.equal(stepOf(await automationNamed(scene, 'First answer'), 'send_message').next, 'pause');
      },
    },
    {
      name: 'an id that is taken or has capitals is refused with its fix',
      async run({ ada }) {
        const id = side(ada).getByLabel('Id of the step');
        await id.fill('done');
        await shown(side(ada).getByText('Another step has this id. Choose a different one.'));
        await id.fill('Pause');
        await shown(side(ada).getByText(/Begin with a small letter/));
        await id.fill('pause');
        await ada.keyboard.press('Enter');
        await gone(side(ada).getByText(/Begin with a small letter/));
      },
    },
    {
      name: 'an exit is connected and disconnected in the form',
      async run({ ada }) {
        await choose(ada, 'Next step', 'The run ends');
        await gone(line(ada, 'pause next'));
        await choose(ada, 'Next step', 'done');
        await shown(line(ada, 'pause next'));
      },
    },
    {
      name: 'arrow keys go from box to box, and Enter opens the form',
      async run({ ada }) {
        await box(ada, '$trigger').click();
        await box(ada, '$trigger').focus();
        await ada.keyboard.press('ArrowDown');
        await shown(side(ada).getByRole('heading', { name: 'Send message' }));
        await ada.keyboard.press('ArrowDown');
        await shown(side(ada).getByRole('heading', { name: 'Wait' }));
        await shown(ada.locator('.react-flow__node[data-id="pause"]:focus'));
        await ada.keyboard.press('Enter');
        await shown(side(ada).locator('input:focus'));
        await side(ada).getByRole('button', { name: 'Close' }).click();
        await gone(side(ada));
        await box(ada, 'pause').focus();
        await ada.keyboard.press('Enter');
        await shown(side(ada).locator('input:focus'));
      },
    },
    {
      name: 'Delete removes the selected step and closes the gap; undo brings it back',
      async run({ ada }) {
        await box(ada, 'pause').click();
        await box(ada, 'pause').focus();
        await ada.keyboard.press('Delete');
        await gone(box(ada, 'pause'));
        await shown(line(ada, 'send_message next'));
        await button(ada, 'Undo').click();
        await shown(box(ada, 'pause'));
      },
    },
    {
      name: 'Shift with an arrow moves a box, and its place is saved',
      async run(scene) {
        const { ada } = scene;
        const moved = async (): Promise<number> => {
          await box(ada, 'pause').click();
          await box(ada, 'pause').focus();
          for (const _ of [1, 2, 3]) await ada.keyboard.press('Shift+ArrowRight');
          await save(ada);
          return (await automationNamed(scene, 'First answer')).latestVersion.layout.pause?.x ?? 0;
        };
        const once = await moved();
        assert.equal((await moved()) - once, 60);
      },
    },
    {
      name: 'a box is dragged with the mouse, and its place is saved',
      async run(scene) {
        const { ada } = scene;
        const before = (await automationNamed(scene, 'First answer')).latestVersion.layout.done;
        const at = await box(ada, 'done').boundingBox();
        assert.ok(at && before);
        await ada.mouse.move(at.x + 40, at.y + 40);
        await ada.mouse.down();
        await ada.mouse.move(at.x + 100, at.y + 60, { steps: 4 });
        await ada.mouse.move(at.x + 190, at.y + 40, { steps: 4 });
        await ada.mouse.up();
        await shown(ada.getByText('Not saved'));
        await save(ada);
        const after = (await automationNamed(scene, 'First answer')).latestVersion.layout.done;
        assert.ok((after?.x ?? 0) > before.x + 60, `${after?.x} is not right of ${before.x}`);
      },
    },
    {
      name: 'Tidy forgets the places and lays all steps out again',
      async run(scene) {
        const { ada } = scene;
        await button(ada, 'Tidy').click();
        await save(ada);
        assert.deepEqual((await automationNamed(scene, 'First answer')).latestVersion.layout, {});
      },
    },
    {
      name: 'an exit is connected by dragging from its socket to a box',
      async run(scene) {
        const { ada } = scene;
        await box(ada, 'pause').click();
        await choose(ada, 'Next step', 'The run ends');
        await gone(line(ada, 'pause next'));
        const socket = await box(ada, 'pause').locator('.react-flow__handle.source').boundingBox();
        const target = await box(ada, 'done').locator('.react-flow__handle.target').boundingBox();
        assert.ok(socket && target);
        await ada.mouse.move(socket.x + socket.width / 2, socket.y + socket.height / 2);
        await ada.mouse.down();
        await ada.mouse.move(target.x + 30, target.y - 10, { steps: 5 });
        await ada.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 5 });
        await ada.mouse.up();
        await shown(line(ada, 'pause next'));
      },
    },
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
    {
      name: 'a simulation with an invented customer shows the path and sends nothing',
      async run(scene) {
        const { ada } = scene;
        await create(scene, 'Sizes', [
          {
            id: 'ask',
            type: 'ask',
            text: 'Which size?',
            saveAs: 'size',
            timeoutSeconds: 60,
            onReply: 'thanks',
            onTimeout: 'done',
          },
          { id: 'thanks', type: 'send_message', text: 'Size {{variables.size}}, {{contact.firstName}}!', next: 'done' },
          { id: 'done', type: 'end' },
        ]);
        await open(ada, scene, 'Sizes', '?panel=simulate');
        await side(ada).getByLabel('First name').fill('Grace');
        await side(ada).getByLabel('Reply 1').fill('XL');
        await button(side(ada), 'Simulate').click();
        await shown(side(ada).getByText('Size XL, Grace!'));
        await shown(side(ada).getByText('Completed'));
        await shown(ada.getByRole('region', { name: 'Replayed run' }).getByText('thanks'));
      },
    },
    {
      name: 'without a reply the simulation takes the other exit',
      async run({ ada }) {
        await side(ada).getByText('None', { exact: true }).first().click();
        await button(side(ada), 'Simulate').click();
        await gone(side(ada).getByText('Size XL, Grace!'));
        await shown(side(ada).getByText('no reply'));
      },
    },
    {
      name: 'changes are saved before a simulation, so that it runs what is shown',
      async run(scene) {
        const { ada } = scene;
        await button(side(ada), 'Close').click();
        await box(ada, 'thanks').click();
        await side(ada).getByLabel('Text', { exact: true }).fill('Thank you, {{contact.firstName}}.');
        await button(ada, 'Simulate').click();
        await button(side(ada), 'Save and simulate').click();
        await shown(side(ada).getByText('Thank you, Ada.'));
        assert.equal((await automationNamed(scene, 'Sizes')).latestVersion.number, 2);
        await button(side(ada), 'Close').click();
      },
    },
    {
      name: 'publishing makes the version live',
      async run(scene) {
        const { ada } = scene;
        await button(ada, 'Publish').click();
        await shown(ada.getByText('Version 2 live'));
        assert.equal((await automationNamed(scene, 'Sizes')).status, 'active');
      },
    },
    {
      name: 'versions are compared in the graph and as a list, and an older one can be edited again',
      async run(scene) {
        const { ada } = scene;
        await box(ada, 'thanks').click();
        await addStep(ada, 'Wait');
        await button(ada, 'Versions').click();
        await side(ada)
          .getByRole('button', { name: /^Version 1/ })
          .click();
        const comparison = ada.getByRole('region', { name: 'Comparison' });
        await shown(comparison.getByText('2 changes'));
        await shown(comparison.getByText(/^wait added/));
        await shown(comparison.getByText(/^thanks changed: Text/));
        await button(comparison, 'Edit from this version').click();
        await gone(box(ada, 'wait'));
        await shown(box(ada, 'thanks').getByText('Size {{variables.size}}, {{contact.firstName}}!'));
        await button(ada, 'Undo').click();
        await button(ada, 'Undo').click();
        await shown(box(ada, 'thanks').getByText('Thank you, {{contact.firstName}}.'));
      },
    },
    {
      name: 'a past run is replayed on the graph, step by step',
      async run(scene) {
        const { ada, environment } = scene;
        const { id } = await create(scene, 'Label them', [
          { id: 'check', type: 'branch', cases: [{ if: 'eq(variables.kind,"new")', next: 'hello' }], otherwise: 'done' },
          { id: 'hello', type: 'set_attribute', externalId: 'size', value: 'M', next: 'done' },
          { id: 'done', type: 'end' },
        ]);
        await environment.call('POST', `/v3/automations/${id}/publish`, {});
        const contact = await environment.call('POST', '/v3/contacts', { firstName: 'Amara', lastName: 'Nwosu' });
        await fetchTrigger(scene, id, { contactId: contact.id, variables: { kind: 'new' } });
        await until(async () => (await runsOf(scene, id)).some(({ status }) => status === 'completed'), 'the run ends');
        await open(ada, scene, 'Label them', '?panel=runs');
        await side(ada).getByRole('list', { name: 'Runs' }).getByRole('button').first().click();
        const replay = ada.getByRole('region', { name: 'Replayed run' });
        await shown(replay.getByText('Run for Amara Nwosu'));
        await shown(line(ada, 'check cases.0.next'));
        await button(replay, 'Step back').click();
        await shown(replay.locator('[aria-current=step]').getByText('hello'));
      },
    },
    {
      name: 'the funnel counts the runs of each step in the graph and in a table',
      async run({ ada }) {
        await button(ada, 'Funnel').click();
        const row = side(ada).getByRole('row').filter({ hasText: 'hello' });
        await shown(row.getByText('100%'));
        await shown(box(ada, 'hello').getByText('1', { exact: true }));
        await button(side(ada), 'Close').click();
      },
    },
    {
      name: 'a definition is exported as the command line writes it',
      async run(scene) {
        const { ada } = scene;
        await button(ada, 'More actions').click();
        const download = ada.waitForEvent('download');
        await ada.getByRole('menuitem', { name: 'Export as a file' }).click();
        await (await download).saveAs(FILE);
        const file = JSON.parse(await readFile(FILE, 'utf8')) as Record<string, unknown>;
        assert.deepEqual(Object.keys(file), ['id', 'version', 'revision', 'name', 'description', 'isSingle', 'trigger', 'steps']);
        assert.match(String(file.revision), /^[0-9a-f]{12}$/);
      },
    },
    {
      name: 'a file is imported into the graph, and can be undone',
      async run({ ada }) {
        const file = JSON.parse(await readFile(FILE, 'utf8')) as { steps: object[] };
        await writeFile(FILE, JSON.stringify({ ...file, steps: [{ id: 'only', type: 'end' }] }));
        await importFile(ada, FILE);
        await shown(box(ada, 'only'));
        await button(ada, 'Undo').click();
        await shown(box(ada, 'hello'));
      },
    },
    {
      name: 'a file that is none is refused with its fix',
      async run({ ada }) {
        await writeFile(FILE, '{"name":"x","trigger":{"type":"api"},"stpes":[]}');
        await importFile(ada, FILE);
        await shown(ada.getByText(/An automation has no field stpes. Remove it from the file/));
      },
    },
    {
      name: 'a save over the version of a colleague is refused, and theirs can be loaded',
      async run(scene) {
        const { ada, environment } = scene;
        const { id } = await open(ada, scene, 'Sizes');
        await box(ada, 'thanks').click();
        await side(ada).getByLabel('Text', { exact: true }).fill('Mine');
        await environment.call('PUT', `/v3/automations/${id}`, { steps: [{ id: 'theirs', type: 'end' }] });
        await button(ada, 'Save').click();
        await shown(ada.getByText('Somebody saved another version meanwhile'));
        assert.deepEqual(stepIds(await automationNamed(scene, 'Sizes')), ['theirs']);
        await button(ada, 'Load their version').click();
        await shown(box(ada, 'theirs'));
        await gone(ada.getByText('Somebody saved another version meanwhile'));
      },
    },
    {
      name: 'or mine is saved after theirs, which stays a version',
      async run(scene) {
        const { ada, environment } = scene;
        const { id, latestVersion } = await automationNamed(scene, 'Sizes');
        await box(ada, '$trigger').click();
        await addStep(ada, 'Wait');
        await environment.call('PUT', `/v3/automations/${id}`, { steps: [{ id: 'again', type: 'end' }] });
        await button(ada, 'Save').click();
        await button(ada, 'Save mine as the latest').click();
        await gone(ada.getByText('Somebody saved another version meanwhile'));
        const stored = await automationNamed(scene, 'Sizes');
        assert.deepEqual(stepIds(stored), ['wait', 'theirs']);
        assert.equal(stored.latestVersion.number, latestVersion.number + 2);
      },
    },
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
  ],
};

async function importFile(page: Page, file: string): Promise<void> {
  await button(page, 'More actions').click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Import a file' }).click();
  await (await chooser).setFiles(file);
}

const fetchTrigger = ({ environment }: Scene, id: string, body: object): Promise<unknown> =>
  environment.call('POST', `/v3/automations/${id}/trigger`, body);

const runsOf = ({ environment }: Scene, id: string): Promise<{ status: string }[]> =>
  environment.call('POST', '/v3/automation_runs/search', { query: `eq(automationId,"${id}")` });
