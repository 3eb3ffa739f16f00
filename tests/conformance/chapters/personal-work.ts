import assert from 'node:assert/strict';
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { Api, Json, Options } from '../api.ts';
import { type Chapter, check, checkProvider } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChat, newFile, newTeam, newUser, unique, unknownId } from '../fixtures.ts';
import { aWhile } from '../queue.ts';
import { type Fields, hasOnly } from '../shapes.ts';
import { following } from '../stream.ts';
import { messagesOf, newTalk, says, send } from '../talks.ts';

const snippetFields: Fields = {
  id: 'id',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  shortcut: 'string',
  text: 'string',
  fileIds: 'array',
  teamId: 'id | null',
};
const viewFields: Fields = {
  id: 'id',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  name: 'string',
  resource: 'string',
  query: 'string | null',
  sortBy: 'string | null',
  sharedWith: 'string',
  teamId: 'id | null',
  createdBy: 'id | null',
};
const notificationFields: Fields = {
  id: 'id',
  createdAt: 'timestamp',
  type: 'string',
  chatId: 'id',
  noteId: 'id | null',
  actor: 'object | null',
  readAt: 'timestamp | null',
};
const subscriptionFields: Fields = {
  id: 'id',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  endpoint: 'string',
  name: 'string | null',
};

const personal = [
  'chats.read',
  'chats.write',
  'messages.write',
  'notes.write',
  'events.read',
  'snippets.read',
  'snippets.write',
  'views.read',
  'views.write',
  'notifications.read',
  'notifications.write',
];

type Person = { id: string; name: string; as: Options & { token: string } };

async function newPerson(api: Api, role = 'member'): Promise<Person> {
  const { id, name } = await newUser(api, { role });
  const body = { name: unique('token'), scopes: personal, userId: id };
  const { accessToken: token } = succeeded(await api.post('/v3/access_tokens', body), 201);
  return { id, name, as: { token } };
}

const uniqueShortcut = (): string => `s${randomUUID().slice(0, 13)}`;

const drafts = [
  check('PUT /chats/{chatId}/draft keeps one draft per user and chat, and GET returns it; null without one', async (api) => {
    const [{ id: chatId }, ada, grace] = [await newChat(api), await newPerson(api), await newPerson(api)];
    const path = `/v3/chats/${chatId}/draft`;
    assert.equal(succeeded(await api.get(path, ada.as)), null);
    const draft = succeeded(await api.put(path, { text: 'Dear' }, ada.as));
    hasOnly(draft, { chatId: 'id', updatedAt: 'timestamp', mode: 'string', text: 'string', fileIds: 'array' });
    assert.deepEqual([draft.chatId, draft.mode, draft.text, draft.fileIds], [chatId, 'reply', 'Dear', []]);
    const { id: fileId } = await newFile(api);
    const next = succeeded(await api.put(path, { text: 'Look', mode: 'note', fileIds: [fileId] }, ada.as));
    assert.deepEqual([next.mode, next.fileIds], ['note', [fileId]]);
    assert.deepEqual(succeeded(await api.get(path, ada.as)), next);
    assert.equal(succeeded(await api.get(path, grace.as)), null);
    assert.deepEqual(succeeded(await api.del(path, ada.as)), { deletedIds: [chatId], notFoundIds: [] });
    assert.deepEqual(succeeded(await api.del(path, ada.as)), { deletedIds: [], notFoundIds: [chatId] });
  }),
  check('A draft needs a user, a chat of the tenant and at most 10,000 characters', async (api) => {
    const [{ id: chatId }, ada] = [await newChat(api), await newPerson(api)];
    const path = `/v3/chats/${chatId}/draft`;
    for (const reply of [await api.get(path), await api.put(path, { text: 'x' }), await api.del(path)])
      failed(reply, 403, 'user_required');
    for (const id of [unknownId(), 'nonsense']) {
      failed(await api.get(`/v3/chats/${id}/draft`, ada.as), 404, 'chat_not_found');
      failed(await api.put(`/v3/chats/${id}/draft`, { text: 'x' }, ada.as), 404, 'chat_not_found');
    }
    refused(await api.put(path, { text: 'x'.repeat(10_001) }, ada.as), 'text', 'too_big');
    refused(await api.put(path, { text: 'x', mode: 'shout' }, ada.as), 'mode', 'invalid_enum_value');
    refused(await api.put(path, { text: 'x', fileIds: [unknownId()] }, ada.as), 'fileIds.0', 'not_found');
    refused(await api.put(path, {}, ada.as), 'text', 'required');
  }),
];

