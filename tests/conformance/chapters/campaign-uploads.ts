import assert from 'node:assert/strict';
import type { Api, Json, Options, Reply } from '../api.ts';
import { CAMPAIGNS, move, newCampaign, whenRead, writeCampaign } from '../campaigns.ts';
import { type Chapter, check, checkOwn } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { formWith, newContact, newFile, unique, uniqueExternalId, uniquePhoneNumber, unknownId } from '../fixtures.ts';
import { hasOnly, importFields } from '../shapes.ts';

const MAPPING = { Phone: 'phoneNumber', Name: 'firstName' };

const upload = async (api: Api, bytes: string | Buffer, options?: Options): Promise<string> =>
  succeeded(await api.post('/v3/files', formWith(bytes, 'people.csv', 'text/csv'), options), 201).id;

/** Creates a campaign with this file as audience and waits for the import. */
async function fromFile(api: Api, bytes: string | Buffer, mapping: object = MAPPING, status = 'completed') {
  const { id } = await newCampaign(api, { audience: { upload: { fileId: await upload(api, bytes), mapping } } });
  return { id, read: await whenRead(api, id, status), report: await reportOf(api, id) };
}

const search = (api: Api, id: string, body: object = {}): Promise<Reply> =>
  api.post(`${CAMPAIGNS}/${id}/refused_lines/search`, { pagination: { limit: 100 }, ...body });
const reportOf = async (api: Api, id: string): Promise<Json[]> => succeeded(await search(api, id));
const linesOf = (report: Json[]): number[] => report.map(({ line }) => line);

const contactOf = async (api: Api, phoneNumber: string): Promise<Json> =>
  succeeded(await api.post('/v3/contacts/search', { query: `eq(phoneNumber,"${phoneNumber}")` }))[0];

const asking = [
  check('A mapping names for each column what it holds; a field that is not there is refused by its column', async (api) => {
    const fileId = await upload(api, 'Phone,Name\n');
    const write = (mapping: unknown) => writeCampaign(api, { audience: { upload: { fileId, mapping } } });
    refused(await write({ ...MAPPING, City: 'town' }), 'audience.upload.mapping.City', 'invalid_enum_value');
    refused(await write({ ...MAPPING, City: 'attributes.1st' }), 'audience.upload.mapping.City', 'invalid_enum_value');
    refused(await write({ Name: 'firstName' }), 'audience.upload.mapping', 'required');
    refused(await write({ A: 'email', B: 'email' }), 'audience.upload.mapping', 'custom');
    failed(await write('Phone'), 400, 'invalid_body_params');
  }),
  check('A file that does not exist, or is another tenant’s, is refused', async (api) => {
    const theirs = await newFile(api, 'Phone\n', undefined, { token: api.otherToken });
    for (const fileId of [unknownId(), 'nonsense', theirs.id])
      refused(
        await writeCampaign(api, { audience: { upload: { fileId, mapping: MAPPING } } }),
        'audience.upload.fileId',
        'not_found',
      );
  }),
  check('GET /campaigns/{campaignId}/import says how far it has come; null where the audience is no file', async (api) => {
    const { read } = await fromFile(api, `Phone,Name\n${uniquePhoneNumber()},Ada\nnone,Nobody\n`);
    hasOnly(read, importFields);
    assert.deepEqual([read.status, read.reason, read.lines, read.accepted, read.refused], ['completed', null, 3, 1, 1]);
    assert.equal(succeeded(await api.get(`${CAMPAIGNS}/${(await newCampaign(api)).id}/import`)), null);
  }),
  check('A file without a column that the mapping names fails, and says which it has', async (api) => {
    const { id, read } = await fromFile(api, 'Number,Name\n+4915,Ada\n', MAPPING, 'failed');
    assert.match(read.reason, /Phone/);
    assert.match(read.reason, /Number/);
    assert.match(failed(await move(api, id, 'start'), 409, 'conflict').message, /Phone/);
  }),
  check('A file that is no text fails, and says what it should be', async (api) => {
    const { read } = await fromFile(api, Buffer.from('PK\u0003\u0004\u0014\u0000\u0000\u0000', 'latin1'), MAPPING, 'failed');
    assert.match(read.reason, /CSV/);
  }),
  check('Without a single person it does not start', async (api) => {
    const { id } = await fromFile(api, 'Phone,Name\nnone,Nobody\n');
    failed(await move(api, id, 'start'), 409, 'conflict');
  }),
];

