import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Api, Json, Options } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChannel, unknownId } from '../fixtures.ts';
import { type Fields, hasOnly } from '../shapes.ts';

const PATH = '/v3/message_templates';

const templateFields: Fields = {
  id: 'id',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  channelId: 'id',
  name: 'string',
  language: 'string',
  category: 'string',
  format: 'string',
  status: 'string',
  reason: 'string | null',
  quality: 'string | null',
  header: 'object | null',
  body: 'object',
  footer: 'string | null',
  codeExpirationMinutes: 'number | null',
  buttons: 'array',
  variables: 'array',
};

const uniqueName = (): string => `order_${randomUUID().replaceAll('-', '_')}`;
const example = (name: string) => ({ name, value: `a ${name}` });
const text = () => ({
  name: uniqueName(),
  language: 'en_US',
  category: 'utility',
  body: { text: 'Hello {{1}}, {{2}} is on its way.', examples: [example('1'), example('2')] },
});

/** A draft on a channel of its own kind, unless a channel is given. */
async function newTemplate(api: Api, fields: object = {}, type = 'sms', options?: Options): Promise<Json> {
  const channel = 'channelId' in fields ? null : await newChannel(api, type, options);
  return succeeded(await api.post(PATH, { ...text(), ...(channel && { channelId: channel.id }), ...fields }, options), 201);
}

const read = async (api: Api, id: string): Promise<Json> => succeeded(await api.get(`${PATH}/${id}`));
const put = async (api: Api, id: string, body: object): Promise<Json> => succeeded(await api.put(`${PATH}/${id}`, body));
const submit = async (api: Api, id: string): Promise<Json> => succeeded(await api.post(`${PATH}/${id}/submit`));

/** Sends a template with one thing wrong and expects that very thing to be named. */
async function wrong(api: Api, fields: object, param: string, key: string): Promise<void> {
  const channel = await newChannel(api, 'sms');
  const message = refused(await api.post(PATH, { ...text(), channelId: channel.id, ...fields }), param, key);
  assert.ok(message.length > 15, `"${message}" does not name the fix`);
}

const written = [
  check('POST /message_templates answers 201 with a draft that has every field', async (api) => {
    const template = await newTemplate(api);
    hasOnly(template, templateFields);
    assert.deepEqual([template.status, template.reason, template.format], ['draft', null, 'positional']);
    assert.deepEqual([template.header, template.footer, template.buttons], [null, null, []]);
  }),
  check('variables lists the names a sender must give, whatever part of the template they are in', async (api) => {
    const buttons = [{ type: 'url', text: 'Follow', value: 'https://example.com/{{1}}', example: 'A-1' }];
    const positional = await newTemplate(api, { header: { text: 'Order {{1}}', examples: [example('1')] }, buttons });
    assert.deepEqual(positional.variables, ['header_1', '1', '2', 'button_0']);
    const body = { text: 'Hello {{first_name}}', examples: [example('first_name')] };
    assert.deepEqual((await newTemplate(api, { format: 'named', body })).variables, ['first_name']);
  }),
  check('GET /message_templates/{messageTemplateId} answers the template', async (api) => {
    const template = await newTemplate(api);
    assert.deepEqual(await read(api, template.id), template);
  }),
  check('A name exists once per language and channel: a second one is 409 conflict', async (api) => {
    const { channelId, name } = await newTemplate(api);
    failed(await api.post(PATH, { ...text(), channelId, name }), 409, 'conflict');
    await newTemplate(api, { channelId, name, language: 'de' });
    await newTemplate(api, { name });
  }),
  check('Making a template twice under one Idempotency-Key makes one', async (api) => {
    const body = { ...text(), channelId: (await newChannel(api, 'sms')).id };
    const options = { headers: { 'idempotency-key': randomUUID() } };
    const [first, again] = [await api.post(PATH, body, options), await api.post(PATH, body, options)];
    assert.equal(again.text, first.text);
    assert.equal(succeeded(await api.post(`${PATH}/search`, { query: `eq(name,"${body.name}")` })).length, 1);
  }),
  check('PUT changes what is given and keeps the rest', async (api) => {
    const before = await newTemplate(api);
    const changed = await put(api, before.id, { footer: 'Reply STOP to stop' });
    assert.deepEqual({ ...changed, updatedAt: 0 }, { ...before, footer: 'Reply STOP to stop', updatedAt: 0 });
    assert.deepEqual(await read(api, before.id), changed);
  }),
  check('PUT takes a header, a footer and buttons away again', async (api) => {
    const buttons = [{ type: 'quick_reply', text: 'Yes' }];
    const { id } = await newTemplate(api, { header: { text: 'News' }, footer: 'Bye', buttons });
    const { header, footer, buttons: left } = await put(api, id, { header: null, footer: null, buttons: [] });
    assert.deepEqual([header, footer, left], [null, null, []]);
  }),
  check('POST /message_templates/search finds templates by channel, name, language, category and status', async (api) => {
    const template = await newTemplate(api);
    const { id, channelId, name } = template;
    const fields = `eq(name,"${name}"),eq(language,"en_US"),eq(category,"utility"),eq(status,"draft"),eq(format,"positional")`;
    for (const body of [{ query: `eq(id,"${id}")` }, { query: `and(eq(channelId,"${channelId}"),${fields})` }, { search: name }])
      assert.deepEqual(succeeded(await api.post(`${PATH}/search`, body)), [template], JSON.stringify(body));
  }),
];