const live = [
  check('POST /chats/{chatId}/presence is on feeds with live=true, without an id, and is not stored', async (api) => {
    const [{ id: chatId }, ada] = [await newChat(api), await newPerson(api)];
    await following(api, '/v3/events?live=true', async (stream) => {
      const presence = succeeded(await api.post(`/v3/chats/${chatId}/presence`, { state: 'typing' }, ada.as));
      hasOnly(presence, { chatId: 'id', user: 'object', state: 'string', expiresAt: 'timestamp' });
      assert.deepEqual([presence.chatId, presence.user, presence.state], [chatId, { id: ada.id, name: ada.name }, 'typing']);
      const frame = await stream.first('presence', ({ data }) => data.data.chatId === chatId && data.event === 'chat.presence');
      assert.deepEqual([frame.id, frame.event, frame.data.id, frame.data.data], [undefined, 'chat.presence', null, presence]);
    });
    assert.deepEqual(succeeded(await api.post('/v3/events/search', { query: 'eq(event,"chat.presence")' })), []);
    failed(await api.post(`/v3/chats/${chatId}/presence`, { state: 'typing' }), 403, 'user_required');
    failed(await api.post(`/v3/chats/${unknownId()}/presence`, { state: 'typing' }, ada.as), 404, 'chat_not_found');
    refused(await api.post(`/v3/chats/${chatId}/presence`, { state: 'asleep' }, ada.as), 'state', 'invalid_enum_value');
  }),
  check('A feed without live=true has no live events; draft.updated reaches only its own user', async (api) => {
    const [{ id: chatId }, ada] = [await newChat(api), await newPerson(api)];
    await following(api, '/v3/events?live=true', async (stream) => {
      await following(api, '/v3/events', async (plain) => {
        succeeded(await api.put(`/v3/chats/${chatId}/draft`, { text: 'Secret' }, ada.as));
        succeeded(await api.post(`/v3/chats/${chatId}/presence`, { state: 'viewing' }, ada.as));
        await stream.first('presence', ({ data }) => data.data.chatId === chatId);
        await aWhile();
        const isLive = ({ event }: { event: string }) => event === 'draft.updated' || event === 'chat.presence';
        assert.deepEqual(plain.all().filter(isLive), []);
        assert.ok(stream.all().every(({ event }) => event !== 'draft.updated'));
      });
    });
  }),
];

