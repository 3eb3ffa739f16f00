import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordTemplateChanges, recordVerdicts } from '../domain/templates/index.ts';
import { given } from '../test-kit/given.ts';

const path = '/v3/message_templates';
const shipped = {
  name: 'order_shipped',
  language: 'en_US',
  category: 'utility',
  body: { text: 'Hello {{1}}, it is on its way.', examples: [{ name: '1', value: 'Ada' }] },
};

test('POST /v3/message_templates 201: a draft with every field, that reads back and can be put back', async () => {
  const { tenant, get, post, put } = await given();
  const channel = await tenant.channel();
  const url = { type: 'url', text: 'Follow it', value: 'https://example.com/{{1}}', example: 'A-1' };
  const made = await post(path, {
    ...shipped,
    channelId: channel.id.toUpperCase(),
    header: { text: 'News' },
    buttons: [{ type: 'quick_reply', text: 'Thanks' }, url],
  });
  assert.equal(made.status, 201);
  const { id, createdAt, updatedAt, ...rest } = made.body.data;
  assert.deepEqual(rest, {
    ...shipped,
    channelId: channel.id,
    format: 'positional',
    status: 'draft',
    reason: null,
    quality: null,
    header: { kind: 'text', text: 'News', examples: [], fileId: null },
    footer: null,
    codeExpirationMinutes: null,
    buttons: [{ type: 'quick_reply', text: 'Thanks', value: null, example: null }, url],
    variables: ['1', 'button_1'],
  });
  assert.equal(createdAt, updatedAt);
  assert.deepEqual((await get(`${path}/${id}`)).body.data, made.body.data);
  const { channelId: _c, status: _s, reason: _r, quality: _q, variables: _v, ...shown } = rest;
  const back = await put(`${path}/${id}`, shown);
  assert.deepEqual({ ...back.body.data, updatedAt }, made.body.data);
});

test('POST /v3/message_templates 400: every mistake by its path, and a channel that is not there', async () => {
  const { tenant, otherTenant, post } = await given();
  const channel = await tenant.channel();
  const wrong = {
    ...shipped,
    name: 'Order shipped',
    header: { text: '{{1}} {{2}}', examples: [] },
    body: { text: '{{2}}', examples: [] },
    footer: '{{1}}',
    buttons: [{ type: 'url', text: 'x', value: 'https://{{1}}' }],
  };
  const { status, body } = await post(path, { ...wrong, channelId: channel.id });
  assert.equal(status, 400);
  assert.deepEqual(Object.keys(body.error.invalidParams).sort(), [
    'body.examples',
    'body.text',
    'buttons.0.example',
    'buttons.0.value',
    'footer',
    'header.examples',
    'header.text',
    'name',
  ]);
  const foreign = await post(path, { ...shipped, channelId: (await otherTenant.channel()).id });
  assert.equal(foreign.body.error.invalidParams.channelId.key, 'not_found');
  const strict = await post(path, { ...shipped, channelId: channel.id, status: 'approved' });
  assert.equal(strict.body.error.invalidParams.status.key, 'unrecognized_keys');
});

test('POST /v3/message_templates 409: a name exists once per language and channel', async () => {
  const { tenant, post } = await given();
  const channelId = (await tenant.channel()).id;
  assert.equal((await post(path, { ...shipped, channelId })).status, 201);
  assert.equal((await post(path, { ...shipped, channelId })).body.error.messageKey, 'conflict');
  assert.equal((await post(path, { ...shipped, channelId, language: 'de' })).status, 201);
  assert.equal((await post(path, { ...shipped, channelId: (await tenant.channel()).id })).status, 201);
});

test('POST .../submit: pending if the provider reviews, otherwise approved at once, and only once', async () => {
  const { tenant, post, put } = await given();
  const expected = { whatsapp: 'pending', sms: 'approved', email: 'approved', instagram: 'approved' } as const;
  for (const [type, status] of Object.entries(expected)) {
    const channel = await tenant.channel(type as keyof typeof expected);
    const { id } = (await post(path, { ...shipped, channelId: channel.id })).body.data;
    const submitted = await post(`${path}/${id}/submit`);
    assert.deepEqual([submitted.status, submitted.body.data.status], [200, status]);
    const again = await post(`${path}/${id}/submit`);
    assert.equal(again.status, 409);
    assert.match(again.body.error.message, /Only a draft or a rejected template can be submitted/);
    const changed = await put(`${path}/${id}`, { footer: 'x' });
    assert.deepEqual([changed.status, changed.body.data?.status], status === 'pending' ? [409, undefined] : [200, 'draft']);
  }
  const changes = await post('/v3/events/search', { query: 'eq(event,"template.status_changed")' });
  assert.equal(changes.body.data.length, 7);
});

test('PUT: an approved or paused template is a draft until it is approved again; one under review or disabled stays as it is', async () => {
  const { tenant, get, post, put } = await given();
  const channel = await tenant.channel();
  const { id } = (await post(path, { ...shipped, channelId: channel.id })).body.data;
  const about = { vendorId: '8', name: shipped.name, language: shipped.language, reason: null };
  for (const status of ['approved', 'paused'] as const) {
    await post(`${path}/${id}/submit`);
    await recordVerdicts(tenant.ctx, channel.id, [{ ...about, status }]);
    const changed = await put(`${path}/${id}`, { footer: `After it was ${status}` });
    assert.deepEqual([changed.status, changed.body.data.status], [200, 'draft']);
    await recordVerdicts(tenant.ctx, channel.id, [{ ...about, status: 'approved' }]);
    assert.equal((await get(`${path}/${id}`)).body.data.status, 'draft', 'a late verdict is about the text before');
  }
  await post(`${path}/${id}/submit`);
  assert.equal((await put(`${path}/${id}`, { footer: 'x' })).status, 409);
  await recordVerdicts(tenant.ctx, channel.id, [{ ...about, status: 'disabled' }]);
  assert.equal((await put(`${path}/${id}`, { footer: 'x' })).status, 409);
});

