import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, check, checkProvider } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import {
  narrowToken,
  newAttribute,
  newChannel,
  newChat,
  newContact,
  newLabel,
  newUser,
  unique,
  uniqueEmail,
  unknownId,
} from '../fixtures.ts';
import { following } from '../stream.ts';
import { chatOf, newTalk, says, sent, whenIts } from '../talks.ts';

const search = async (api: Api, body: object): Promise<Json[]> => succeeded(await api.post('/v3/chats/search', body));
const idsOf = (found: Json[]): string[] => found.map(({ id }) => id);
const counted = async (api: Api, ...queries: object[]): Promise<Json[]> =>
  succeeded(await api.post('/v3/chats/counts', { queries }));

/** Creates chats on one channel, so that a query finds only them. */
async function chatsOf(api: Api, count: number): Promise<{ channelId: string; chats: Json[] }> {
  const { id: channelId } = await newChannel(api);
  const chats: Json[] = [];
  for (let i = 0; i < count; i++) {
    const contact = await newContact(api);
    chats.push(succeeded(await api.post('/v3/chats', { channelId, contactId: contact.id }), 201));
  }
  return { channelId, chats };
}

const tokenOf = async (api: Api, userId: string, ...scopes: string[]): Promise<string> =>
  succeeded(await api.post('/v3/access_tokens', { name: unique('token'), scopes, userId }), 201).accessToken;

const lists = [
  check('Chats are in the order of their last message; without one, of their creation', async (api) => {
    const { channelId, chats } = await chatsOf(api, 3);
    const found = await search(api, { query: `eq(channelId,"${channelId}")` });
    assert.deepEqual(idsOf(found), idsOf(chats).toReversed());
    for (const chat of found) assert.deepEqual([chat.lastMessageAt, chat.waitingSince], [chat.createdAt, null]);
    const query = `eq(channelId,"${channelId}")`;
    assert.deepEqual(idsOf(await search(api, { query, sortBy: 'asc(lastMessageAt)' })), idsOf(chats));
  }),
  checkProvider('Reading a chat, and marking it as unread, does not move it in any list', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const before = await chatOf(api, talk);
    assert.deepEqual([before.isUnread, before.lastMessageAt], [true, before.latestMessage.timestamp]);
    const read = succeeded(await api.post(`/v3/chats/${before.id}/read`, {}));
    assert.deepEqual(read, { ...before, isUnread: false, unreadCount: 0 });
    const unread = succeeded(await api.post(`/v3/chats/${before.id}/unread`, {}));
    assert.deepEqual(unread, { ...before, isUnread: true, unreadCount: 1 });
    assert.deepEqual(succeeded(await api.post(`/v3/chats/${before.id}/unread`, {})), unread);
  }),
  check('A chat without messages can be marked as unread', async (api) => {
    const { id } = await newChat(api);
    assert.equal(succeeded(await api.post(`/v3/chats/${id}/unread`, {})).unreadCount, 1);
    failed(await api.post(`/v3/chats/${unknownId()}/unread`, {}), 404, 'chat_not_found');
  }),
  checkProvider('waitingSince is the oldest unanswered message, until somebody answers', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const { waitingSince, latestMessage } = await chatOf(api, talk);
    assert.equal(waitingSince, latestMessage.timestamp);
    await says(api, talk, { text: 'Anybody?' });
    const waiting = await chatOf(api, talk);
    assert.equal(waiting.waitingSince, waitingSince);
    const query = `and(eq(id,"${talk.chat.id}"),lte(waitingSince,"${waitingSince}"))`;
    assert.equal((await search(api, { query, sortBy: 'asc(waitingSince)' })).length, 1);
    await sent(api, talk, { text: 'Yes' });
    assert.equal((await chatOf(api, talk)).waitingSince, null);
  }),
  check(
    'Chats are found by label, by attribute and by the type of their channel; so are contacts by the first two',
    async (api) => {
      const { chats } = await chatsOf(api, 2);
      const [one, other] = chats as [Json, Json];
      const [label, attribute] = [await newLabel(api), await newAttribute(api, { type: 'text' })];
      succeeded(await api.post(`/v3/contacts/${one.contactId}/labels`, { labels: [{ id: label.id }] }));
      succeeded(await api.put(`/v3/contacts/${one.contactId}`, { attributes: [{ id: attribute.id, value: 'gold' }] }));
      const among = `in(id,"${one.id}","${other.id}")`;
      for (const query of [`eq(labelId,"${label.id}")`, `eq(attributes.${attribute.externalId},"gold")`]) {
        assert.deepEqual(idsOf(await search(api, { query })), [one.id], query);
        assert.deepEqual(idsOf(await search(api, { query: `and(${among},not(${query}))` })), [other.id], query);
        assert.deepEqual(idsOf(succeeded(await api.post('/v3/contacts/search', { query }))), [one.contactId], query);
      }
      assert.equal((await search(api, { query: `and(${among},eq(channelType,"whatsapp"))` })).length, 2);
      assert.equal((await search(api, { query: `and(${among},eq(channelType,"sms"))` })).length, 0);
      refused(await api.post('/v3/chats/search', { sortBy: 'asc(labelId)' }), 'sortBy', 'custom');
    },
  ),
  check('search finds a chat by the beginning of the contact’s number, in any spelling, or address', async (api) => {
    const email = uniqueEmail();
    const { id: channelId } = await newChannel(api);
    const contact = await newContact(api, { email });
    const chat = succeeded(await api.post('/v3/chats', { channelId, contactId: contact.id }), 201);
    const number: string = contact.phoneNumber;
    for (const text of [
      number,
      `${number.slice(0, 3)} (${number.slice(3, 6)}) ${number.slice(6)}`,
      number.slice(1),
      email.slice(0, -4),
    ])
      assert.ok(idsOf(await search(api, { search: text })).includes(chat.id), text);
    assert.deepEqual(await search(api, { search: `x${email}` }), []);
  }),
];