const snippets = [
  check('POST /snippets answers 201 with every field; a shortcut is unique, ignoring case', async (api) => {
    const [shortcut, team] = [uniqueShortcut(), await newTeam(api)];
    const snippet = succeeded(await api.post('/v3/snippets', { shortcut, text: 'We open at 9', teamId: team.id }), 201);
    hasOnly(snippet, snippetFields);
    assert.deepEqual(succeeded(await api.get(`/v3/snippets/${snippet.id}`)), snippet);
    failed(await api.post('/v3/snippets', { shortcut: shortcut.toUpperCase(), text: 'x' }), 409, 'conflict');
    const changed = succeeded(await api.put(`/v3/snippets/${snippet.id}`, { text: 'We open at 10' }));
    assert.deepEqual([changed.shortcut, changed.text, changed.teamId], [shortcut, 'We open at 10', team.id]);
    assert.deepEqual(succeeded(await api.post('/v3/snippets/search', { search: shortcut })), [changed]);
    succeeded(await api.del(`/v3/snippets/${snippet.id}`));
    failed(await api.get(`/v3/snippets/${snippet.id}`), 404, 'snippet_not_found');
  }),
  check('Members read snippets and managers write them; wrong fields are refused by name', async (api) => {
    const [member, manager] = [await newPerson(api), await newPerson(api, 'manager')];
    const body = { shortcut: uniqueShortcut(), text: 'Hello' };
    failed(await api.post('/v3/snippets', body, member.as), 403, 'forbidden');
    const { id } = succeeded(await api.post('/v3/snippets', body, manager.as), 201);
    succeeded(await api.get(`/v3/snippets/${id}`, member.as));
    refused(await api.post('/v3/snippets', { ...body, shortcut: 'two words' }), 'shortcut', 'invalid_string');
    refused(await api.post('/v3/snippets', { ...body, teamId: unknownId() }), 'teamId', 'not_found');
    refused(await api.post('/v3/snippets', { ...body, fileIds: ['x'] }), 'fileIds.0', 'not_found');
    refused(await api.put(`/v3/snippets/${id}`, { text: '' }), 'text', 'too_small');
    failed(await api.get(`/v3/snippets/${id}`, { token: api.otherToken }), 404, 'snippet_not_found');
  }),
];

const views = [
  check('POST /views answers 201 with every field; nobody else sees it unless it is shared', async (api) => {
    const [ada, grace] = [await newPerson(api), await newPerson(api)];
    const body = { name: unique('view'), resource: 'chats', query: 'eq(status,"open")', sortBy: 'desc(createdAt)' };
    const view = succeeded(await api.post('/v3/views', body, ada.as), 201);
    hasOnly(view, viewFields);
    assert.deepEqual([view.sharedWith, view.createdBy, view.query, view.sortBy], ['nobody', ada.id, body.query, body.sortBy]);
    failed(await api.get(`/v3/views/${view.id}`, grace.as), 404, 'view_not_found');
    const shared = succeeded(await api.put(`/v3/views/${view.id}`, { sharedWith: 'everyone' }, ada.as));
    assert.deepEqual(succeeded(await api.post('/v3/views/search', { search: body.name }, grace.as)), [shared]);
    failed(await api.put(`/v3/views/${view.id}`, { name: 'x' }, grace.as), 403, 'forbidden');
    failed(await api.del(`/v3/views/${view.id}`, grace.as), 403, 'forbidden');
    assert.deepEqual(succeeded(await api.del(`/v3/views/${view.id}`, ada.as)).deletedIds, [view.id]);
    failed(await api.post('/v3/views', body), 403, 'user_required');
  }),
  check('A view of a team is seen by its members; a query is checked as the search does', async (api) => {
    const [ada, grace, linus] = [await newPerson(api), await newPerson(api), await newPerson(api)];
    const team = await newTeam(api, { members: [{ id: ada.id }] });
    const body = { name: unique('view'), resource: 'contacts', sharedWith: 'team', teamId: team.id };
    const { id } = succeeded(await api.post('/v3/views', body, grace.as), 201);
    succeeded(await api.get(`/v3/views/${id}`, ada.as));
    succeeded(await api.get(`/v3/views/${id}`, grace.as));
    failed(await api.get(`/v3/views/${id}`, linus.as), 404, 'view_not_found');
    const bad = { ...body, query: 'eq(mood,"x")' };
    const sentence = refused(await api.post('/v3/views', bad, ada.as), 'query', 'custom');
    assert.equal(refused(await api.post('/v3/contacts/search', { query: bad.query }), 'query', 'custom'), sentence);
    refused(await api.post('/v3/views', { ...body, sortBy: 'up(x)' }, ada.as), 'sortBy', 'custom');
    refused(await api.post('/v3/views', { ...body, teamId: null }, ada.as), 'teamId', 'required');
    refused(await api.post('/v3/views', { ...body, resource: 'labels' }, ada.as), 'resource', 'invalid_enum_value');
  }),
];

