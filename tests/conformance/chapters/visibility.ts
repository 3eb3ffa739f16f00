import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import { newChannel, newChat, newContact, newTeam, newUser, unique, unknownId } from '../fixtures.ts';

const SCOPES = [
  'chats.read',
  'chats.write',
  'contacts.read',
  'contacts.write',
  'notes.read',
  'notes.write',
  'messages.read',
  'events.read',
  'channels.read',
  'webhooks.write',
];

type Person = { id: string; token: string };

/** A user with limits, and a token of the user. */
async function newViewer(api: Api, limits: object): Promise<Person> {
  const { id } = await newUser(api, { role: 'manager', ...limits });
  const made = await api.post('/v3/access_tokens', { name: unique('token'), scopes: SCOPES, userId: id });
  return { id, token: succeeded(made, 201).accessToken };
}

const assigned = async (api: Api, to: object): Promise<Json> => {
  const { id } = await newChat(api);
  return succeeded(await api.post(`/v3/chats/${id}/assign`, to));
};

/** Which of these chats a search of the user lists. */
async function listed(api: Api, { token }: Person, chats: Json[]): Promise<string[]> {
  const query = `in(id,${chats.map(({ id }) => `"${id}"`).join(',')})`;
  const found = succeeded(await api.post('/v3/chats/search', { query }, { token }));
  return chats.map(({ id }) => id).filter((id) => found.some((chat: Json) => chat.id === id));
}

const fields = [
  check(
    'A user sees all chats on all channels unless told otherwise; PUT changes both, null allows all channels',
    async (api) => {
      const user = await newUser(api);
      assert.deepEqual([user.visibility, user.channelIds], ['all', null]);
      const { id } = await newChannel(api);
      const after = succeeded(await api.put(`/v3/users/${user.id}`, { visibility: 'teams', channelIds: [id, id] }));
      assert.deepEqual([after.visibility, after.channelIds], ['teams', [id]]);
      assert.equal(succeeded(await api.put(`/v3/users/${user.id}`, { channelIds: null })).channelIds, null);
      assert.deepEqual(
        succeeded(await api.post('/v3/users/search', { query: `and(eq(id,"${user.id}"),eq(visibility,"teams"))` })).length,
        1,
      );
    },
  ),
  check('A visibility that is none, and unknown or foreign channels, are refused', async (api) => {
    const foreign = await newChannel(api, 'whatsapp', { token: api.otherToken });
    const { id } = await newUser(api);
    refused(await api.put(`/v3/users/${id}`, { visibility: 'most' }), 'visibility', 'invalid_enum_value');
    for (const channelId of [unknownId(), foreign.id, 'nonsense'])
      refused(await api.put(`/v3/users/${id}`, { channelIds: [channelId] }), 'channelIds.0', 'not_found');
  }),
];

const limits = [
  check(
    'own: the chats of the user; teams: also those of teams, of their members and of nobody; all: every chat',
    async (api) => {
      const [team, otherTeam, mate, stranger] = [await newTeam(api), await newTeam(api), await newUser(api), await newUser(api)];
      const people = await Promise.all(['own', 'teams', 'all'].map((visibility) => newViewer(api, { visibility })));
      const [own, teams, all] = people as [Person, Person, Person];
      succeeded(await api.post(`/v3/teams/${team.id}/members`, { members: [{ id: mate.id }, { id: own.id }, { id: teams.id }] }));
      const others = await Promise.all(
        [{ userId: mate.id }, { teamId: team.id }, { userId: null }, { userId: stranger.id }, { teamId: otherTeam.id }].map(
          (to) => assigned(api, to),
        ),
      );
      for (const [person, count] of [
        [own, 0],
        [teams, 3],
        [all, 5],
      ] as const) {
        const mine = await assigned(api, { userId: person.id });
        const wanted = [mine, ...others.slice(0, count)].map(({ id }) => id);
        assert.deepEqual(await listed(api, person, [mine, ...others]), wanted);
      }
    },
  ),
  check('A chat that a user does not see answers as an unknown one, to reads and to writes; so does its contact', async (api) => {
    const { token } = await newViewer(api, { visibility: 'own' });
    const chat = await newChat(api);
    const tries = (id: string, contactId: string) =>
      Promise.all([
        api.get(`/v3/chats/${id}`, { token }),
        api.post(`/v3/chats/${id}/messages/search`, {}, { token }),
        api.post(`/v3/chats/${id}/notes`, { text: 'x' }, { token }),
        api.post(`/v3/chats/${id}/assign`, { userId: null }, { token }),
        api.post(`/v3/chats/${id}/status`, { status: 'closed' }, { token }),
        api.get(`/v3/contacts/${contactId}`, { token }),
        api.put(`/v3/contacts/${contactId}`, { firstName: 'x' }, { token }),
      ]);
    const [hidden, unknown] = [await tries(chat.id, chat.contactId), await tries(unknownId(), unknownId())];
    for (const [i, reply] of hidden.entries()) {
      failed(reply, 404, i < 5 ? 'chat_not_found' : 'contact_not_found');
      alike(reply, unknown[i] as typeof reply);
    }
  }),
  check('channelIds hides chats and channels that are not listed', async (api) => {
    const [seen, hidden] = [await newChat(api), await newChat(api)];
    const person = await newViewer(api, { channelIds: [seen.channelId] });
    assert.deepEqual(await listed(api, person, [seen, hidden]), [seen.id]);
    failed(await api.get(`/v3/channels/${hidden.channelId}`, { token: person.token }), 404, 'channel_not_found');
  }),
  check('A user with limits who opens a chat has it; given away, it is gone', async (api) => {
    const [person, other, channel] = [await newViewer(api, { visibility: 'own' }), await newUser(api), await newChannel(api)];
    const { token } = person;
    const contact = await newContact(api, {}, { token });
    const body = { channelId: channel.id, contactId: contact.id };
    const chat = succeeded(await api.post('/v3/chats', body, { token }), 201);
    assert.equal(chat.assignedUserId, person.id);
    const given = succeeded(await api.post(`/v3/chats/${chat.id}/assign`, { userId: other.id }, { token }));
    assert.equal(given.assignedUserId, other.id);
    failed(await api.get(`/v3/chats/${chat.id}`, { token }), 404, 'chat_not_found');
  }),
  check('Operations that reach all conversations are 403 forbidden to a user with limits', async (api) => {
    const { token } = await newViewer(api, { visibility: 'teams' });
    const { id } = await newContact(api, {}, { token });
    failed(await api.post('/v3/contact_exports', {}, { token }), 403, 'forbidden');
    failed(await api.post('/v3/api_webhooks', { url: 'https://example.com/x', events: [] }, { token }), 403, 'forbidden');
    failed(await api.del(`/v3/contacts/${id}`, { token }), 403, 'forbidden');
  }),
];

export const visibility: Chapter = { title: 'Visibility of conversations', checks: [...fields, ...limits] };