const reviewed = [
  check('Submitting is approved at once on channels without a review: SMS, email and Instagram', async (api) => {
    for (const type of ['sms', 'email', 'instagram']) {
      const { id } = await newTemplate(api, {}, type);
      assert.equal((await submit(api, id)).status, 'approved');
      assert.equal((await read(api, id)).status, 'approved');
    }
  }),
  check('Submitting on a WhatsApp channel makes it pending until the provider has decided', async (api) => {
    const { id } = await newTemplate(api, {}, 'whatsapp');
    assert.equal((await submit(api, id)).status, 'pending');
  }),
  check('A new status is an event: template.status_changed with the status before', async (api) => {
    const { id, name, channelId } = await newTemplate(api);
    await submit(api, id);
    const query = `and(eq(event,"template.status_changed"),eq(channelId,"${channelId}"))`;
    const [event, ...more] = succeeded(await api.post('/v3/events/search', { query }));
    assert.deepEqual(event.data, { id, name, status: 'approved', previousStatus: 'draft', reason: null });
    assert.equal(more.length, 0);
  }),
  check('What is under review can be neither changed nor submitted again: 409 conflict', async (api) => {
    const { id } = await newTemplate(api, {}, 'whatsapp');
    await submit(api, id);
    failed(await api.put(`${PATH}/${id}`, { footer: 'x' }), 409, 'conflict');
    failed(await api.post(`${PATH}/${id}/submit`), 409, 'conflict');
  }),
  check(
    'An approved template is not submitted again (409 conflict); changed, it is a draft until it is approved again',
    async (api) => {
      const { id } = await newTemplate(api, {}, 'sms');
      await submit(api, id);
      failed(await api.post(`${PATH}/${id}/submit`), 409, 'conflict');
      assert.equal((await put(api, id, { footer: 'x' })).status, 'draft');
      assert.equal((await submit(api, id)).status, 'approved');
    },
  ),
];

const deleted = [
  check('DELETE /message_templates/{messageTemplateId} answers the id under deletedIds, draft or not', async (api) => {
    for (const isSubmitted of [false, true]) {
      const { id } = await newTemplate(api);
      if (isSubmitted) await submit(api, id);
      assert.deepEqual(succeeded(await api.del(`${PATH}/${id}`)), { deletedIds: [id], notFoundIds: [] });
    }
  }),
  check('Deleting a template twice, or one that never was, answers 200 with the id under notFoundIds', async (api) => {
    const { id } = await newTemplate(api);
    succeeded(await api.del(`${PATH}/${id}`));
    for (const gone of [id, unknownId(), 'nonsense'])
      assert.deepEqual(succeeded(await api.del(`${PATH}/${gone}`)), { deletedIds: [], notFoundIds: [gone] });
  }),
  check('A deleted template is gone, and its name is free', async (api) => {
    const { id, channelId, name } = await newTemplate(api);
    succeeded(await api.del(`${PATH}/${id}`));
    failed(await api.get(`${PATH}/${id}`), 404, 'message_template_not_found');
    assert.deepEqual(succeeded(await api.post(`${PATH}/search`, { query: `eq(id,"${id}")` })), []);
    await newTemplate(api, { channelId, name });
  }),
  check('A template that does not exist is 404 message_template_not_found', async (api) => {
    for (const id of [unknownId(), 'nonsense', '%00']) {
      failed(await api.get(`${PATH}/${id}`), 404, 'message_template_not_found');
      failed(await api.put(`${PATH}/${id}`, {}), 404, 'message_template_not_found');
      failed(await api.post(`${PATH}/${id}/submit`), 404, 'message_template_not_found');
    }
  }),
  check('Another tenant’s template looks as if it did not exist, and is not deleted', async (api) => {
    const { id } = await newTemplate(api);
    const theirs = { token: api.otherToken };
    alike(await api.get(`${PATH}/${id}`, theirs), await api.get(`${PATH}/${unknownId()}`, theirs));
    assert.deepEqual(succeeded(await api.del(`${PATH}/${id}`, theirs)), { deletedIds: [], notFoundIds: [id] });
    assert.equal((await read(api, id)).id, id);
  }),
  check('Reading needs message_templates.read, everything else message_templates.write', async (api) => {
    const { id } = await newTemplate(api);
    const [reader, writer] = [
      await narrowToken(api, 'message_templates.read'),
      await narrowToken(api, 'message_templates.write'),
    ];
    succeeded(await api.get(`${PATH}/${id}`, { token: reader }));
    succeeded(await api.post(`${PATH}/search`, {}, { token: reader }));
    failed(await api.get(`${PATH}/${id}`, { token: writer }), 403, 'forbidden');
    for (const reply of [
      await api.post(PATH, {}, { token: reader }),
      await api.put(`${PATH}/${id}`, {}, { token: reader }),
      await api.post(`${PATH}/${id}/submit`, undefined, { token: reader }),
      await api.del(`${PATH}/${id}`, { token: reader }),
    ])
      failed(reply, 403, 'forbidden');
    succeeded(await api.post(`${PATH}/${id}/submit`, undefined, { token: writer }));
  }),
];

