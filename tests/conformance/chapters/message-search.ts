import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Api, Json } from '../api.ts';
import { type Chapter, check, checkProvider } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChat, unknownId } from '../fixtures.ts';
import { hasFields, messageFields } from '../shapes.ts';
import { message, messagesOf, newTalk, says, sent } from '../talks.ts';

/** A word that no other check uses. */
const newWord = (): string => `w${randomUUID().replaceAll('-', '')}`;

const found = async (api: Api, body: object): Promise<Json[]> => succeeded(await api.post('/v3/messages/search', body));
const idsOf = (messages: Json[]): string[] => messages.map(({ id }) => id);

export const messageSearch: Chapter = {
  title: 'Search over all messages',
  checks: [
    checkProvider(
      'POST /messages/search finds received and sent messages by their words, newest first',
      async (api, provider) => {
        const word = newWord();
        const talk = await newTalk(api, provider, 'whatsapp', `Hello ${word}`);
        const answer = await sent(api, talk, { text: `Your ${word.toUpperCase()} is here` });
        const hits = await found(api, { text: word });
        assert.deepEqual(idsOf(hits), [answer.id, talk.chat.latestMessage.id]);
        for (const hit of hits) hasFields(hit, messageFields);
        assert.deepEqual(idsOf(await found(api, { text: `${word} your` })), [answer.id]);
        assert.deepEqual(idsOf(await found(api, { text: word.slice(0, -4) })), idsOf(hits));
        assert.deepEqual(await found(api, { text: `${word} absent` }), []);
      },
    ),
    checkProvider('Accents, case, separators of numbers and of ids do not matter', async (api, provider) => {
      const word = newWord();
      const talk = await newTalk(api, provider);
      const one = await says(api, talk, { text: `${word} Crème, call +49 (151) 234-5678 about AB-77/4` });
      for (const text of ['creme', 'CRÈME', '+491512345678', '49151234', 'ab-77/4', 'AB774'])
        assert.deepEqual(idsOf(await found(api, { text: `${word} ${text}` })), [one.id], text);
    }),
    checkProvider('Filters: chatId, channelId, contactId, direction, from and to', async (api, provider) => {
      const word = newWord();
      const [one, other] = [await newTalk(api, provider), await newTalk(api, provider)];
      const heard = await says(api, one, { text: word });
      const elsewhere = await says(api, other, { text: word });
      const answer = await sent(api, one, { text: word });
      const only = async (filter: object) => idsOf(await found(api, { text: word, ...filter }));
      assert.deepEqual(await only({}), [answer.id, elsewhere.id, heard.id]);
      assert.deepEqual(await only({ chatId: one.chat.id }), [answer.id, heard.id]);
      assert.deepEqual(await only({ channelId: other.line.channelId }), [elsewhere.id]);
      assert.deepEqual(await only({ contactId: one.chat.contactId }), [answer.id, heard.id]);
      assert.deepEqual(await only({ direction: 'outbound' }), [answer.id]);
      assert.deepEqual(await only({ from: '2000-01-01T00:00:00Z', to: '2001-01-01T00:00:00Z' }), []);
      for (const chatId of [unknownId(), 'nonsense']) assert.deepEqual(await only({ chatId }), []);
    }),
    checkProvider('Pages follow the cursor and show each message once', async (api, provider) => {
      const word = newWord();
      const talk = await newTalk(api, provider);
      const all: string[] = [];
      for (let i = 0; i < 5; i++) all.unshift((await sent(api, talk, { text: `${word} ${i}` })).id);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await api.post('/v3/messages/search', {
          text: word,
          pagination: { limit: 2, ...(cursor && { cursor }) },
        });
        seen.push(...idsOf(body.data));
        assert.equal(body.pagination.limit, 2);
        cursor = body.pagination.nextCursor;
      } while (cursor);
      assert.deepEqual(seen, all);
    }),
    checkProvider('Messages of a sensitive chat, and of another tenant, are not found', async (api, provider) => {
      const word = newWord();
      const talk = await newTalk(api, provider, 'whatsapp', word);
      assert.equal((await found(api, { text: word })).length, 1);
      const theirs = await api.post('/v3/messages/search', { text: word }, { token: api.otherToken });
      assert.deepEqual(succeeded(theirs), []);
      succeeded(await api.put(`/v3/chats/${talk.chat.id}`, { isSensitive: true }));
      assert.deepEqual(await found(api, { text: word }), []);
    }),
    checkProvider('What is deleted is no longer found', async (api, provider) => {
      const word = newWord();
      const talk = await newTalk(api, provider, 'whatsapp', word);
      succeeded(await api.del(`/v3/chats/${talk.chat.id}`));
      assert.deepEqual(await found(api, { text: word }), []);
    }),
    check('A text needs a word; a wrong cursor and unknown fields are refused', async (api) => {
      const search = (body: object) => api.post('/v3/messages/search', body);
      refused(await search({}), 'text', 'required');
      refused(await search({ text: '?!' }), 'text', 'custom');
      refused(await search({ text: 'x', pagination: { cursor: 'x' } }), 'pagination.cursor', 'custom');
      refused(await search({ text: 'x', sender: 'inbound' }), 'sender', 'unrecognized_keys');
    }),
    checkProvider(
      'around shows a message of a chat among its neighbours, with cursors to older and newer ones',
      async (api, provider) => {
        const talk = await newTalk(api, provider);
        for (let i = 0; i < 6; i++) await says(api, talk, { text: `line ${i}` });
        const all = await messagesOf(api, talk.chat, { pagination: { limit: 100 } });
        const list = (body: object) => api.post(`/v3/chats/${talk.chat.id}/messages/search`, body);
        const { body } = await list({ around: all[3]?.id, pagination: { limit: 3 } });
        assert.deepEqual(idsOf(body.data), idsOf(all.slice(2, 5)));
        const older = await list({ pagination: { cursor: body.pagination.nextCursor, limit: 100 } });
        assert.deepEqual(idsOf(older.body.data), idsOf(all.slice(5)));
        const newer = await list({
          sortBy: 'asc(timestamp)',
          pagination: { cursor: body.pagination.previousCursor, limit: 100 },
        });
        assert.deepEqual(idsOf(newer.body.data).reverse(), idsOf(all.slice(0, 2)));
        refused(await list({ around: unknownId() }), 'around', 'not_found');
        refused(await list({ around: all[3]?.id, search: 'x' }), 'search', 'custom');
      },
    ),
    checkProvider('GET /messages/{messageId}/html is a document under a strict policy', async (api, provider) => {
      const talk = await newTalk(api, provider, 'email', 'Good <b>day</b>');
      const { id } = await message(api, talk.chat.latestMessage.id);
      const shown = await api.get(`/v3/messages/${id}/html`);
      assert.equal(shown.status, 200);
      assert.match(shown.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(shown.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
      failed(await api.get(`/v3/messages/${id}/html`, { token: api.otherToken }), 404, 'message_not_found');
    }),
    check('Searching and reading need messages.read', async (api) => {
      const token = await narrowToken(api, 'chats.read', 'messages.write');
      await newChat(api);
      failed(await api.post('/v3/messages/search', { text: 'x' }, { token }), 403, 'forbidden');
      failed(await api.get(`/v3/messages/${unknownId()}/html`, { token }), 403, 'forbidden');
    }),
  ],
};
