import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Api, Json } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChannel, newLabel, unique, unknownId } from '../fixtures.ts';
import { type Fields, hasOnly } from '../shapes.ts';
import { automationFields, newAutomation, steps } from './automations.ts';

const PATH = '/v3/automations';

const versionFields: Fields = {
  id: 'id',
  number: 'integer',
  trigger: 'object',
  steps: 'array',
  isSingle: 'boolean',
  layout: 'object',
  createdAt: 'timestamp',
};

const read = async (api: Api, id: string): Promise<Json> => succeeded(await api.get(`${PATH}/${id}`));
const put = async (api: Api, id: string, body: object): Promise<Json> => succeeded(await api.put(`${PATH}/${id}`, body));
const move = async (api: Api, id: string, to: string, body?: object): Promise<Json> =>
  succeeded(await api.post(`${PATH}/${id}/${to}`, body));
const saying = (text: string) => [{ id: 'hello', type: 'send_message', text }];

/** Sends a definition with one thing wrong and expects that very thing to be named. */
async function wrong(api: Api, steps: object[], param: string, key: string, trigger: object = { type: 'api' }): Promise<void> {
  const message = refused(await api.post(PATH, { name: 'x', trigger, steps }), param, key);
  assert.ok(message.length > 15, `"${message}" does not name the fix`);
}

const written = [
  check('POST /automations answers 201 with a draft that has every field and version 1', async (api) => {
    const automation = await newAutomation(api);
    hasOnly(automation, automationFields);
    hasOnly(automation.latestVersion, versionFields);
    const { status, description, activeVersionId, activeVersion, latestVersion, latestVersionId } = automation;
    assert.deepEqual([status, description, activeVersionId, activeVersion], ['draft', null, null, null]);
    assert.deepEqual([latestVersion.id, latestVersion.number, latestVersion.isSingle], [latestVersionId, 1, false]);
    assert.deepEqual(latestVersion.trigger, { type: 'api', parameters: {} });
    assert.deepEqual(latestVersion.steps, steps);
  }),
  check('GET /automations/{automationId} answers the automation', async (api) => {
    const automation = await newAutomation(api);
    assert.deepEqual(await read(api, automation.id), automation);
  }),
  check('Making an automation twice under one Idempotency-Key makes one', async (api) => {
    const body = { name: unique('once'), trigger: { type: 'api' }, steps };
    const options = { headers: { 'idempotency-key': randomUUID() } };
    const [first, again] = [await api.post(PATH, body, options), await api.post(PATH, body, options)];
    assert.equal(again.text, first.text);
    assert.equal((await api.post(`${PATH}/search`, { search: body.name })).body.pagination.total, 1);
  }),
  check('PUT changes name and description without a new version', async (api) => {
    const before = await newAutomation(api);
    const after = await put(api, before.id, { name: 'Renamed', description: 'Says hello' });
    assert.deepEqual({ ...after, updatedAt: 0 }, { ...before, name: 'Renamed', description: 'Says hello', updatedAt: 0 });
    assert.equal((await put(api, before.id, { description: null })).description, null);
  }),
  check(
    'PUT with another trigger, other steps or another isSingle makes the next version; the same ones make none',
    async (api) => {
      const { id, latestVersion } = await newAutomation(api);
      const { trigger, isSingle } = latestVersion;
      assert.deepEqual((await put(api, id, { trigger, steps, isSingle })).latestVersion, latestVersion);
      const changes = [{ steps: saying('Hi') }, { trigger: { type: 'chat_opened' } }, { isSingle: true }];
      for (const [i, change] of changes.entries()) assert.equal((await put(api, id, change)).latestVersion.number, i + 2);
      const { latestVersion: last } = await read(api, id);
      assert.deepEqual([last.steps, last.trigger.type, last.isSingle], [saying('Hi'), 'chat_opened', true]);
    },
  ),
  check('A version never changes, and every one can be read', async (api) => {
    const { id, latestVersion: first } = await newAutomation(api);
    const { latestVersion: second } = await put(api, id, { steps: saying('Hi') });
    for (const version of [first, second])
      assert.deepEqual(succeeded(await api.get(`${PATH}/${id}/versions/${version.id}`)), version);
    const found = await api.post(`${PATH}/${id}/versions/search`, {});
    assert.deepEqual(succeeded(found), [second, first]);
    assert.equal(found.body.pagination.total, 2);
    assert.deepEqual(succeeded(await api.post(`${PATH}/${id}/versions/search`, { query: 'eq(number,1)' })), [first]);
  }),
];

