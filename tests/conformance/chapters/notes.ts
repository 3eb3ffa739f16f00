import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChat, newUser, unique, unknownId } from '../fixtures.ts';
import { type Fields, hasOnly } from '../shapes.ts';

const noteFields: Fields = {
  id: 'id',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  chatId: 'id',
  text: 'string | null',
  isSensitive: 'boolean',
  author: 'object | null',
  mentions: 'array',
  fileIds: 'array',
};

const newNote = async (api: Api, chatId: string, text = 'Prefers mornings'): Promise<Json> =>
  succeeded(await api.post(`/v3/chats/${chatId}/notes`, { text }), 201);
const listed = async (api: Api, chatId: string, body: object = {}): Promise<Json[]> =>
  succeeded(await api.post(`/v3/chats/${chatId}/notes/search`, body));

export const notes: Chapter = {
  title: 'Notes',
  checks: [
    check('POST /chats/{chatId}/notes answers 201 with every field, and GET /notes/{noteId} the same', async (api) => {
      const { id: chatId } = await newChat(api);
      const note = await newNote(api, chatId);
      hasOnly(note, noteFields);
      assert.deepEqual([note.chatId, note.text, note.isSensitive, note.author], [chatId, 'Prefers mornings', false, null]);
      assert.deepEqual(succeeded(await api.get(`/v3/notes/${note.id}`)), note);
    }),
    check('A user’s token makes them the author; when they are deleted the note stays, without one', async (api) => {
      const [{ id: chatId }, { id, name }] = [await newChat(api), await newUser(api)];
      const body = { name: unique('token'), scopes: ['notes.write'], userId: id };
      const { accessToken: token } = succeeded(await api.post('/v3/access_tokens', body), 201);
      const note = succeeded(await api.post(`/v3/chats/${chatId}/notes`, { text: 'Mine' }, { token }), 201);
      assert.deepEqual(note.author, { id, name });
      assert.deepEqual((await listed(api, chatId, { query: `eq(authorId,"${id}")` })).length, 1);
      succeeded(await api.del(`/v3/users/${id}`));
      assert.deepEqual(succeeded(await api.get(`/v3/notes/${note.id}`)), { ...note, author: null });
    }),
    check('A text has 1 to 4096 characters; other fields are refused', async (api) => {
      const { id } = await newChat(api);
      const post = (body: object) => api.post(`/v3/chats/${id}/notes`, body);
      refused(await post({}), 'text', 'required');
      refused(await post({ text: ' ' }), 'text', 'too_small');
      refused(await post({ text: 'x'.repeat(4_097) }), 'text', 'too_big');
      refused(await post({ text: 'x', author: null }), 'author', 'unrecognized_keys');
      assert.equal((await newNote(api, id, 'x'.repeat(4_096))).text.length, 4_096);
    }),
    check('PUT /notes/{noteId} changes the text, and what is not given stays', async (api) => {
      const note = await newNote(api, (await newChat(api)).id);
      assert.equal(succeeded(await api.put(`/v3/notes/${note.id}`, { text: 'Prefers evenings' })).text, 'Prefers evenings');
      assert.equal(succeeded(await api.put(`/v3/notes/${note.id}`, {})).text, 'Prefers evenings');
      refused(await api.put(`/v3/notes/${note.id}`, { text: '' }), 'text', 'too_small');
      refused(await api.put(`/v3/notes/${note.id}`, { chatId: note.chatId }), 'chatId', 'unrecognized_keys');
    }),
    check(
      'POST /chats/{chatId}/notes/search lists the notes of that chat, newest first, and looks in their text',
      async (api) => {
        const [one, other] = [await newChat(api), await newChat(api)];
        const [first, second] = [await newNote(api, one.id, 'Loud dog'), await newNote(api, one.id, 'Side door')];
        await newNote(api, other.id, 'Loud cat');
        assert.deepEqual(await listed(api, one.id), [second, first]);
        assert.deepEqual(await listed(api, one.id, { search: 'LOUD' }), [first]);
        assert.deepEqual(await listed(api, one.id, { query: `eq(id,"${second.id}")` }), [second]);
        refused(await api.post(`/v3/chats/${one.id}/notes/search`, { query: 'eq(mood,"x")' }), 'query', 'custom');
      },
    ),
    check('In a sensitive chat lists hide the text; a note that is read by its id shows it', async (api) => {
      const { id } = await newChat(api, { isSensitive: true });
      const note = await newNote(api, id, 'Very private');
      assert.deepEqual([note.text, note.isSensitive], ['Very private', true]);
      assert.deepEqual(await listed(api, id), [{ ...note, text: null }]);
      assert.equal(succeeded(await api.get(`/v3/notes/${note.id}`)).text, 'Very private');
    }),
    check(
      'A note is no message, and no event has its text: the chat, its messages and the events do not show it',
      async (api) => {
        const chat = await newChat(api);
        const text = unique('secret');
        await newNote(api, chat.id, text);
        assert.deepEqual(succeeded(await api.get(`/v3/chats/${chat.id}`)), chat);
        assert.deepEqual(succeeded(await api.post(`/v3/chats/${chat.id}/messages/search`, {})), []);
        assert.ok(!(await api.post('/v3/events/search', { pagination: { limit: 100 } })).text.includes(text));
      },
    ),
    check('DELETE /notes/{noteId} answers a delete result; notes go with their chat', async (api) => {
      const { id: chatId } = await newChat(api);
      const [one, two] = [await newNote(api, chatId), await newNote(api, chatId)];
      assert.deepEqual(succeeded(await api.del(`/v3/notes/${one.id}`)), { deletedIds: [one.id], notFoundIds: [] });
      for (const gone of [one.id, 'nonsense'])
        assert.deepEqual(succeeded(await api.del(`/v3/notes/${gone}`)), { deletedIds: [], notFoundIds: [gone] });
      succeeded(await api.del(`/v3/chats/${chatId}`));
      failed(await api.get(`/v3/notes/${two.id}`), 404, 'note_not_found');
    }),
    check('What does not exist is 404, and another tenant’s looks the same', async (api) => {
      const chat = await newChat(api);
      const { id } = await newNote(api, chat.id);
      const theirs = { token: api.otherToken };
      for (const noteId of [id, 'nonsense']) {
        const masked = (reply: Awaited<ReturnType<Api['get']>>) => ({ ...reply, text: reply.text.replaceAll(noteId, '') });
        failed(await api.get(`/v3/notes/${noteId}`, theirs), 404, 'note_not_found');
        alike(await api.get(`/v3/notes/${noteId}`, theirs), await api.get(`/v3/notes/${unknownId()}`, theirs));
        failed(await api.put(`/v3/notes/${noteId}`, { text: 'x' }, theirs), 404, 'note_not_found');
        assert.equal(masked(await api.del(`/v3/notes/${noteId}`, theirs)).body.data.deletedIds.length, 0);
      }
      for (const chatId of [chat.id, unknownId(), 'nonsense']) {
        failed(await api.post(`/v3/chats/${chatId}/notes`, { text: 'x' }, theirs), 404, 'chat_not_found');
        failed(await api.post(`/v3/chats/${chatId}/notes/search`, {}, theirs), 404, 'chat_not_found');
      }
      assert.equal(succeeded(await api.get(`/v3/notes/${id}`)).text, 'Prefers mornings');
    }),
    check('Reading needs notes.read, writing notes.write', async (api) => {
      const chat = await newChat(api);
      const { id } = await newNote(api, chat.id);
      const [reader, writer] = [await narrowToken(api, 'notes.read'), await narrowToken(api, 'notes.write')];
      succeeded(await api.get(`/v3/notes/${id}`, { token: reader }));
      for (const reply of [
        await api.post(`/v3/chats/${chat.id}/notes`, { text: 'x' }, { token: reader }),
        await api.put(`/v3/notes/${id}`, {}, { token: reader }),
        await api.del(`/v3/notes/${id}`, { token: reader }),
        await api.get(`/v3/notes/${id}`, { token: writer }),
        await api.post(`/v3/chats/${chat.id}/notes/search`, {}, { token: writer }),
      ])
        failed(reply, 403, 'forbidden');
      succeeded(await api.put(`/v3/notes/${id}`, { text: 'y' }, { token: writer }));
    }),
  ],
};
