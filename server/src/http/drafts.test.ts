import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { rows } from '../storage/context.ts';
import { openFeed } from '../test-kit/feed.ts';
import { given } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';
import { createPerson } from '../test-kit/user.ts';

test('PUT /v3/chats/:id/draft: one draft per user and chat; a colleague has another one and a token without a user has none', async () => {
  const here = await given();
  const [ada, grace] = [await createPerson(here), await createPerson(here)];
  const { id: chatId } = await here.tenant.chat();
  const path = `/v3/chats/${chatId}/draft`;
  assert.deepEqual((await ada.get(path)).body, { success: true, data: null });
  const saved = await ada.put(path, { text: 'Dear' });
  assert.equal(saved.status, 200, saved.text);
  const { updatedAt, ...draft } = saved.body.data;
  assert.deepEqual(draft, { chatId, mode: 'reply', text: 'Dear', fileIds: [] });
  assert.ok(updatedAt);
  assert.equal((await ada.put(path, { text: 'Look here', mode: 'note' })).body.data.mode, 'note');
  assert.equal((await ada.get(path)).body.data.text, 'Look here');
  assert.equal((await grace.get(path)).body.data, null);
  assert.deepEqual((await grace.del(path)).body.data, { deletedIds: [], notFoundIds: [chatId] });
  assert.deepEqual((await ada.del(path)).body.data, { deletedIds: [chatId], notFoundIds: [] });
  assert.equal((await ada.get(path)).body.data, null);
  for (const reply of [await here.get(path), await here.put(path, { text: 'x' }), await here.del(path)])
    assert.deepEqual([reply.status, reply.body.error.messageKey], [403, 'user_required']);
});

test('PUT /v3/chats/:id/draft 404 and 400: unknown chats, long texts, unknown files; a deleted file leaves the draft', async () => {
  const here = await given();
  const ada = await createPerson(here);
  const { id } = await here.tenant.chat();
  const theirs = await here.otherTenant.chat();
  for (const chatId of [theirs.id, 'nonsense', ada.id]) {
    assert.equal((await ada.put(`/v3/chats/${chatId}/draft`, { text: 'x' })).body.error.messageKey, 'chat_not_found');
    assert.equal((await ada.get(`/v3/chats/${chatId}/draft`)).body.error.messageKey, 'chat_not_found');
  }
  const put = (body: object) => ada.put(`/v3/chats/${id}/draft`, body);
  assert.equal((await put({ text: 'x'.repeat(10_001) })).body.error.invalidParams.text.key, 'too_big');
  assert.equal((await put({ text: 'x', fileIds: ['nonsense', id] })).body.error.invalidParams['fileIds.1'].key, 'not_found');
  const form = new FormData();
  form.append('file', new Blob(['hello'], { type: 'text/plain' }), 'a.txt');
  const headers = { authorization: `Bearer ${ada.token}` };
  const upload = await fetch(`${here.baseUrl}/v3/files`, { method: 'POST', headers, body: form });
  const { data: file } = (await upload.json()) as { data: { id: string } };
  assert.deepEqual((await put({ text: '', fileIds: [file.id, file.id.toUpperCase()] })).body.data.fileIds, [file.id]);
  await here.del(`/v3/files/${file.id}`);
  assert.deepEqual((await ada.get(`/v3/chats/${id}/draft`)).body.data.fileIds, []);
});

test('drafts are deleted with their chat and their user, leave no audit entry, and are at most 500 per user', async () => {
  const here = await given();
  const [ada, grace] = [await createPerson(here), await createPerson(here)];
  const chats = [await here.tenant.chat(), await here.tenant.chat()];
  const [first, second] = chats.map(({ id }) => `/v3/chats/${id}/draft`) as [string, string];
  for (const path of [first, second]) for (const person of [ada, grace]) await person.put(path, { text: 'Begun' });
  const count = async () =>
    (
      await rows<{ n: number }>(
        here.tenant.ctx,
        sql`select count(*)::int as n from chat_drafts where tenant_id = ${here.tenant.id}`,
      )
    )[0]?.n;
  assert.equal(await count(), 4);
  await here.del(`/v3/chats/${chats[0]?.id}`);
  assert.equal(await count(), 2);
  await here.del(`/v3/users/${grace.id}`);
  assert.equal(await count(), 1);
  const audited = (await here.post('/v3/audit_log/search', { query: 'eq(operationId,"saveDraft")' })).body.data;
  assert.deepEqual(audited, []);
  const { ctx } = here.tenant;
  const { contactId } = chats[1] as { contactId: string };
  const channels = await rows<{ id: string }>(
    ctx,
    sql`insert into channels (tenant_id, id, type, name, created_at, updated_at)
        select ${ctx.tenantId}, gen_random_uuid(), 'whatsapp', 'many', now(), now() from generate_series(1, 499) returning id`,
  );
  await rows(
    ctx,
    sql`with made as (
          insert into chats (tenant_id, id, channel_id, contact_id, handle_id, status, created_at, updated_at)
          select ${ctx.tenantId}, gen_random_uuid(), ch.id, ${contactId}, ${chats[1]?.handleId}, 'open', now(), now()
          from unnest(${channels.map(({ id }) => id)}::uuid[]) as ch(id) returning id)
        insert into chat_drafts (tenant_id, user_id, chat_id, mode, text, updated_at)
        select ${ctx.tenantId}, ${ada.id}, id, 'reply', 'x', now() from made`,
  );
  const full = await ada.put(`/v3/chats/${(await here.tenant.chat()).id}/draft`, { text: 'x' });
  assert.deepEqual([full.status, full.body.error.messageKey], [402, 'quota_exceeded']);
  assert.match(full.body.error.message, /room for 500 drafts/);
  assert.equal((await ada.put(second, { text: 'changes still work' })).status, 200);
});

test('draft.updated reaches the open feeds of the same user only, without the text, and only where live=true', async () => {
  const here = await given();
  const [ada, grace] = [await createPerson(here), await createPerson(here)];
  const { id: chatId } = await here.tenant.chat();
  const feeds = [
    await openFeed(here.baseUrl, ada.token, '?live=true&types=draft.updated,webhook.test'),
    await openFeed(here.baseUrl, grace.token, '?live=true&types=draft.updated'),
    await openFeed(here.baseUrl, ada.token, '?types=draft.updated'),
  ];
  try {
    const [mine, theirs, plain] = feeds.map(({ frames }) => frames);
    const { updatedAt } = (await ada.put(`/v3/chats/${chatId}/draft`, { text: 'Secret words' })).body.data;
    const frame = await until(() => mine?.[0]);
    assert.deepEqual(frame.data.data, { chatId, userId: ada.id, isDeleted: false, updatedAt });
    assert.deepEqual([frame.id, frame.event, frame.data.id], [undefined, 'draft.updated', null]);
    assert.ok(!JSON.stringify(frame).includes('Secret'));
    await ada.del(`/v3/chats/${chatId}/draft`);
    const [, deleted] = await until(() => mine?.length === 2 && mine);
    assert.equal(deleted?.data.data.isDeleted, true);
    assert.deepEqual([theirs, plain], [[], []]);
  } finally {
    for (const feed of feeds) feed.close();
  }
});