const reading = [
  check('People become contacts with names, labels and attributes; an empty cell says nothing', async (api) => {
    const [phoneNumber, externalId, tag] = [uniquePhoneNumber(), uniqueExternalId(), unique('tag')];
    const known = await newContact(api, { phoneNumber, firstName: 'Ada', lastName: 'King' });
    const mapping = {
      Phone: 'phoneNumber',
      Last: 'lastName',
      City: `attributes.${externalId}`,
      Tags: 'labels',
      Unused: undefined,
    };
    await fromFile(api, `Phone,Last,City,Tags,Unused\n${phoneNumber.replace('+', '00')},,London,"${tag}, ${tag} 2",x\n`, mapping);
    const contact = await contactOf(api, phoneNumber);
    assert.deepEqual([contact.id, contact.lastName], [known.id, 'King']);
    assert.deepEqual(contact.labels.map(({ name }: Json) => name).toSorted(), [tag, `${tag} 2`]);
    assert.deepEqual([contact.attributes[0].externalId, contact.attributes[0].value], [externalId, 'London']);
  }),
  check(
    'Commas, semicolons and tabs part cells; quotes hold delimiters, quotes and line breaks; a byte order mark is no text',
    async (api) => {
      for (const [i, delimiter] of [',', ';', '\t'].entries()) {
        const phoneNumber = uniquePhoneNumber();
        const file = `\uFEFFPhone${delimiter}Name\r\n"${phoneNumber}"${delimiter}"A${delimiter} ""B""\r\nC${i}"\r\n`;
        const { read } = await fromFile(api, file);
        assert.deepEqual([read.accepted, read.refused], [1, 0]);
        assert.equal((await contactOf(api, phoneNumber)).firstName, `A${delimiter} "B"\r\nC${i}`);
      }
    },
  ),
  check('Every refused line is reported with its number, the reason and its text', async (api) => {
    const good = uniquePhoneNumber();
    const { read, report } = await fromFile(api, `Phone,Name\n${good},Ada\nnone,Nobody\n,Nameless\n\n${good},Twice\n1,2,3\n`);
    assert.deepEqual(linesOf(report), [3, 4, 6, 7]);
    assert.deepEqual([read.accepted, read.refused, read.lines], [1, 4, 7]);
    for (const one of report) {
      hasOnly(one, { id: 'id', line: 'integer', reason: 'string', text: 'string' });
      assert.ok(one.reason.length > 15, one.reason);
    }
    assert.deepEqual(
      report.map(({ text }) => text),
      ['none,Nobody', ',Nameless', `${good},Twice`, '1,2,3'],
    );
  }),
  check('A quote that is never closed refuses its own line and no other', async (api) => {
    const [one, two] = [uniquePhoneNumber(), uniquePhoneNumber()];
    const { read, report } = await fromFile(api, `Phone,Name\n${one},"Ada\n${two},Bo\n`);
    assert.deepEqual([linesOf(report), read.accepted], [[2], 1]);
    assert.equal((await contactOf(api, two)).firstName, 'Bo');
    assert.equal(await contactOf(api, one), undefined);
  }),
  check('A line that is not UTF-8 is refused', async (api) => {
    const file = Buffer.from(`Phone,Name\n${uniquePhoneNumber()},Andr\xe9\n${uniquePhoneNumber()},Bo\n`, 'latin1');
    const { read, report } = await fromFile(api, file);
    assert.deepEqual([linesOf(report), read.accepted], [[2], 1]);
  }),
  check('The report is searched as everything is', async (api) => {
    const { id } = await fromFile(api, `Phone,Name\n${Array.from({ length: 25 }, (_, i) => `none,N${i}`).join('\n')}\n`);
    const first = (await search(api, id, { pagination: { limit: 10 } })).body;
    assert.deepEqual([first.pagination.total, linesOf(first.data)[0]], [25, 2]);
    assert.deepEqual(linesOf(succeeded(await search(api, id, { query: 'gte(line,25)', sortBy: 'desc(line)' }))), [26, 25]);
    assert.deepEqual(linesOf(succeeded(await search(api, id, { search: 'n24' }))), [26]);
    const next = (await search(api, id, { pagination: { limit: 10, cursor: first.pagination.nextCursor } })).body;
    assert.equal(linesOf(next.data)[0], 12);
  }),
  check('Another audience replaces the file, and its report is deleted', async (api) => {
    const { id } = await fromFile(api, 'Phone,Name\nnone,Nobody\n');
    const contactIds = [(await newContact(api)).id];
    assert.equal(succeeded(await api.put(`${CAMPAIGNS}/${id}`, { audience: { contactIds } })).audience.type, 'contacts');
    assert.equal(succeeded(await api.get(`${CAMPAIGNS}/${id}/import`)), null);
    assert.deepEqual(await reportOf(api, id), []);
  }),
  checkOwn('Thousands of lines are read, and each counts once', async ({ current, tenantOn }) => {
    const options = { token: (await tenantOn('pro')).token };
    const people = Array.from({ length: 3_000 }, (_, i) => `+4917${String(i).padStart(9, '0')},N${i}`);
    const fileId = await upload(current, `Phone,Name\n${people.join('\n')}\n`, options);
    const settings = { accountSid: `AC${'1'.repeat(32)}`, from: '+15557654321', authToken: 'x'.repeat(32) };
    const channel = succeeded(await current.post('/v3/channels', { type: 'sms', name: 'lines', settings }, options), 201);
    const body = { name: 'lines', channelId: channel.id, audience: { upload: { fileId, mapping: MAPPING } } };
    const { id } = succeeded(await current.post(CAMPAIGNS, body, options), 201);
    const read = await whenRead(current, id, 'completed', options);
    assert.deepEqual([read.lines, read.accepted, read.refused], [3_001, 3_000, 0]);
    assert.equal((await current.post('/v3/contacts/search', {}, options)).body.pagination.total, 3_000);
  }),
];

export const campaignUploads: Chapter = { title: 'Campaigns: people from a file', checks: [...asking, ...reading] };
