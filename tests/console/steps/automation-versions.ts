import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addStep,
  automationNamed,
  box,
  button,
  create,
  fetchTrigger,
  importFile,
  line,
  open,
  runsOf,
  side,
  stepIds,
} from '../automation-scene.ts';
import { gone, shown, until } from '../expect.ts';
import type { Step } from '../step.ts';

const FILE = join(tmpdir(), `patchbay-automation-${process.pid}.json`);

/** Simulation, versions, past runs, files, and two people who save the same automation. */
export const versions: Step[] = [
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
];
