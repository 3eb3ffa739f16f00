import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, check, shared } from '../check.ts';
import { refused, succeeded } from '../expect.ts';
import { newChannel, newChat, newContact, newLabel, newToken, unique } from '../fixtures.ts';
import { channelFields, chatFields, contactFields, type Fields, hasFields, labelFields, tokenFields } from '../shapes.ts';

const LABELS = 23;

/** Labels that one word finds, named 00 to 22, so that their pages differ. */
const manyLabels = shared(async (api) => {
  const word = unique('many');
  for (let i = 0; i < LABELS; i++) await newLabel(api, { name: `${word} ${String(i).padStart(2, '0')}` });
  return word;
});

const page = async (api: Api, pagination?: object, more: object = {}): Promise<Json> => {
  const reply = await api.post('/v3/labels/search', { search: await manyLabels(api), sortBy: 'asc(name)', ...more, pagination });
  succeeded(reply);
  return reply.body;
};
const numbers = (data: Json[]): number[] => data.map(({ name }) => Number(name.slice(-2)));
const upTo = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

const searchable: [resource: string, fields: Fields, make: (api: Api) => Promise<Json>][] = [
  ['chats', chatFields, newChat],
  ['contacts', contactFields, newContact],
  ['labels', labelFields, newLabel],
  ['channels', channelFields, newChannel],
  ['access_tokens', tokenFields, (api) => newToken(api, ['files.read'])],
];