const counters = [
  check('POST /chats/counts counts several queries in one call, in their order', async (api) => {
    const { channelId, chats } = await chatsOf(api, 3);
    succeeded(await api.post(`/v3/chats/${chats[0]?.id}/status`, { status: 'closed' }));
    const on = (more: string) => ({ query: `and(eq(channelId,"${channelId}"),${more})` });
    assert.deepEqual(
      await counted(api, on('eq(status,"open")'), on('eq(status,"closed")'), on('eq(isUnread,true)')),
      [2, 1, 0].map((count) => ({ count, isAtLeast: false })),
    );
    const [theirs] = succeeded(await api.post('/v3/chats/counts', { queries: [on('ne(id,null)')] }, { token: api.otherToken }));
    assert.deepEqual(theirs, { count: 0, isAtLeast: false });
  }),
  check('A mistake in one of the queries is refused with its place; one call has 1 to 20', async (api) => {
    const wrong = { queries: [{}, { query: 'eq(mood,"x")' }] };
    refused(await api.post('/v3/chats/counts', wrong), 'queries.1.query', 'custom');
    refused(await api.post('/v3/chats/counts', { queries: [] }), 'queries', 'too_small');
    refused(await api.post('/v3/chats/counts', { queries: Array.from({ length: 21 }, () => ({})) }), 'queries', 'too_big');
    failed(await api.post('/v3/chats/counts', wrong, { token: await narrowToken(api, 'chats.write') }), 403, 'forbidden');
  }),
  check('includeTotal: false leaves out the total, and nothing else', async (api) => {
    const { channelId } = await chatsOf(api, 2);
    const asked = (pagination: object) => api.post('/v3/chats/search', { query: `eq(channelId,"${channelId}")`, pagination });
    const [whole, quick] = [await asked({ limit: 1 }), await asked({ limit: 1, includeTotal: false })];
    assert.equal(whole.body.pagination.total, 2);
    const { total: _, ...rest } = whole.body.pagination;
    assert.deepEqual(quick.body, { ...whole.body, pagination: rest });
  }),
];

