import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, type Check, check, shared } from '../check.ts';
import { succeeded } from '../expect.ts';
import { newChannel, newChat, newContact, newLabel, unique, uniqueEmail } from '../fixtures.ts';

const colors = { alpha: '#00000a', beta: '#00000b', gamma: '#00000a', delta: '#00000b' };

/** Four labels that one word finds. */
const four = shared(async (api) => {
  const word = unique('four');
  for (const [name, color] of Object.entries(colors)) await newLabel(api, { name: `${word} ${name}`, color });
  return word;
});

/** Which of the four the query finds, in order. `$` in a query is replaced by the word before their names. */
async function find(api: Api, query?: string, sortBy = 'asc(name)'): Promise<string[]> {
  const word = await four(api);
  const body = { search: word, query: query?.replaceAll('$', `${word} `), sortBy };
  return succeeded(await api.post('/v3/labels/search', body)).map(({ name }: Json) => name.slice(word.length + 1));
}

const finds = (query: string, names: string[]): Check =>
  check(`${query} finds ${names.join(', ') || 'nothing'}`, async (api) => assert.deepEqual(await find(api, query), names));

/** Labels of one colour, the first of them changed last, so that no order but that of the ids is theirs by chance. */
const equals = shared(async (api) => {
  const word = unique('equal');
  const ids: string[] = [];
  for (let i = 0; i < 4; i++) ids.push((await newLabel(api, { name: `${word} ${i}`, color: '#00000c' })).id);
  succeeded(await api.put(`/v3/labels/${ids[0]}`, { name: `${word} changed` }));
  return { word, ids };
});

/** Ids that a query finds among the things of one contact or channel. */
const idsOf = async (api: Api, resource: string, query: string): Promise<string[]> =>
  succeeded(await api.post(`/v3/${resource}/search`, { query })).map((item: Json) => item.id);