export const search: Chapter = {
  title: 'Search and paging',
  checks: [
    ...searchable.map(([resource, fields, make]) =>
      check(`POST /${resource}/search finds one by its id, whole`, async (api) => {
        const { id } = await make(api);
        const reply = await api.post(`/v3/${resource}/search`, { query: `eq(id,"${id}")` });
        assert.deepEqual(
          succeeded(reply).map((item: Json) => item.id),
          [id],
        );
        hasFields(reply.body.data[0], fields);
      }),
    ),
    check('Without a paging object page 0 and limit 10 apply', async (api) => {
      const { data, pagination } = await page(api);
      assert.deepEqual(numbers(data), upTo(0, 10));
      assert.deepEqual([pagination.page, pagination.limit, pagination.total], [0, 10, LABELS]);
    }),
    check('Without a body at all everything is searched, with the same defaults', async (api) => {
      await manyLabels(api);
      const reply = await api.post('/v3/labels/search');
      assert.equal(succeeded(reply).length, 10);
      assert.deepEqual([reply.body.pagination.page, reply.body.pagination.limit], [0, 10]);
      assert.ok(reply.body.pagination.total >= LABELS);
    }),
    check('pagination.page counts from 0, and page and limit come back', async (api) => {
      const { data, pagination } = await page(api, { page: 2, limit: 5 });
      assert.deepEqual(numbers(data), upTo(10, 15));
      assert.deepEqual([pagination.page, pagination.limit, pagination.total], [2, 5, LABELS]);
    }),
    check('The last page holds the rest, the one after it nothing; total stays the same', async (api) => {
      const [last, beyond] = [await page(api, { page: 2, limit: 10 }), await page(api, { page: 3, limit: 10 })];
      assert.deepEqual(numbers(last.data), upTo(20, LABELS));
      assert.deepEqual(beyond.data, []);
      assert.deepEqual([last.pagination.total, beyond.pagination.total], [LABELS, LABELS]);
    }),
    check('limit is 1 to 100', async (api) => {
      assert.equal((await page(api, { limit: 1 })).data.length, 1);
      assert.equal((await page(api, { limit: 100 })).data.length, LABELS);
      refused(await api.post('/v3/labels/search', { pagination: { limit: 0 } }), 'pagination.limit', 'too_small');
      refused(await api.post('/v3/labels/search', { pagination: { limit: 101 } }), 'pagination.limit', 'too_big');
      refused(await api.post('/v3/labels/search', { pagination: { limit: 1.5 } }), 'pagination.limit', 'invalid_type');
    }),
    check('A page below 0 is refused', async (api) => {
      refused(await api.post('/v3/labels/search', { pagination: { page: -1 } }), 'pagination.page', 'too_small');
    }),
    check('page × limit may reach 10,000 and not pass it', async (api) => {
      succeeded(await api.post('/v3/labels/search', { pagination: { page: 100, limit: 100 } }));
      const reply = await api.post('/v3/labels/search', { pagination: { page: 101, limit: 100 } });
      assert.match(refused(reply, 'pagination.page', 'custom'), /cursor/);
    }),
    check('The answer echoes query, sortBy and search as they were asked', async (api) => {
      const asked = { query: 'ne( name , "x" )', sortBy: 'desc(name), asc(id)', search: 'Label' };
      assert.deepEqual((await api.post('/v3/labels/search', asked)).body.query, asked);
    }),
    check('What was not asked is echoed as null', async (api) => {
      const { query } = (await api.post('/v3/labels/search', {})).body;
      assert.deepEqual(query, { query: null, sortBy: null, search: null });
    }),
    check('search finds a part of the name, whatever its case', async (api) => {
      const word = unique('Needle');
      const { id } = await newLabel(api, { name: `in the ${word} stack` });
      const found = succeeded(await api.post('/v3/labels/search', { search: word.toUpperCase().slice(2) }));
      assert.deepEqual(
        found.map((label: Json) => label.id),
        [id],
      );
    }),
    check('% and _ in search mean themselves', async (api) => {
      const word = await manyLabels(api);
      for (const search of [`${word}%`, word.replace(' ', '_')])
        assert.deepEqual(succeeded(await api.post('/v3/labels/search', { search })), []);
    }),
    check('search finds contacts, and their chats, by the contact’s name', async (api) => {
      const chat = await newChat(api);
      const lastName = unique('Byron');
      succeeded(await api.put(`/v3/contacts/${chat.contactId}`, { lastName }));
      const [contacts, chats] = [
        await api.post('/v3/contacts/search', { search: lastName }),
        await api.post('/v3/chats/search', { search: lastName }),
      ];
      assert.deepEqual([contacts.body.data[0]?.id, chats.body.data[0]?.id], [chat.contactId, chat.id]);
      assert.deepEqual([contacts.body.pagination.total, chats.body.pagination.total], [1, 1]);
    }),
    check('A walk by nextCursor meets everything once, in order, and ends with nextCursor null', async (api) => {
      const seen: number[] = [];
      let { data, pagination } = await page(api, { limit: 4 });
      for (let i = 0; i < LABELS; i++) {
        seen.push(...numbers(data));
        if (pagination.nextCursor === null) break;
        ({ data, pagination } = await page(api, { cursor: pagination.nextCursor, limit: 4 }));
      }
      assert.deepEqual(seen, upTo(0, LABELS));
    }),
    check('A walk by cursor does not skip or repeat when something before it is deleted', async (api) => {
      const word = unique('walk');
      for (const letter of 'abcd') await newLabel(api, { name: `${word} ${letter}` });
      const body = { search: word, sortBy: 'asc(name)' };
      const first = await api.post('/v3/labels/search', { ...body, pagination: { limit: 2 } });
      succeeded(await api.del(`/v3/labels/${first.body.data[0].id}`));
      const second = await api.post('/v3/labels/search', {
        ...body,
        pagination: { limit: 2, cursor: first.body.pagination.nextCursor },
      });
      assert.deepEqual(
        succeeded(second).map(({ name }: Json) => name.slice(-1)),
        ['c', 'd'],
      );
    }),
    check('A cursor that is none, or belongs to another order, is refused', async (api) => {
      const { pagination } = await page(api, { limit: 4 });
      const ask = (cursor: string, sortBy = 'asc(name)') => api.post('/v3/labels/search', { sortBy, pagination: { cursor } });
      refused(await ask('garbage'), 'pagination.cursor', 'custom');
      refused(await ask(pagination.nextCursor, 'desc(name)'), 'pagination.cursor', 'custom');
    }),
    check('A forged cursor is refused, and is no server failure', async (api) => {
      const forged = Buffer.from(JSON.stringify(['desc(createdAt)', 'no time', 'no id'])).toString('base64url');
      refused(
        await api.post('/v3/labels/search', { sortBy: 'desc(createdAt)', pagination: { cursor: forged } }),
        'pagination.cursor',
        'custom',
      );
    }),
    check('page and cursor together are refused', async (api) => {
      const { pagination } = await page(api, { limit: 4 });
      const body = { sortBy: 'asc(name)', pagination: { page: 1, cursor: pagination.nextCursor } };
      refused(await api.post('/v3/labels/search', body), 'pagination.cursor', 'custom');
    }),
    check('A field of the body that is none is refused', async (api) => {
      refused(await api.post('/v3/labels/search', { filter: 'x' }), 'filter', 'unrecognized_keys');
      refused(await api.post('/v3/labels/search', { pagination: { offset: 5 } }), 'pagination.offset', 'unrecognized_keys');
    }),
  ],
};
