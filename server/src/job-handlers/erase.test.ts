import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Client } from 'pg';
import sql from 'sql-template-tag';
import { connect, startSandbox } from '../../../sandbox/src/index.ts';
import { createAttribute } from '../domain/attributes/index.ts';
import { createRating } from '../domain/ratings/index.ts';
import { idFor, rows } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';
import { createPerson } from '../test-kit/user.ts';

const sandbox = await startSandbox();
after(() => sandbox.stop());

/** Returns the request body as the response, as some endpoints do. */
const parrot = createServer((request, response) => void request.pipe(response)).listen(0, '127.0.0.1');
after(() => {
  parrot.close();
  parrot.closeAllConnections();
});

/** Searches all columns of all tables as text. Returns the tables and the words that were found. */
async function tablesWith(databaseUrl: string, words: string[]): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string; columns: { name: string; type: string }[] }>(
    `select c.relname as name, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null))) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname`,
  );
  assert.ok(tables.length > 40, 'the tables are seen');
  const found: string[] = [];
  for (const { name, columns } of tables) {
    const text = columns
      .map((one) => (one.type === 'bytea' ? `encode("${one.name}", 'escape')` : `"${one.name}"::text`))
      .join(',');
    const { rows } = await client.query<{ word: string }>(
      `select word from unnest($1::text[]) as word where exists (
         select 1 from "${name}" where position(lower(word) in lower(concat_ws(' ', ${text}))) > 0)`,
      [words],
    );
    found.push(...rows.map(({ word }) => `${name} ${word}`));
  }
  await client.end();
  return found;
}

/** Returns the content of all files of a folder. */
async function bytesIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
}