export const searchGrammar: Chapter = {
  title: 'The language of query and sortBy (of labels named alpha, beta, gamma and delta)',
  checks: [
    finds('eq(name,"$beta")', ['beta']),
    finds('eq(name,"$BETA")', []),
    finds('ne(name,"$beta")', ['alpha', 'delta', 'gamma']),
    finds('gt(name,"$beta")', ['delta', 'gamma']),
    finds('gte(name,"$beta")', ['beta', 'delta', 'gamma']),
    finds('lt(name,"$beta")', ['alpha']),
    finds('lte(name,"$beta")', ['alpha', 'beta']),
    finds('in(name,"$beta","$gamma","$omega")', ['beta', 'gamma']),
    finds('contains(name,"ALPH")', ['alpha']),
    finds('startsWith(name,"$al")', ['alpha']),
    finds('startsWith(name,"alpha")', []),
    finds('contains(name,"%")', []),
    finds('and(contains(name,"l"),contains(name,"t"))', ['delta']),
    finds('or(eq(name,"$beta"),eq(name,"$gamma"))', ['beta', 'gamma']),
    finds('not(or(eq(name,"$beta"),eq(name,"$gamma")))', ['alpha', 'delta']),
    finds('isNull(name)', []),
    finds(' and ( eq( color , "#00000a" ) , not( eq(name,"$alpha") ) ) ', ['gamma']),
    finds('eq(id,"not an id")', []),
    check('A quote in a value is escaped as in JSON', async (api) => {
      const name = `${unique('quo"te')} \\ é`;
      const { id } = await newLabel(api, { name });
      assert.deepEqual(await idsOf(api, 'labels', `eq(name,${JSON.stringify(name)})`), [id]);
    }),
    check('A value is only ever a value: SQL in it finds nothing and harms nothing', async (api) => {
      assert.deepEqual(await find(api, `eq(name,"' or 1=1; drop table labels;--")`), []);
      assert.equal((await find(api)).length, 4);
    }),
    check('Times are compared as times', async (api) => {
      const { id, createdAt } = await newLabel(api);
      const mine = (condition: string) => idsOf(api, 'labels', `and(eq(id,"${id}"),${condition})`);
      assert.deepEqual(await mine(`eq(createdAt,"${createdAt}")`), [id]);
      assert.deepEqual(await mine(`gt(createdAt,"${createdAt}")`), []);
      assert.deepEqual(await mine('and(gt(createdAt,"2020-01-01T00:00:00.000Z"),lt(createdAt,"2099-01-01"))'), [id]);
    }),
    check('Booleans and numbers are compared as such', async (api) => {
      const { id, contactId } = await newChat(api, { isSensitive: true });
      const mine = (condition: string) => idsOf(api, 'chats', `and(eq(contactId,"${contactId}"),${condition})`);
      assert.deepEqual(await mine('eq(isSensitive,true)'), [id]);
      assert.deepEqual(await mine('eq(isSensitive,false)'), []);
      assert.deepEqual(await mine('and(eq(unreadCount,0),lt(unreadCount,0.5))'), [id]);
      assert.deepEqual(await mine('gt(unreadCount,0)'), []);
    }),
    check('isNull, and eq with null, find what is not set; ne with null finds what is', async (api) => {
      const lastName = unique('Noether');
      const [without, having] = [await newContact(api, { lastName }), await newContact(api, { lastName, email: uniqueEmail() })];
      const mine = (condition: string) => idsOf(api, 'contacts', `and(eq(lastName,"${lastName}"),${condition})`);
      assert.deepEqual(await mine('isNull(email)'), [without.id]);
      assert.deepEqual(await mine('eq(email,null)'), [without.id]);
      assert.deepEqual(await mine('ne(email,null)'), [having.id]);
    }),
    check('A comparison with what is not set is false, and not(...) of it is true', async (api) => {
      const { id } = await newContact(api);
      const mine = (condition: string) => idsOf(api, 'contacts', `and(eq(id,"${id}"),${condition})`);
      assert.deepEqual(await mine('eq(email,"a@example.test")'), []);
      assert.deepEqual(await mine('not(eq(email,"a@example.test"))'), [id]);
      assert.deepEqual(await mine('ne(email,"a@example.test")'), [id]);
    }),
    check('Channels are found by type and status', async (api) => {
      const { id, name } = await newChannel(api, 'sms');
      assert.deepEqual(await idsOf(api, 'channels', `and(eq(type,"sms"),eq(status,"active"),eq(name,"${name}"))`), [id]);
    }),
    check('sortBy asc(name) and desc(name) are each other’s reverse', async (api) => {
      assert.deepEqual(await find(api, undefined, 'asc(name)'), ['alpha', 'beta', 'delta', 'gamma']);
      assert.deepEqual(await find(api, undefined, 'desc(name)'), ['gamma', 'delta', 'beta', 'alpha']);
    }),
    check('The second key of sortBy decides where the first is equal', async (api) => {
      assert.deepEqual(await find(api, undefined, 'asc(color),desc(name)'), ['gamma', 'alpha', 'delta', 'beta']);
      assert.deepEqual(await find(api, undefined, 'desc(color),asc(name)'), ['beta', 'delta', 'alpha', 'gamma']);
    }),
    check('Ties are broken by id, so pages of one never overlap, whatever was changed last', async (api) => {
      const { word, ids } = await equals(api);
      const seen: string[] = [];
      for (const page of ids.keys()) {
        const body = { search: word, sortBy: 'asc(color)', pagination: { page, limit: 1 } };
        seen.push(...succeeded(await api.post('/v3/labels/search', body)).map(({ id }: Json) => id));
      }
      assert.deepEqual(seen, ids);
    }),
    check('A walk by cursor through ties meets everything once', async (api) => {
      const { word, ids } = await equals(api);
      const seen: string[] = [];
      let cursor: string | null | undefined;
      for (let i = 0; i < ids.length && cursor !== null; i++) {
        const body = { search: word, sortBy: 'asc(color)', pagination: { limit: 1, cursor } };
        const reply = await api.post('/v3/labels/search', body);
        seen.push(...succeeded(reply).map(({ id }: Json) => id));
        cursor = reply.body.pagination.nextCursor;
      }
      assert.deepEqual([seen, cursor], [ids, null]);
    }),
  ],
};