test('what the provider changes of a template: its category and quality, each without the other', async () => {
  const { tenant, get, post } = await given();
  const channel = await tenant.channel();
  const { id } = (await post(path, { ...shipped, channelId: channel.id })).body.data;
  const about = { vendorId: '9', name: shipped.name, language: shipped.language };
  await recordTemplateChanges(tenant.ctx, channel.id, [{ ...about, quality: 'yellow' }]);
  await recordTemplateChanges(tenant.ctx, channel.id, [{ ...about, category: 'marketing' }]);
  const { category, quality } = (await get(`${path}/${id}`)).body.data;
  assert.deepEqual([category, quality], ['marketing', 'yellow']);
});

test('PUT: a rejected template is changed, becomes a draft and can be submitted again; its name stays', async () => {
  const { tenant, get, post, put } = await given();
  const channel = await tenant.channel();
  const { id } = (await post(path, { ...shipped, channelId: channel.id })).body.data;
  await post(`${path}/${id}/submit`);
  const about = { vendorId: '7', name: shipped.name, language: shipped.language };
  await recordVerdicts(tenant.ctx, channel.id, [{ ...about, status: 'rejected', reason: 'INVALID_FORMAT' }]);
  const rejected = (await get(`${path}/${id}`)).body.data;
  assert.deepEqual([rejected.status, rejected.reason], ['rejected', 'INVALID_FORMAT']);
  const renamed = await put(`${path}/${id}`, { name: 'other' });
  assert.equal(renamed.body.error.invalidParams.name.key, 'custom');
  const changed = (await put(`${path}/${id}`, { footer: 'Reply STOP to stop' })).body.data;
  assert.deepEqual([changed.status, changed.reason, changed.footer], ['draft', null, 'Reply STOP to stop']);
  assert.equal((await post(`${path}/${id}/submit`)).body.data.status, 'pending');
});

test('PUT 400 and 409: a change is verified with the rest of the template', async () => {
  const { tenant, post, put } = await given();
  const channelId = (await tenant.channel()).id;
  const { id } = (await post(path, { ...shipped, channelId })).body.data;
  await post(path, { ...shipped, channelId, name: 'taken' });
  assert.equal((await put(`${path}/${id}`, { format: 'named' })).body.error.invalidParams['body.text'].key, 'custom');
  assert.equal((await put(`${path}/${id}`, { channelId })).body.error.invalidParams.channelId.key, 'unrecognized_keys');
  assert.equal((await put(`${path}/${id}`, { name: 'taken' })).status, 409);
  assert.equal((await put(`${path}/${id}`, { name: 'free' })).body.data.name, 'free');
});

test('DELETE 200 and 404: twice is under notFoundIds; another tenant’s template looks as if it did not exist', async () => {
  const { tenant, otherTenant, call, del, get, post } = await given();
  const { id } = (await post(path, { ...shipped, channelId: (await tenant.channel()).id })).body.data;
  assert.equal((await get(`${path}/${id}`, otherTenant.token)).body.error.messageKey, 'message_template_not_found');
  const theirs = await call('DELETE', `${path}/${id}`, otherTenant.token);
  assert.deepEqual(theirs.body.data, { deletedIds: [], notFoundIds: [id] });
  assert.deepEqual((await del(`${path}/${id}`)).body.data, { deletedIds: [id], notFoundIds: [] });
  assert.deepEqual((await del(`${path}/${id}`)).body.data, { deletedIds: [], notFoundIds: [id] });
  for (const gone of [id, 'nonsense']) {
    assert.equal((await get(`${path}/${gone}`)).status, 404);
    assert.equal((await post(`${path}/${gone}/submit`)).body.error.messageKey, 'message_template_not_found');
  }
});

test('DELETE /v3/channels/:id takes its templates along', async () => {
  const { tenant, del, get, post } = await given();
  const channel = await tenant.channel();
  const { id } = (await post(path, { ...shipped, channelId: channel.id })).body.data;
  await del(`/v3/channels/${channel.id}`);
  assert.equal((await get(`${path}/${id}`)).status, 404);
});

test('POST /v3/message_templates/search filters by what a list needs; reading and writing are two scopes', async () => {
  const { tenant, call, post } = await given();
  const channelId = (await tenant.channel('sms')).id;
  const { id } = (await post(path, { ...shipped, channelId })).body.data;
  await post(path, { ...shipped, channelId, name: 'sale', category: 'marketing' });
  const query = `and(eq(channelId,"${channelId}"),eq(status,"draft"),eq(category,"utility"),eq(language,"en_US"))`;
  const found = await post(`${path}/search`, { query, search: 'SHIP' });
  assert.deepEqual(
    found.body.data.map((one: { id: string }) => one.id),
    [id],
  );
  const reader = await tenant.tokenWith(['message_templates.read']);
  assert.equal((await call('GET', `${path}/${id}`, reader)).status, 200);
  assert.equal((await call('POST', `${path}/${id}/submit`, reader)).status, 403);
  const writer = await tenant.tokenWith(['message_templates.write']);
  assert.equal((await call('GET', `${path}/${id}`, writer)).status, 403);
});
