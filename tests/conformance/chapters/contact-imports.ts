import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newContact, newFile, unique, uniqueEmail, uniquePhoneNumber, unknownId } from '../fixtures.ts';
import { hasFields } from '../shapes.ts';
import { until } from '../until.ts';

const IMPORT = {
  id: 'id',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  endedAt: 'timestamp | null',
  fileId: 'id',
  mapping: 'object',
  defaultCountry: 'string | null',
  delimiter: 'string',
  status: 'string',
  error: 'string | null',
  counts: 'object',
} as const;

const EXPORT = {
  id: 'id',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  endedAt: 'timestamp | null',
  query: 'string | null',
  sortBy: 'string | null',
  search: 'string | null',
  columns: 'array',
  status: 'string',
  error: 'string | null',
  fileId: 'id | null',
  lines: 'integer',
} as const;

const mapping = { Name: 'firstName', Mail: 'email' };

async function importing(api: Api, lines: string[], fields: object = {}): Promise<Json> {
  const file = await newFile(api, lines.join('\n'), 'people.csv');
  return succeeded(await api.post('/v3/contact_imports', { fileId: file.id, mapping, ...fields }), 201);
}

const ended = (api: Api, path: string): Promise<Json> =>
  until(
    path,
    async () => succeeded(await api.get(path)),
    ({ status }) => status !== 'running',
  );

const imported = async (api: Api, lines: string[], fields?: object): Promise<Json> =>
  ended(api, `/v3/contact_imports/${(await importing(api, lines, fields)).id}`);

async function exported(api: Api, body: object): Promise<string> {
  const { id } = succeeded(await api.post('/v3/contact_exports', body), 201);
  const { fileId } = await ended(api, `/v3/contact_exports/${id}`);
  return (await api.get(`/v3/files/${fileId}/content`)).text;
}

const findByEmail = async (api: Api, email: string): Promise<Json> =>
  succeeded(await api.post('/v3/contacts/search', { query: `eq(email,"${email}")` }))[0];