test('POST /v3/contacts/:id/erase: no personal data is left in any table or file; counts and ids stay', async () => {
  const here = await given({});
  const { tenant, app, post, get, put } = here;
  const { port } = parrot.address() as AddressInfo;
  await post('/v3/api_webhooks', { url: `http://127.0.0.1:${port}/`, events: [{}] });
  const { channelId, accountId } = await connect('whatsapp', { apiUrl: here.baseUrl, token: tenant.token, sandbox });
  const phone = (message: object) =>
    fetch(`${sandbox.url}/_sandbox/accounts/${accountId}/phone`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: '+15557654321', name: 'Zerlina Quux', ...message }),
    });
  const automation = await post('/v3/automations', {
    name: 'Remembers',
    trigger: { type: 'api' },
    steps: [{ id: 'wait', type: 'wait', seconds: 3600 }],
  });
  assert.equal(automation.status, 201, automation.text);
  await post(`/v3/automations/${automation.body.data.id}/publish`, {});

  await phone({ text: 'my xylophone is broken' });
  const bytesBase64 = Buffer.from('the picture of a marmalade jar').toString('base64');
  await phone({ media: { bytesBase64, mimeType: 'text/plain', fileName: 'marmalade.txt', caption: 'look, marmalade' } });
  const chat = await until(async () => {
    const [one] = (await post('/v3/chats/search', {})).body.data;
    return one?.unreadCount === 2 && one;
  });
  const contactId: string = chat.contactId;
  const messagesOf = async () => (await post(`/v3/chats/${chat.id}/messages/search`, { sortBy: 'asc(id)' })).body.data;
  const fileId = await until(async () => {
    const id = (await messagesOf()).flatMap(
      (one: { content: { attachments: { fileId: string }[] } }) => one.content.attachments,
    )[0]?.fileId;
    return id && (await get(`/v3/files/${id}`)).body.data.status === 'ready' && id;
  });
  const attribute = await createAttribute(tenant.ctx, {
    type: 'text',
    externalId: 'hobby',
    name: 'Hobby',
    description: null,
    isVisibleQuickEdit: false,
    isVisibleContactsTable: false,
    isVisibleContactCreate: false,
  });
  const attributes = [{ id: attribute.id, value: 'falconry' }];
  const fields = {
    firstName: 'Zerlina',
    lastName: 'Quux',
    email: 'zerlina.quux@example.com',
    metadata: { pet: 'ocelot' },
    attributes,
  };
  assert.equal((await put(`/v3/contacts/${contactId}`, fields)).status, 200);
  const twin = await post('/v3/contacts', { firstName: 'Zerlinda', phoneNumber: '+15557654322' });
  assert.equal((await post(`/v3/contacts/${contactId}/merge`, { contactId: twin.body.data.id })).status, 200);
  const triggered = await post(`/v3/automations/${automation.body.data.id}/trigger`, {
    contactId,
    variables: { likes: 'petunias' },
  });
  assert.equal(triggered.status, 200, triggered.text);
  await createRating(tenant.ctx, chat.id, { rating: 2, comment: 'rude about my zither' });
  const note = await post(`/v3/chats/${chat.id}/notes`, { text: 'she is a stubborn walrus' });
  assert.equal(note.status, 201, note.text);
  const colleague = await createPerson(here);
  const draft = await colleague.put(`/v3/chats/${chat.id}/draft`, { text: 'Dear customer, your kumquat' });
  assert.equal(draft.status, 200, draft.text);
  const mentioned = await post(`/v3/chats/${chat.id}/notes`, { text: 'a walrus again', mentions: [colleague.id] });
  assert.equal(mentioned.status, 201, mentioned.text);
  const sent = await post(`/v3/chats/${chat.id}/messages`, {
    text: 'Dear Zerlina, your gramophone',
    metadata: { ref: 'ocelot' },
  });
  assert.equal(sent.status, 201, sent.text);
  await until(async () => ['delivered', 'read'].includes((await get(`/v3/messages/${sent.body.data.id}`)).body.data.status));

  const campaign = await post('/v3/campaigns', {
    channelId,
    name: 'To one',
    content: { text: 'Hello {{contact.firstName}}, {{variables.gift}}' },
    audience: { contactIds: [contactId] },
  });
  assert.equal(campaign.status, 201, campaign.text);
  const { ctx } = tenant;
  const mine = sql`tenant_id = ${ctx.tenantId} and campaign_id = ${campaign.body.data.id}`;
  await rows(ctx, sql`update campaign_audience set variables = '{"gift": "a theremin"}' where ${mine}`);
  await rows(
    ctx,
    sql`insert into campaign_refused_lines (tenant_id, id, campaign_id, line, reason, text)
        values (${ctx.tenantId}, ${idFor(ctx)}, ${campaign.body.data.id}, 2, 'There is no such label', '+15557654321,theremin')`,
  );
  await post(`/v3/campaigns/${campaign.body.data.id}/start`, {});
  const countsOf = async () => (await get(`/v3/campaigns/${campaign.body.data.id}/statistics`)).body.data.counts;
  await until(async () => (await countsOf()).read + (await countsOf()).delivered > 0);

  const words = [
    '15557654321',
    'theremin',
    '15557654322',
    'zerlina',
    'zerlinda',
    'quux',
    'xylophone',
    'marmalade',
    'falconry',
    'ocelot',
    'walrus',
    'zither',
    'gramophone',
    'petunias',
    'kumquat',
  ];
  const databaseUrl = app.config.DATABASE_URL;
  await until(async () => (await tablesWith(databaseUrl, ['xylophone'])).some((one) => one.startsWith('delivery_attempts')));
  const before = await tablesWith(databaseUrl, words);
  for (const table of [
    'contacts',
    'handles',
    'contact_attributes',
    'chats',
    'chat_notes',
    'chat_drafts',
    'ratings',
    'automation_runs',
    'files',
    'campaign_recipients',
    'campaign_audience',
    'campaign_refused_lines',
  ])
    assert.ok(
      before.some((one) => one.startsWith(`${table} `)),
      `${table} holds nothing to erase: ${before.join(', ')}`,
    );
  for (const table of ['messages', 'events', 'inbound_payloads', 'delivery_attempts', 'audit_log'])
    assert.ok(
      before.some((one) => one.startsWith(`${table}_p`)),
      `${table} holds nothing to erase: ${before.join(', ')}`,
    );
  assert.ok((await bytesIn(app.config.FILES_DIR)).includes('marmalade jar'));
  const ids = (await messagesOf()).map((one: { id: string }) => one.id);
  const counted = await countsOf();

  const erased = await post(`/v3/contacts/${contactId}/erase`, {});
  assert.deepEqual([erased.status, erased.body.data.contactId], [201, contactId], erased.text);
  const erasure = await until(async () => {
    const { data } = (await get(`/v3/contact_erasures/${erased.body.data.id}`)).body;
    return data.status === 'completed' && data;
  });
  assert.deepEqual([erasure.counts.messages, erasure.counts.files], [4, 1]);
  assert.deepEqual(await countsOf(), counted, 'what was counted stays counted');
  assert.ok(erasure.counts.callbacks >= 2 && erasure.counts.events >= 5, JSON.stringify(erasure.counts));
  await until(async () => !(await bytesIn(app.config.FILES_DIR)).includes('marmalade'));
  // What was on its way to the endpoint when it began may still be recorded; then it is empty too.
  await until(async () =>
    (await tablesWith(databaseUrl, ['deliver_webhook', 'fan_out'])).every((one) => !one.startsWith('jobs')),
  );
  assert.deepEqual(await tablesWith(databaseUrl, words), []);

  assert.deepEqual(
    (await messagesOf()).map((one: { id: string }) => one.id),
    ids,
  );
  const [first] = await messagesOf();
  assert.deepEqual([first.content.body, first.content.attachments, first.handle.value], [null, [], '']);
  assert.equal((await get(`/v3/chats/${chat.id}`)).body.data.unreadCount, 2);
  assert.equal((await get(`/v3/files/${fileId}`)).status, 404);
  for (const id of [contactId, twin.body.data.id])
    assert.equal((await get(`/v3/contacts/${id}`)).body.error.messageKey, 'contact_not_found');
  assert.equal((await post('/v3/contacts/search', {})).body.pagination.total, 0);
  assert.equal((await post(`/v3/contacts/${contactId}/erase`, {})).status, 404);
  assert.equal((await here.del(`/v3/contacts/${contactId}`)).body.data.notFoundIds.length, 1, 'its counts stay');
  const published = await post('/v3/events/search', { query: 'eq(event,"contact.deleted")' });
  assert.deepEqual(
    published.body.data.map((one: { data: object }) => one.data),
    [{ id: contactId }],
  );
  assert.equal((await post(`/v3/chats/${chat.id}/messages`, { text: 'Hello?' })).body.error.messageKey, 'contact_unsubscribed');

  await phone({ text: 'hello again' });
  const next = await until(async () => (await post('/v3/contacts/search', {})).body.data[0]);
  assert.notEqual(next.id, contactId, 'the next message creates a new contact');
  assert.equal((await get(`/v3/channels/${channelId}`)).status, 200);
});

test('GET /v3/contact_erasures/:id 404: another tenant’s looks as if it did not exist', async () => {
  const { tenant, otherTenant, post, call } = await given();
  const contact = await tenant.contact();
  const { id } = (await post(`/v3/contacts/${contact.id}/erase`, {})).body.data;
  const reply = await call('GET', `/v3/contact_erasures/${id}`, otherTenant.token);
  assert.equal(reply.body.error.messageKey, 'contact_erasure_not_found');
});
