import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { createAttribute } from '../domain/attributes/index.ts';
import { importPage, writeExport } from '../domain/contact-imports/index.ts';
import { createContact } from '../domain/contacts/index.ts';
import { schedule } from '../queue/index.ts';
import { jobs } from '../registry/jobs.ts';
import { inTransaction, rows } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';
import { nextPhoneNumber } from '../test-kit/tenant.ts';

type Given = Awaited<ReturnType<typeof given>>;

const plain = {
  type: 'text',
  description: null,
  isVisibleQuickEdit: false,
  isVisibleContactsTable: false,
  isVisibleContactCreate: false,
} as const;

async function upload({ baseUrl, tenant }: Given, text: string | Blob): Promise<string> {
  const form = new FormData();
  form.append('file', text instanceof Blob ? text : new Blob([text]), 'people.csv');
  const headers = { authorization: `Bearer ${tenant.token}` };
  const response = await fetch(`${baseUrl}/v3/files`, { method: 'POST', body: form, headers });
  return ((await response.json()) as { data: { id: string } }).data.id;
}

/** The thing at a path once it has ended. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server answered and fails where it is wrong
async function ended({ get }: Given, path: string, seconds = 120): Promise<any> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const { body } = await get(path);
    if (body.data?.status !== 'running') return body.data;
    if (Date.now() > end) throw new Error(`it did not end in time: ${JSON.stringify(body)}`);
    await wait(50);
  }
}

const mapping = { Name: 'firstName', Phone: 'phoneNumber', Mail: 'email' };

test('POST /v3/contact_imports 201: a file becomes contacts, known contacts are matched, invalid lines are reported', async () => {
  const here = await given();
  const { tenant, post } = here;
  await createAttribute(tenant.ctx, { ...plain, type: 'number', externalId: 'import_size', name: 'Size' });
  const known = await createContact(tenant.ctx, { firstName: 'Old', lastName: 'Kept', phoneNumber: '+4915112340001' });
  const csv = [
    'Name,Phone,Mail,Tags,Size,Other',
    'Ada,0151 12340001,ada.import@example.com,vip;early,38,x',
    'Bob,+4915112340002,,early,,',
    'Nobody,,,,,',
    'Bad,12,,,,',
    '"Eve, the second",,eve.import@example.com,,not a number,',
    'Bob again,+49 151 1234 0002,,,,',
  ].join('\r\n');
  const made = await post('/v3/contact_imports', {
    fileId: await upload(here, csv),
    mapping: { ...mapping, Tags: 'labels', Size: 'attributes.import_size' },
    defaultCountry: 'DE',
  });
  assert.deepEqual([made.status, made.body.data.status], [201, 'running'], made.text);
  const path = `/v3/contact_imports/${made.body.data.id}`;
  const done = await ended(here, path);
  assert.deepEqual(
    [done.status, done.error, done.counts],
    ['completed', null, { read: 6, created: 1, updated: 2, refused: 3 }],
    JSON.stringify(done),
  );
  const ada = (await here.get(`/v3/contacts/${known.id}`)).body.data;
  assert.deepEqual([ada.firstName, ada.lastName, ada.email], ['Ada', 'Kept', 'ada.import@example.com']);
  assert.deepEqual(ada.labels.map((one: { name: string }) => one.name).sort(), ['early', 'vip']);
  assert.equal(ada.attributes[0].value, 38);
  const bob = (await post('/v3/contacts/search', { query: 'eq(phoneNumber,"+4915112340002")' })).body.data[0];
  assert.equal(bob.firstName, 'Bob again');
  const refusals = (await post(`${path}/refusals/search`, {})).body.data;
  assert.deepEqual(
    refusals.map((one: { line: number; text: string }) => [one.line, one.text]),
    [
      [4, 'Nobody,,,,,'],
      [5, 'Bad,12,,,,'],
      [6, '"Eve, the second",,eve.import@example.com,,not a number,'],
    ],
  );
  assert.match(refusals[0].reason, /phoneNumber: /);
  assert.match(refusals[2].reason, /This attribute takes a number/);
  const found = (await post(`${path}/refusals/search`, { search: 'eve.import', query: 'gt(line,5)' })).body;
  assert.equal(found.pagination.total, 1);
  assert.equal((await post('/v3/contact_imports/search', { query: `eq(id,"${done.id}")` })).body.data[0].id, done.id);
});

test('POST /v3/contact_imports 400: an unknown file, column or attribute is reported at once', async () => {
  const here = await given();
  const { post } = here;
  const fileId = await upload(here, 'Name,Phone\nAda,+4915112340009\n');
  const keyOf = async (body: object) => {
    const { status, body: reply } = await post('/v3/contact_imports', body);
    assert.equal(status, 400, JSON.stringify(reply));
    return Object.entries(reply.error.invalidParams).map(([name, one]) => `${name} ${(one as { key: string }).key}`);
  };
  assert.deepEqual(await keyOf({ fileId: 'nothing', mapping: { Phone: 'phoneNumber' } }), ['fileId not_found']);
  assert.deepEqual(await keyOf({ fileId, mapping: { Fone: 'phoneNumber' } }), ['mapping.Fone not_found']);
  const attribute = { Phone: 'phoneNumber', Name: 'attributes.unheard_of' };
  assert.deepEqual(await keyOf({ fileId, mapping: attribute }), ['mapping.Name not_found']);
  assert.deepEqual(await keyOf({ fileId, mapping: { Name: 'firstName' } }), ['mapping custom']);
  assert.deepEqual(await keyOf({ fileId, mapping: { Phone: 'phoneNumber', Name: 'phoneNumber' } }), ['mapping.Name custom']);
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`Column ${i}`, `attributes.a${i}`]));
  assert.deepEqual(await keyOf({ fileId, mapping: { Phone: 'phoneNumber', ...many } }), ['mapping too_big']);
  assert.deepEqual(await keyOf({ fileId, mapping: { Phone: 'phoneNumber' }, defaultCountry: 'Germany' }), [
    'defaultCountry custom',
  ]);
  const picture = await upload(here, new Blob([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')]));
  assert.deepEqual(await keyOf({ fileId: picture, mapping: { Phone: 'phoneNumber' } }), ['fileId custom']);
});

test('a line with a quote that is never closed is refused alone', async () => {
  const here = await given();
  const fileId = await upload(
    here,
    'Name,Phone,Mail\nAda,,broken.ada@example.com\n"Eve,,broken.eve@example.com\nBob,,b@example.com\n',
  );
  const made = await here.post('/v3/contact_imports', { fileId, mapping });
  const done = await ended(here, `/v3/contact_imports/${made.body.data.id}`);
  assert.deepEqual([done.status, done.counts], ['completed', { read: 3, created: 2, updated: 0, refused: 1 }]);
  const { body } = await here.post(`/v3/contact_imports/${done.id}/refusals/search`, {});
  assert.deepEqual(
    body.data.map(({ line, reason, text }: Record<string, unknown>) => [line, reason, text]),
    [[3, 'A quote is opened and never closed', '"Eve,,broken.eve@example.com']],
  );
});

test('a page and its position are committed together: a worker that dies in between repeats nothing', async () => {
  const here = await given();
  const { tenant, app, post } = here;
  const lines = Array.from({ length: 120 }, (_, i) => `Person ${i},,crash.${i}@example.com`);
  const fileId = await upload(here, ['Name,Phone,Mail', ...lines].join('\n'));
  const { ctx } = tenant;
  const made = await inTransaction(ctx, async (ctx) => {
    // No job: the pages are taken by hand.
    const { startImport } = await import('../domain/contact-imports/index.ts');
    const one = await startImport(ctx, app.files, { fileId, mapping: mapping as never, defaultCountry: null, delimiter: ',' });
    await rows(ctx, sql`delete from jobs where tenant_id = ${ctx.tenantId} and id = ${one.id}`);
    return one;
  });
  const page = () => inTransaction(ctx, (ctx) => importPage(ctx, app.files, made.id));
  assert.equal(await page(), true);
  await assert.rejects(
    inTransaction(ctx, async (ctx) => {
      await importPage(ctx, app.files, made.id);
      throw new Error('killed');
    }),
    /killed/,
  );
  const path = `/v3/contact_imports/${made.id}`;
  assert.deepEqual((await here.get(path)).body.data.counts, { read: 50, created: 50, updated: 0, refused: 0 });
  assert.deepEqual([await page(), await page()], [true, false]);
  const done = (await here.get(path)).body.data;
  assert.deepEqual([done.status, done.counts], ['completed', { read: 120, created: 120, updated: 0, refused: 0 }]);
  const query = 'eq(event,"contact_import.progress")';
  const told = (await here.post('/v3/events/search', { query, sortBy: 'asc(id)' })).body.data;
  assert.deepEqual(
    told.map(({ data }: { data: { status: string; counts: { read: number } } }) => `${data.status} ${data.counts.read}`),
    ['completed 120'],
  );
  assert.equal((await post('/v3/contacts/search', { query: 'startsWith(email,"crash.")' })).body.pagination.total, 120);
});

test('POST /v3/contact_imports/:id/cancel 200, 409: a running import ends where it is, an ended one does not end again', async () => {
  const here = await given();
  const lines = Array.from({ length: 20_000 }, (_, i) => `P,,cancel.${i}@example.com`);
  const fileId = await upload(here, ['Name,Phone,Mail', ...lines].join('\n'));
  const { id } = (await here.post('/v3/contact_imports', { fileId, mapping })).body.data;
  const cancelled = await here.post(`/v3/contact_imports/${id}/cancel`, {});
  assert.deepEqual([cancelled.status, cancelled.body.data.status], [200, 'cancelled'], cancelled.text);
  const { read } = cancelled.body.data.counts;
  assert.ok(read < 20_000, `${read} lines were read`);
  await wait(500);
  assert.equal((await here.get(`/v3/contact_imports/${id}`)).body.data.counts.read, read, 'nothing more is read');
  assert.equal((await here.post(`/v3/contact_imports/${id}/cancel`, {})).status, 409);
});

test('POST /v3/contact_exports 201: what a search finds is a CSV file, harmless in a spreadsheet, and can be taken in again', async () => {
  const here = await given();
  const { tenant, post, get } = here;
  const attribute = await createAttribute(tenant.ctx, { ...plain, externalId: 'export_city', name: 'City' });
  const label = await tenant.label('export label');
  const phoneNumber = nextPhoneNumber();
  const evil = await createContact(tenant.ctx, {
    firstName: '=HYPERLINK("http://evil")',
    lastName: 'Exported',
    phoneNumber,
    labelIds: [label.id],
    attributes: [{ id: attribute.id, value: 'Zürich, "Altstadt"' }],
  });
  await createContact(tenant.ctx, { firstName: 'Not', lastName: 'this one' });
  const columns = ['id', 'firstName', 'phoneNumber', 'labels', 'attributes.export_city', 'isSubscribed'];
  const made = await post('/v3/contact_exports', { query: 'eq(lastName,"Exported")', columns });
  assert.deepEqual([made.status, made.body.data.status, made.body.data.fileId], [201, 'running', null], made.text);
  const done = await ended(here, `/v3/contact_exports/${made.body.data.id}`);
  assert.deepEqual([done.status, done.lines, done.columns], ['completed', 1, columns]);
  const file = (await get(`/v3/files/${done.fileId}`)).body.data;
  assert.match(file.name, /^contacts-\d{4}-\d\d-\d\d\.csv$/);
  const { text } = await get(`/v3/files/${done.fileId}/content`);
  assert.equal(
    text,
    `${columns.join(',')}\r\n${evil.id},"'=HYPERLINK(""http://evil"")",'${phoneNumber},export label,"Zürich, ""Altstadt""",true\r\n`,
  );
  const back = await post('/v3/contact_imports', {
    fileId: done.fileId,
    mapping: { firstName: 'firstName', phoneNumber: 'phoneNumber', 'attributes.export_city': 'attributes.export_city' },
  });
  const again = await ended(here, `/v3/contact_imports/${back.body.data.id}`);
  assert.deepEqual(again.counts, { read: 1, created: 0, updated: 1, refused: 0 }, back.text);
  assert.equal((await get(`/v3/contacts/${evil.id}`)).body.data.firstName, '=HYPERLINK("http://evil")');
});

test('POST /v3/contact_exports: many pages are all there once, whatever the order asked for', async () => {
  const here = await given();
  const lines = Array.from({ length: 700 }, (_, i) => `Page ${i % 7},,pages.${i}@example.com`);
  const fileId = await upload(here, ['Name,Phone,Mail', ...lines].join('\n'));
  const { id } = (await here.post('/v3/contact_imports', { fileId, mapping })).body.data;
  await ended(here, `/v3/contact_imports/${id}`);
  const made = await here.post('/v3/contact_exports', { sortBy: 'asc(firstName)', columns: ['email'] });
  const done = await ended(here, `/v3/contact_exports/${made.body.data.id}`);
  const { text } = await here.get(`/v3/files/${done.fileId}/content`);
  assert.equal(new Set(text.trim().split('\r\n')).size, 701);
  assert.equal(done.lines, 700);
});

test('POST /v3/contact_exports 400: a query, an order, a column or an attribute that cannot be', async () => {
  const { post } = await given();
  const keysOf = async (body: object) => Object.keys((await post('/v3/contact_exports', body)).body.error.invalidParams);
  assert.deepEqual(await keysOf({ query: 'eq(shoes,1)', sortBy: 'up(name)' }), ['query', 'sortBy']);
  assert.deepEqual(await keysOf({ columns: ['shoes'] }), ['columns.0']);
  assert.deepEqual(await keysOf({ columns: ['id', 'attributes.none'] }), ['columns.1']);
  assert.deepEqual(await keysOf({ columns: [] }), ['columns']);
});

test('POST /v3/contact_exports/:id/cancel: an export that waits ends without a file; one that has ended is 409', async () => {
  const here = await given();
  const { post, app, tenant, otherTenant, call } = here;
  // As one that waits behind others of its tenant: a job in the concurrency key of the tenant, which is full.
  const made = (await post('/v3/contact_exports', {})).body.data;
  await ended(here, `/v3/contact_exports/${made.id}`);
  assert.equal((await post(`/v3/contact_exports/${made.id}/cancel`)).status, 409);
  await rows(
    tenant.ctx,
    sql`update contact_exports set status = 'running', ended_at = null where tenant_id = ${tenant.id} and id = ${made.id}`,
  );
  const at = new Date(app.clock.now().getTime() + 3_600_000);
  await schedule(tenant.ctx, { ...jobs.exportContacts, timers: 'unlimited' }, { id: made.id, input: { exportId: made.id }, at });
  assert.equal((await call('POST', `/v3/contact_exports/${made.id}/cancel`, otherTenant.token)).status, 404);
  const cancelled = await post(`/v3/contact_exports/${made.id}/cancel`);
  assert.equal(cancelled.status, 200);
  assert.equal(cancelled.body.data.status, 'cancelled');
  assert.deepEqual(await rows(tenant.ctx, sql`select 1 from jobs where tenant_id = ${tenant.id} and id = ${made.id}`), []);
  const written = await writeExport(tenant.ctx, app.files, made.id, 1_000_000);
  assert.equal(written, undefined, 'a worker that comes late writes nothing');
});

test('imports and exports of another tenant look as if they did not exist', async () => {
  const here = await given();
  const { otherTenant, call } = here;
  const fileId = await upload(here, 'Phone\n+4915112340077\n');
  const imported = (await here.post('/v3/contact_imports', { fileId, mapping: { Phone: 'phoneNumber' } })).body.data;
  const exported = (await here.post('/v3/contact_exports', {})).body.data;
  const key = async (method: string, path: string, body?: object) =>
    (await call(method, path, otherTenant.token, body)).body.error.messageKey;
  assert.equal(await key('GET', `/v3/contact_imports/${imported.id}`), 'contact_import_not_found');
  assert.equal(await key('POST', `/v3/contact_imports/${imported.id}/cancel`, {}), 'contact_import_not_found');
  assert.equal(await key('POST', `/v3/contact_imports/${imported.id}/refusals/search`, {}), 'contact_import_not_found');
  assert.equal(await key('GET', `/v3/contact_exports/${exported.id}`), 'contact_export_not_found');
});