const moved = [
  check('POST …/publish makes the latest version the active one', async (api) => {
    const { id, latestVersion } = await newAutomation(api);
    const active = await move(api, id, 'publish');
    assert.deepEqual([active.status, active.activeVersion, active.activeVersionId], ['active', latestVersion, latestVersion.id]);
    assert.equal(active.activeVersionTriggerType, 'api');
  }),
  check('A change of an active automation waits for the next publish; an older version can be published again', async (api) => {
    const { id, latestVersionId: first } = await newAutomation(api);
    await move(api, id, 'publish');
    const { status, activeVersionId, latestVersionId: second } = await put(api, id, { steps: saying('Hi') });
    assert.deepEqual([status, activeVersionId], ['active', first]);
    assert.equal((await move(api, id, 'publish')).activeVersionId, second);
    const { activeVersionId: back, latestVersionId } = await move(api, id, 'publish', { versionId: first });
    assert.deepEqual([back, latestVersionId], [first, second]);
  }),
  check('publish refuses a version that is not the automation’s own', async (api) => {
    const [{ id }, other] = [await newAutomation(api), await newAutomation(api)];
    for (const versionId of [other.latestVersionId, unknownId(), 'nonsense'])
      refused(await api.post(`${PATH}/${id}/publish`, { versionId }), 'versionId', 'not_found');
  }),
  check('publish refuses a version that names what has gone since it was written', async (api) => {
    const label = await newLabel(api);
    const { id } = await newAutomation(api, { steps: [{ id: 'mark', type: 'add_label', labelId: label.id }] });
    succeeded(await api.del(`/v3/labels/${label.id}`));
    refused(await api.post(`${PATH}/${id}/publish`), 'steps.0.labelId', 'not_found');
    assert.equal((await read(api, id)).status, 'draft');
  }),
  check('active ↔ paused; pausing twice changes nothing; a draft cannot be paused', async (api) => {
    const { id } = await newAutomation(api);
    failed(await api.post(`${PATH}/${id}/pause`), 409, 'conflict');
    await move(api, id, 'publish');
    const paused = await move(api, id, 'pause');
    assert.equal(paused.status, 'paused');
    assert.deepEqual(await move(api, id, 'pause'), paused);
    assert.equal((await move(api, id, 'publish')).status, 'active');
  }),
  check('An archived automation can be read and deleted, and nothing else: 409 conflict', async (api) => {
    const { id } = await newAutomation(api);
    const archived = await move(api, id, 'archive');
    assert.equal(archived.status, 'archived');
    assert.deepEqual([await read(api, id), await move(api, id, 'archive')], [archived, archived]);
    for (const reply of [
      await api.put(`${PATH}/${id}`, { name: 'x' }),
      await api.post(`${PATH}/${id}/publish`),
      await api.post(`${PATH}/${id}/pause`),
    ])
      failed(reply, 409, 'conflict');
    succeeded(await api.del(`${PATH}/${id}`));
  }),
];

const gone = [
  check('DELETE /automations/{automationId} answers the id under deletedIds, whatever its status', async (api) => {
    for (const to of [null, 'publish', 'archive']) {
      const { id, latestVersionId } = await newAutomation(api);
      if (to) await move(api, id, to);
      assert.deepEqual(succeeded(await api.del(`${PATH}/${id}`)), { deletedIds: [id], notFoundIds: [] });
      assert.deepEqual(succeeded(await api.del(`${PATH}/${id}`)), { deletedIds: [], notFoundIds: [id] });
      failed(await api.get(`${PATH}/${id}`), 404, 'automation_not_found');
      failed(await api.get(`${PATH}/${id}/versions/${latestVersionId}`), 404, 'automation_not_found');
    }
  }),
  check('An automation that does not exist is 404 automation_not_found; a version, automation_version_not_found', async (api) => {
    for (const id of [unknownId(), 'nonsense', '%00']) {
      failed(await api.get(`${PATH}/${id}`), 404, 'automation_not_found');
      failed(await api.put(`${PATH}/${id}`, {}), 404, 'automation_not_found');
      for (const to of ['publish', 'pause', 'archive', 'versions/search'])
        failed(await api.post(`${PATH}/${id}/${to}`), 404, 'automation_not_found');
      const own = await newAutomation(api);
      failed(await api.get(`${PATH}/${own.id}/versions/${id}`), 404, 'automation_version_not_found');
    }
  }),
  check('Another tenant’s automation looks as if it did not exist, and is not deleted', async (api) => {
    const { id, latestVersionId } = await newAutomation(api);
    const theirs = { token: api.otherToken };
    alike(await api.get(`${PATH}/${id}`, theirs), await api.get(`${PATH}/${unknownId()}`, theirs));
    failed(await api.get(`${PATH}/${id}/versions/${latestVersionId}`, theirs), 404, 'automation_not_found');
    assert.deepEqual(succeeded(await api.del(`${PATH}/${id}`, theirs)), { deletedIds: [], notFoundIds: [id] });
    assert.equal((await read(api, id)).id, id);
  }),
  check('Reading needs automations.read, writing automations.write', async (api) => {
    const { id } = await newAutomation(api);
    const [reader, writer] = [await narrowToken(api, 'automations.read'), await narrowToken(api, 'automations.write')];
    succeeded(await api.get(`${PATH}/${id}`, { token: reader }));
    failed(await api.get(`${PATH}/${id}`, { token: writer }), 403, 'forbidden');
    for (const reply of [
      await api.post(PATH, {}, { token: reader }),
      await api.put(`${PATH}/${id}`, {}, { token: reader }),
      await api.post(`${PATH}/${id}/publish`, {}, { token: reader }),
      await api.post(`${PATH}/${id}/archive`, {}, { token: reader }),
      await api.del(`${PATH}/${id}`, { token: reader }),
    ])
      failed(reply, 403, 'forbidden');
    succeeded(await api.post(`${PATH}/${id}/publish`, {}, { token: writer }));
  }),
];