const feed = [
  checkProvider('A user’s reply has an author, and is on the feed before the provider has it', async (api, provider) => {
    const [talk, user] = [await newTalk(api, provider), await newUser(api)];
    const token = await tokenOf(api, user.id, 'messages.write');
    await following(api, '/v3/events?types=message.created,message.sent,chat.updated', async (stream) => {
      const reply = succeeded(await api.post(`/v3/chats/${talk.chat.id}/messages`, { text: 'Here' }, { token }), 201);
      const author = { userId: user.id, name: user.name };
      assert.deepEqual(reply.author, author);
      const frame = await stream.first('message.created', ({ data }) => data.data.id === reply.id);
      assert.deepEqual([frame.event, frame.data.data.author, frame.data.data.vendorId], ['message.created', author, null]);
      const updated = await stream.first(
        'chat.updated',
        ({ event, data }) => event === 'chat.updated' && data.data.latestMessage.id === reply.id,
      );
      assert.deepEqual([updated.data.data.id, updated.data.data.waitingSince], [talk.chat.id, null]);
      const after = await stream.first(
        'message.sent',
        ({ event, data }) => event === 'message.sent' && data.data.id === reply.id,
      );
      assert.deepEqual(after.data.data.author, author);
      assert.deepEqual((await whenIts(api, reply.id, 'delivered')).author, author);
    });
    const integration = await sent(api, talk, { text: 'By a program' });
    assert.equal(integration.author, null);
    assert.equal((await says(api, talk, { text: 'By the contact' })).author, null);
  }),
  check('Reading, notes, channels and other resources are on the feed, with the user who changed them', async (api) => {
    const [chat, user] = [await newChat(api), await newUser(api, { role: 'manager' })];
    const token = await tokenOf(api, user.id, 'chats.write', 'notes.write', 'labels.write');
    await following(api, '/v3/events', async (stream) => {
      const of = (type: string, id: string) => stream.first(type, ({ event, data }) => event === type && data.data.id === id);
      succeeded(await api.post(`/v3/chats/${chat.id}/unread`, {}, { token }));
      assert.equal((await of('chat.updated', chat.id)).data.data.unreadCount, 1);
      const note = succeeded(await api.post(`/v3/chats/${chat.id}/notes`, { text: unique('note') }, { token }), 201);
      const expected = { id: note.id, chatId: chat.id, contactId: chat.contactId, userId: user.id, mentions: [], fileIds: [] };
      assert.deepEqual((await of('note.created', note.id)).data.data, expected);
      succeeded(await api.del(`/v3/notes/${note.id}`));
      assert.deepEqual((await of('note.deleted', note.id)).data.data, { ...expected, userId: null });
      const label = succeeded(await api.post('/v3/labels', { name: unique('label') }, { token }), 201);
      const changed = { type: 'label', id: label.id, userId: user.id, operationId: 'createLabel' };
      assert.deepEqual((await of('resource.changed', label.id)).data.data, changed);
      succeeded(await api.put(`/v3/channels/${chat.channelId}`, { status: 'paused' }));
      const { status, previousStatus } = (await of('channel.status_changed', chat.channelId)).data.data;
      assert.deepEqual([status, previousStatus], ['paused', 'active']);
    });
  }),
  check('Webhooks cannot subscribe to events of the feed', async (api) => {
    for (const type of ['message.created', 'chat.updated', 'note.created', 'channel.status_changed', 'resource.changed'])
      refused(
        await api.post('/v3/api_webhooks', { url: 'https://example.com/x', events: [{ type }] }),
        'events.0.type',
        'invalid_enum_value',
      );
  }),
];

const labels = [
  check(
    'DELETE /contacts/{contactId}/labels/{labelId} takes one label off; deleting it again reports it as not found',
    async (api) => {
      const [contact, one, other] = [await newContact(api), await newLabel(api), await newLabel(api)];
      succeeded(await api.post(`/v3/contacts/${contact.id}/labels`, { labels: [{ id: one.id }, { id: other.id }] }));
      const path = `/v3/contacts/${contact.id}/labels/${one.id}`;
      assert.deepEqual(succeeded(await api.del(path)), { deletedIds: [one.id], notFoundIds: [] });
      assert.deepEqual(succeeded(await api.del(path)), { deletedIds: [], notFoundIds: [one.id] });
      assert.deepEqual(idsOf(succeeded(await api.get(`/v3/contacts/${contact.id}`)).labels), [other.id]);
      succeeded(await api.get(`/v3/labels/${one.id}`));
      failed(await api.del(`/v3/contacts/${unknownId()}/labels/${one.id}`), 404, 'contact_not_found');
      const events = succeeded(
        await api.post('/v3/events/search', { query: 'eq(event,"contact.updated")', pagination: { limit: 100 } }),
      );
      const changes = events
        .filter(({ data }: Json) => data.id === contact.id)
        .map(({ data }: Json) => data.changes.labelsRemoved);
      assert.deepEqual(changes, [[one.id], []]);
    },
  ),
];

export const inbox: Chapter = { title: 'Inbox', checks: [...lists, ...counters, ...feed, ...labels] };
