import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { indexContactNames } from '../domain/contacts/index.ts';
import { NIL_ID } from '../platform/ids.ts';
import { inTransaction, row, rows } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';

async function givenNames() {
  const here = await given();
  const { tenant, post, put } = here;
  const idsOf = async (path: string, search: string): Promise<string[]> =>
    (await post(path, { search })).body.data.map(({ id }: { id: string }) => id);
  const named = async (firstName: string | null, lastName: string | null) => {
    const chat = await tenant.chat();
    await put(`/v3/contacts/${chat.contactId}`, { firstName, lastName });
    return chat;
  };
  return {
    ...here,
    named,
    chats: (search: string) => idsOf('/v3/chats/search', search),
    contacts: (search: string) => idsOf('/v3/contacts/search', search),
    count: async (search: string) => (await post('/v3/chats/counts', { queries: [{ search }] })).body.data[0].count,
  };
}

test('POST /v3/chats/search 200: any part of a name finds the chat, also across words; so do contacts and counts', async () => {
  const { named, chats, contacts, count } = await givenNames();
  const chat = await named('Wilhelmina', 'Zwart-Oosterhuis');
  for (const part of ['wil', 'HELMINA', 'lmina zw', 'a Z', 'zwart-oosterhuis', 'osterhui', 'rt-o']) {
    assert.ok((await chats(part)).includes(chat.id), part);
    assert.ok((await contacts(part)).includes(chat.contactId), part);
    assert.ok((await count(part)) >= 1, part);
  }
  for (const part of ['oosterhuiz', 'zwart wil', 'mina  zwart', 'wilhelminas']) assert.deepEqual(await chats(part), [], part);
});

test('POST /v3/chats/search 200: quotes, backslashes and wildcards in names and searches are text', async () => {
  const { named, chats } = await givenNames();
  const [quoted, percent] = [await named(`O'Qua\\rk`, `x&|!:*`), await named('50%_qq', 'Sale')];
  for (const part of [`o'qua`, `a\\rk`, `&|!`, ':*']) assert.deepEqual(await chats(part), [quoted.id], part);
  assert.deepEqual(await chats('%_q'), [percent.id]);
  assert.deepEqual(await chats(`'quark`), []);
});

test('POST /v3/contacts/search 200: a renamed, a nameless and a deleted contact are not found by the old name', async () => {
  const { named, contacts, put, del } = await givenNames();
  const [renamed, nameless, deleted] = [await named('Qwertz', 'A'), await named('Qwertz', 'B'), await named('Qwertz', 'C')];
  assert.equal((await contacts('qwertz')).length, 3);
  await put(`/v3/contacts/${renamed.contactId}`, { firstName: 'Dvorak', lastName: null });
  await put(`/v3/contacts/${nameless.contactId}`, { firstName: null, lastName: null });
  await del(`/v3/contacts/${deleted.contactId}`);
  assert.deepEqual(await contacts('qwertz'), []);
  assert.deepEqual(await contacts('dvor'), [renamed.contactId]);
});

test('contact names: until the job has added those of before, a search compares all contacts', async () => {
  const { tenant, named, contacts } = await givenNames();
  const { ctx } = tenant;
  const { contactId } = await named('Kestrel', 'Young');
  const known = async () =>
    (await row<{ ids: string[] | null }>(ctx, sql`select find_contacts_named('kestrel', 10) as ids`))?.ids ?? null;
  await rows(ctx, sql`insert into contact_name_backfills (tenant_id) values (${ctx.tenantId})`);
  assert.equal(await known(), null);
  assert.deepEqual(await contacts('kestr'), [contactId]);
  assert.equal(await inTransaction(ctx, (ctx) => indexContactNames(ctx, { afterId: NIL_ID })), undefined);
  assert.deepEqual(await known(), [contactId]);
  assert.deepEqual(await contacts('kestr'), [contactId]);
});