const found = async (api: Api, person: Person, body: object = {}): Promise<Json[]> =>
  succeeded(await api.post('/v3/notifications/search', body, person.as));

const notifications = [
  check('A mention in a note and an assignment notify their user, and the feed says so', async (api) => {
    const [{ id: chatId }, ada, grace] = [await newChat(api), await newPerson(api), await newPerson(api)];
    await following(api, '/v3/events?types=notification.created', async (stream) => {
      const note = succeeded(await api.post(`/v3/chats/${chatId}/notes`, { text: 'Look', mentions: [grace.id] }, ada.as), 201);
      assert.deepEqual(note.mentions, [{ id: grace.id, name: grace.name }]);
      const [mention] = await found(api, grace);
      hasOnly(mention, notificationFields);
      assert.deepEqual([mention.type, mention.chatId, mention.noteId, mention.readAt], ['mention', chatId, note.id, null]);
      assert.deepEqual(mention.actor, { id: ada.id, name: ada.name });
      const frame = await stream.first('notification', ({ data }) => data.data.id === mention.id);
      assert.equal(frame.data.data.userId, grace.id);
    });
    succeeded(await api.post(`/v3/chats/${chatId}/assign`, { userId: grace.id }, ada.as));
    const [assignment] = await found(api, grace);
    assert.deepEqual([assignment.type, assignment.noteId], ['assignment', null]);
    succeeded(await api.post(`/v3/chats/${chatId}/assign`, { userId: ada.id }, ada.as));
    assert.deepEqual(await found(api, ada), []);
  }),
  check('POST /notifications/read marks own ones; GET /notifications/unread counts', async (api) => {
    const [{ id: chatId }, ada, grace] = [await newChat(api), await newPerson(api), await newPerson(api)];
    for (const text of ['one', 'two'])
      succeeded(await api.post(`/v3/chats/${chatId}/notes`, { text, mentions: [ada.id, grace.id] }), 201);
    const unread = async () => succeeded(await api.get('/v3/notifications/unread', ada.as)).unread;
    const read = async (body: object) => succeeded(await api.post('/v3/notifications/read', body, ada.as));
    assert.equal(await unread(), 2);
    const [[mine], [hers]] = [await found(api, ada), await found(api, grace)];
    assert.deepEqual(await read({ ids: [mine.id, hers.id] }), { marked: 1, unread: 1 });
    assert.deepEqual(await read({ all: true }), { marked: 1, unread: 0 });
    assert.equal((await found(api, grace, { query: 'isNull(readAt)' })).length, 2);
    assert.equal((await api.post('/v3/notifications/read', {}, ada.as)).status, 400);
    failed(await api.get('/v3/notifications/unread'), 403, 'user_required');
    failed(await api.post('/v3/notifications/search', {}), 403, 'user_required');
  }),
  check('Only active users can be mentioned, and only uploaded files attached', async (api) => {
    const [{ id: chatId }, { id: fileId }] = [await newChat(api), await newFile(api)];
    const { id: disabled } = await newUser(api, { status: 'disabled' });
    const post = (body: object) => api.post(`/v3/chats/${chatId}/notes`, { text: 'x', ...body });
    for (const id of [disabled, unknownId(), 'nonsense']) refused(await post({ mentions: [id] }), 'mentions.0', 'not_found');
    refused(await post({ fileIds: [unknownId()] }), 'fileIds.0', 'not_found');
    assert.deepEqual(succeeded(await post({ fileIds: [fileId] }), 201).fileIds, [fileId]);
  }),
];

const browserKeys = () => ({
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
});