const mistakes = [
  check('name, trigger and steps are required; a field that is none is refused', async (api) => {
    const reply = await api.post(PATH, { status: 'active' });
    for (const param of ['name', 'trigger', 'steps']) refused(reply, param, 'required');
    refused(reply, 'status', 'unrecognized_keys');
    refused(await api.post(PATH, { name: ' ', trigger: { type: 'api' }, steps }), 'name', 'too_small');
    refused(await api.post(PATH, { name: 'x'.repeat(201), trigger: { type: 'api' }, steps }), 'name', 'too_big');
  }),
  check('A step of an unknown type, or with a field it does not have, is refused by its path', async (api) => {
    refused(await api.post(PATH, { name: 'x', trigger: { type: 'api' }, steps: [] }), 'steps', 'too_small');
    const reply = await api.post(PATH, { name: 'x', trigger: { type: 'api' }, steps: [{ id: 'a', type: 'end', text: 'x' }] });
    refused(reply, 'steps.0.text', 'unrecognized_keys');
    const unknown = await api.post(PATH, { name: 'x', trigger: { type: 'api' }, steps: [{ id: 'a', type: 'dance' }] });
    failed(unknown, 400, 'invalid_body_params');
  }),
  check('Steps lead to steps that are there, have ids of their own, and do not go round without a wait', async (api) => {
    await wrong(api, [{ id: 'a', type: 'wait', seconds: 5, next: 'b' }], 'steps.0.next', 'not_found');
    await wrong(
      api,
      [
        { id: 'a', type: 'end' },
        { id: 'a', type: 'end' },
      ],
      'steps.1.id',
      'custom',
    );
    const round = [
      { id: 'a', type: 'send_message', text: 'x', next: 'b' },
      { id: 'b', type: 'send_message', text: 'y', next: 'a' },
    ];
    await wrong(api, round, 'steps.1.next', 'custom');
  }),
  check('A condition with a mistake is refused by its path', async (api) => {
    await wrong(api, [{ id: 'a', type: 'branch', cases: [{ if: 'eq(message.text' }] }], 'steps.0.cases.0.if', 'custom');
    const trigger = { type: 'message_received', parameters: { conditions: 'maybe()' } };
    await wrong(api, steps, 'trigger.parameters.conditions', 'custom', trigger);
  }),
  check('Labels, templates, attributes, automations and channels must be the tenant’s own', async (api) => {
    const foreign = await newLabel(api, {}, { token: api.otherToken });
    for (const id of [foreign.id, unknownId(), 'nonsense']) {
      for (const type of ['add_label', 'remove_label'])
        await wrong(api, [{ id: 'a', type, labelId: id }], 'steps.0.labelId', 'not_found');
      await wrong(api, [{ id: 'a', type: 'send_template', templateId: id }], 'steps.0.templateId', 'not_found');
      await wrong(api, [{ id: 'a', type: 'run_automation', automationId: id }], 'steps.0.automationId', 'not_found');
      await wrong(api, steps, 'trigger.parameters.channelId', 'not_found', { type: 'api', parameters: { channelId: id } });
      await wrong(api, steps, 'trigger.parameters.labelId', 'not_found', { type: 'label_added', parameters: { labelId: id } });
    }
    const unknown = { id: 'a', type: 'set_attribute', externalId: 'no_such', value: 'x' };
    await wrong(api, [unknown], 'steps.0.externalId', 'not_found');
  }),
  check('A template in a step has a value for each of its variables and no other', async (api) => {
    const channel = await newChannel(api, 'sms');
    const body = { text: 'Hello {{1}}', examples: [{ name: '1', value: 'Ada' }] };
    const text = { name: `t_${randomUUID().replaceAll('-', '_')}`, language: 'en', category: 'utility', body };
    const { id: templateId } = succeeded(await api.post('/v3/message_templates', { ...text, channelId: channel.id }), 201);
    const step = (variables: object) => [{ id: 'a', type: 'send_template', templateId, variables }];
    await newAutomation(api, { steps: step({ 1: '{{contact.firstName|there}}' }) });
    await wrong(api, step({}), 'steps.0.variables.1', 'required');
    await wrong(api, step({ 1: 'x', 2: 'y' }), 'steps.0.variables.2', 'unrecognized_keys');
  }),
  check('The ids in an update are verified as in a creation, and a refused update changes nothing', async (api) => {
    const before = await newAutomation(api);
    const steps = [{ id: 'a', type: 'run_automation', automationId: before.id }];
    refused(await api.put(`${PATH}/${before.id}`, { name: 'Changed', steps }), 'steps.0.automationId', 'custom');
    assert.deepEqual(await read(api, before.id), before);
  }),
];

export const automationDefinitions: Chapter = {
  title: 'Automation definitions',
  checks: [...written, ...moved, ...gone, ...mistakes],
};