export const contactLists: Chapter = {
  title: 'Importing and exporting contacts',
  checks: [
    check('POST /contact_imports imports an uploaded file; GET returns its progress', async (api) => {
      const email = uniqueEmail();
      const begun = await importing(api, ['Name,Mail', `Grace,${email}`]);
      hasFields(begun, IMPORT);
      const done = await ended(api, `/v3/contact_imports/${begun.id}`);
      hasFields(done, IMPORT);
      assert.deepEqual([done.status, done.counts], ['completed', { read: 1, created: 1, updated: 0, refused: 0 }]);
      assert.equal((await findByEmail(api, email)).firstName, 'Grace');
    }),
    check('Somebody known by phone number or email is changed, not doubled; an empty cell changes nothing', async (api) => {
      const email = uniqueEmail();
      const known = await newContact(api, { email });
      const done = await imported(api, ['Name,Mail,Tags', `,${email.toUpperCase()},conformance`], {
        mapping: { ...mapping, Tags: 'labels' },
      });
      assert.deepEqual(done.counts, { read: 1, created: 0, updated: 1, refused: 0 });
      const contact = succeeded(await api.get(`/v3/contacts/${known.id}`));
      assert.deepEqual([contact.firstName, contact.labels[0].name], ['Ada', 'conformance']);
    }),
    check('A number written as at home gets the code of defaultCountry', async (api) => {
      const home = uniquePhoneNumber().slice(3);
      const lines = ['Phone', `0${home}`];
      await imported(api, lines, { mapping: { Phone: 'phoneNumber' }, defaultCountry: 'DE' });
      const found = succeeded(await api.post('/v3/contacts/search', { query: `eq(phoneNumber,"+49${home}")` }));
      assert.equal(found.length, 1);
    }),
    check('A refused line is reported with its number, the reason and its text, and the others are imported', async (api) => {
      const [good, bad] = [uniqueEmail(), unique('nobody')];
      const done = await imported(api, ['Name;Mail', `${bad};not an address`, `Grace;${good}`, `${bad};`], { delimiter: ';' });
      assert.deepEqual(done.counts, { read: 3, created: 1, updated: 0, refused: 2 });
      const path = `/v3/contact_imports/${done.id}/refusals/search`;
      const lines = succeeded(await api.post(path, {}));
      assert.deepEqual(
        lines.map(({ line, text }: Json) => [line, text]),
        [
          [2, `${bad};not an address`],
          [4, `${bad};`],
        ],
      );
      for (const { reason } of lines) assert.notEqual(reason, '');
      assert.equal(succeeded(await api.post(path, { search: 'not an address' })).length, 1);
      assert.equal(succeeded(await api.post(path, { query: 'gt(line,2)' }))[0].line, 4);
    }),
    check('POST /contact_imports/search finds imports', async (api) => {
      const { id } = await imported(api, ['Name,Mail', `Grace,${uniqueEmail()}`]);
      const found = succeeded(await api.post('/v3/contact_imports/search', { query: `eq(id,"${id}")` }));
      assert.deepEqual([found.length, found[0].id], [1, id]);
    }),
    check('An import that has ended cannot be cancelled: 409 conflict', async (api) => {
      const { id } = await imported(api, ['Name,Mail', `Grace,${uniqueEmail()}`]);
      failed(await api.post(`/v3/contact_imports/${id}/cancel`, {}), 409, 'conflict');
    }),
    check('What an import is asked for wrongly is refused by name', async (api) => {
      const { id: fileId } = await newFile(api, 'Name,Mail\n');
      const create = (body: object) => api.post('/v3/contact_imports', body);
      refused(await create({ fileId: unknownId(), mapping }), 'fileId', 'not_found');
      refused(await create({ fileId, mapping: { Mail: 'email', Nobody: 'firstName' } }), 'mapping.Nobody', 'not_found');
      refused(
        await create({ fileId, mapping: { Mail: 'email', Name: 'attributes.nobody_made_it' } }),
        'mapping.Name',
        'not_found',
      );
      refused(await create({ fileId, mapping: { Name: 'firstName' } }), 'mapping', 'custom');
      refused(await create({ fileId, mapping: { Name: 'email', Mail: 'email' } }), 'mapping.Mail', 'custom');
      refused(await create({ fileId, mapping: { Name: 'shoes', Mail: 'email' } }), 'mapping.Name', 'invalid_type');
      refused(await create({ fileId, mapping, defaultCountry: 'XX' }), 'defaultCountry', 'custom');
      refused(await create({ fileId, mapping, delimiter: '|' }), 'delimiter', 'invalid_enum_value');
      refused(await create({ fileId, mapping, dryRun: true }), 'dryRun', 'unrecognized_keys');
      refused(await create({ mapping }), 'fileId', 'required');
    }),
    check('POST /contact_exports writes what a search finds into a CSV file with the columns asked for', async (api) => {
      const [lastName, email] = [unique('export'), uniqueEmail()];
      await newContact(api, { firstName: 'Grace, "the admiral"', lastName, email });
      const text = await exported(api, { query: `eq(lastName,"${lastName}")`, columns: ['firstName', 'email', 'isSubscribed'] });
      assert.equal(text, `firstName,email,isSubscribed\r\n"Grace, ""the admiral""",${email},true\r\n`);
    }),
    check('Cells that a spreadsheet would calculate begin with an apostrophe', async (api) => {
      const lastName = unique('formula');
      for (const firstName of ['=1+1', '+1', '-1', '@x']) await newContact(api, { firstName, lastName });
      const text = await exported(api, { query: `eq(lastName,"${lastName}")`, sortBy: 'asc(createdAt)', columns: ['firstName'] });
      assert.equal(text, "firstName\r\n'=1+1\r\n'+1\r\n'-1\r\n'@x\r\n");
    }),
    check('An export shows what it was asked for, and exports can be searched', async (api) => {
      const body = { search: unique('nobody'), columns: ['id'] };
      const { id } = succeeded(await api.post('/v3/contact_exports', body), 201);
      const done = await ended(api, `/v3/contact_exports/${id}`);
      hasFields(done, EXPORT);
      assert.deepEqual(
        [done.status, done.search, done.query, done.columns, done.lines],
        ['completed', body.search, null, ['id'], 0],
      );
      const found = succeeded(await api.post('/v3/contact_exports/search', { query: `eq(fileId,"${done.fileId}")` }));
      assert.deepEqual(found, [done]);
    }),
    check('What an export is asked for wrongly is refused by name', async (api) => {
      const create = (body: object) => api.post('/v3/contact_exports', body);
      refused(await create({ query: 'eq(shoes,1)' }), 'query', 'custom');
      refused(await create({ sortBy: 'up(id)' }), 'sortBy', 'custom');
      refused(await create({ columns: ['shoes'] }), 'columns.0', 'invalid_type');
      refused(await create({ columns: [] }), 'columns', 'too_small');
      refused(await create({ columns: ['attributes.nobody_made_it'] }), 'columns.0', 'not_found');
      refused(await create({ format: 'xlsx' }), 'format', 'unrecognized_keys');
    }),
    check('Unknown imports and exports are 404; those of another tenant get the same response', async (api) => {
      const one = await importing(api, ['Name,Mail', `Grace,${uniqueEmail()}`]);
      const other = succeeded(await api.post('/v3/contact_exports', { columns: ['id'] }), 201);
      const token = { token: api.otherToken };
      for (const [path, id, key] of [
        ['/v3/contact_imports/', one.id, 'contact_import_not_found'],
        ['/v3/contact_exports/', other.id, 'contact_export_not_found'],
      ] as const) {
        failed(await api.get(path + unknownId()), 404, key);
        alike(await api.get(path + id, token), await api.get(path + unknownId(), token));
      }
      failed(await api.post(`/v3/contact_imports/${unknownId()}/cancel`, {}), 404, 'contact_import_not_found');
      failed(await api.post('/v3/contact_imports/x/refusals/search', {}), 404, 'contact_import_not_found');
    }),
    check('Taking in and writing out need contacts.write, looking needs contacts.read', async (api) => {
      const read = { token: await narrowToken(api, 'contacts.read') };
      const write = { token: await narrowToken(api, 'contacts.write') };
      failed(await api.post('/v3/contact_imports', {}, read), 403, 'forbidden');
      failed(await api.post('/v3/contact_exports', {}, read), 403, 'forbidden');
      failed(await api.post('/v3/contact_imports/search', {}, write), 403, 'forbidden');
      failed(await api.get(`/v3/contact_exports/${unknownId()}`, write), 403, 'forbidden');
    }),
  ],
};