const push = [
  check('POST /push_subscriptions saves a browser of the user; its keys are never shown', async (api) => {
    const [ada, grace] = [await newPerson(api), await newPerson(api)];
    const { publicKey } = succeeded(await api.get('/v3/push_subscriptions/key', ada.as));
    assert.equal(Buffer.from(publicKey, 'base64url').length, 65);
    const keys = browserKeys();
    const body = { endpoint: `https://push.example.com/${randomUUID()}`, keys, expirationTime: null, name: 'Firefox' };
    const reply = await api.post('/v3/push_subscriptions', body, ada.as);
    const saved = succeeded(reply, 201);
    hasOnly(saved, subscriptionFields);
    assert.ok(!reply.text.includes(keys.auth));
    assert.equal(succeeded(await api.post('/v3/push_subscriptions', body, ada.as), 201).id, saved.id);
    assert.equal(succeeded(await api.post('/v3/push_subscriptions/search', {}, ada.as)).length, 1);
    assert.deepEqual(succeeded(await api.post('/v3/push_subscriptions/search', {}, grace.as)), []);
    failed(await api.post(`/v3/push_subscriptions/${saved.id}/test`, {}, grace.as), 404, 'push_subscription_not_found');
    assert.deepEqual(succeeded(await api.del(`/v3/push_subscriptions/${saved.id}`, grace.as)).deletedIds, []);
    assert.deepEqual(succeeded(await api.del(`/v3/push_subscriptions/${saved.id}`, ada.as)).deletedIds, [saved.id]);
    failed(await api.post('/v3/push_subscriptions', body), 403, 'user_required');
  }),
  check('A push subscription has a URL and valid keys', async (api) => {
    const ada = await newPerson(api);
    const keys = browserKeys();
    const save = (body: object) =>
      api.post('/v3/push_subscriptions', { endpoint: 'https://push.example.com/x', keys, ...body }, ada.as);
    refused(await save({ endpoint: 'ftp://push.example.com' }), 'endpoint', 'invalid_string');
    refused(await save({ keys: { ...keys, auth: 'c2hvcnQ' } }), 'keys.auth', 'invalid_string');
    refused(await save({ keys: { ...keys, p256dh: 'AAAA' } }), 'keys.p256dh', 'invalid_string');
    refused(await save({ keys: { ...keys, p256dh: `BA${'A'.repeat(85)}` } }), 'keys.p256dh', 'custom');
  }),
];

const guard = [
  checkProvider('ifLatestMessageId refuses a message when a newer one is there, and names it', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const [seen] = await messagesOf(api, talk.chat);
    const newer = await says(api, talk, { text: 'One more thing' });
    const { message } = failed(await send(api, talk, { text: 'x', ifLatestMessageId: seen.id }), 409, 'chat_changed');
    assert.ok(message.includes(newer.id) && message.includes('the contact'), message);
    failed(await send(api, talk, { text: 'x', ifLatestMessageId: null }), 409, 'chat_changed');
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, i) => send(api, talk, { text: `${i}`, ifLatestMessageId: newer.id })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409]);
    succeeded(await send(api, talk, { text: 'Without the field' }), 201);
  }),
];

const scopes = [
  check('Personal operations need their scopes', async (api) => {
    const { id: chatId } = await newChat(api);
    const token = await narrowToken(api, 'labels.read');
    for (const reply of [
      await api.get(`/v3/chats/${chatId}/draft`, { token }),
      await api.put(`/v3/chats/${chatId}/draft`, { text: 'x' }, { token }),
      await api.post('/v3/snippets/search', {}, { token }),
      await api.post('/v3/views/search', {}, { token }),
      await api.post('/v3/notifications/search', {}, { token }),
      await api.get('/v3/push_subscriptions/key', { token }),
      await api.post(`/v3/chats/${chatId}/presence`, { state: 'viewing' }, { token }),
    ])
      failed(reply, 403, 'forbidden');
  }),
];

export const personalWork: Chapter = {
  title: 'Drafts, snippets, views, notifications',
  checks: [...drafts, ...live, ...snippets, ...views, ...notifications, ...push, ...guard, ...scopes],
};