const mistakes = [
  check('channelId, name, language, category and body are required', async (api) => {
    const reply = await api.post(PATH, {});
    for (const param of ['channelId', 'name', 'language', 'category', 'body']) refused(reply, param, 'required');
  }),
  check('A channel that does not exist, or is another tenant’s, is refused by its parameter', async (api) => {
    const foreign = await newChannel(api, 'sms', { token: api.otherToken });
    for (const channelId of [foreign.id, unknownId(), 'nonsense'])
      refused(await api.post(PATH, { ...text(), channelId }), 'channelId', 'not_found');
  }),
  check('A name is small letters, digits and underscores; a language is written en or en_US', async (api) => {
    await wrong(api, { name: 'Order shipped' }, 'name', 'invalid_string');
    await wrong(api, { language: 'english' }, 'language', 'invalid_string');
    await wrong(api, { category: 'spam' }, 'category', 'invalid_enum_value');
    await wrong(api, { format: 'free' }, 'format', 'invalid_enum_value');
  }),
  check('Numbers of variables begin at 1 and leave none out; names are small letters', async (api) => {
    for (const place of ['{{2}}', '{{ 1 }}', '{{first_name}}', '{{}}', '{{'])
      await wrong(api, { body: { text: place, examples: [] } }, 'body.text', 'custom');
    await wrong(api, { format: 'named', body: { text: '{{First}}', examples: [] } }, 'body.text', 'custom');
  }),
  check('Every variable has an example, and every example a variable', async (api) => {
    await wrong(api, { body: { text: '{{1}}', examples: [] } }, 'body.examples', 'required');
    await wrong(api, { body: { text: 'x', examples: [example('1')] } }, 'body.examples.0.name', 'custom');
  }),
  check('A body has at most 1024 characters, a header 60 and one variable, a footer 60 and none', async (api) => {
    await wrong(api, { body: { text: 'x'.repeat(1025), examples: [] } }, 'body.text', 'too_big');
    await wrong(api, { header: { text: 'x'.repeat(61) } }, 'header.text', 'too_big');
    const examples = [example('1'), example('2')];
    await wrong(api, { header: { text: '{{1}} {{2}}', examples } }, 'header.text', 'custom');
    await wrong(api, { header: { kind: 'image', text: 'x' } }, 'header.text', 'custom');
    await wrong(api, { footer: 'x'.repeat(61) }, 'footer', 'too_big');
    await wrong(api, { footer: 'for {{1}}' }, 'footer', 'custom');
  }),
  check('There are at most ten buttons, and each is verified by its kind', async (api) => {
    const reply = { type: 'quick_reply', text: 'Yes' };
    await wrong(api, { buttons: Array(11).fill(reply) }, 'buttons', 'too_big');
    await wrong(api, { buttons: [{ ...reply, text: 'x'.repeat(26) }] }, 'buttons.0.text', 'too_big');
    await wrong(api, { buttons: [{ type: 'phone_number', text: 'Call', value: '0151' }] }, 'buttons.0.value', 'invalid_string');
    await wrong(api, { buttons: [{ type: 'url', text: 'Open' }] }, 'buttons.0.value', 'required');
  }),
  check('The variable of a button’s address ends it, and never chooses its host', async (api) => {
    for (const value of ['https://{{1}}', 'https://shop.{{1}}', 'https://example.com/{{1}}/x', 'javascript:{{1}}'])
      await wrong(api, { buttons: [{ type: 'url', text: 'Open', value, example: 'x' }] }, 'buttons.0.value', 'invalid_string');
  }),
  check('A change is verified together with what stays', async (api) => {
    const { id } = await newTemplate(api);
    refused(await api.put(`${PATH}/${id}`, { format: 'named' }), 'body.text', 'custom');
    refused(await api.put(`${PATH}/${id}`, { status: 'approved' }), 'status', 'unrecognized_keys');
  }),
];

export const templates: Chapter = { title: 'Message templates', checks: [...written, ...reviewed, ...deleted, ...mistakes] };
