import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChat, newLabel, newUser, unknownId } from '../fixtures.ts';
import { type Fields, hasOnly } from '../shapes.ts';
import { until } from '../until.ts';

const bulkFields: Fields = {
  id: 'id',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  endedAt: 'timestamp | null',
  action: 'string',
  parameters: 'object',
  query: 'string | null',
  search: 'string | null',
  idCount: 'number | null',
  status: 'string',
  error: 'string | null',
  counts: 'object',
  userId: 'id | null',
};

const started = async (api: Api, body: object): Promise<Json> => succeeded(await api.post('/v3/bulk_actions', body), 201);
const ended = (api: Api, { id }: Json): Promise<Json> =>
  until(
    `the end of bulk action ${id}`,
    async () => succeeded(await api.get(`/v3/bulk_actions/${id}`)),
    ({ status }) => status !== 'running',
  );
const run = async (api: Api, body: object): Promise<Json> => ended(api, await started(api, body));
const chatOf = async (api: Api, { id }: Json): Promise<Json> => succeeded(await api.get(`/v3/chats/${id}`));

export const bulkActions: Chapter = {
  title: 'Bulk actions',
  checks: [
    check('POST /bulk_actions answers 201 with every field; GET shows its end and its counts', async (api) => {
      const chats = [await newChat(api), await newChat(api)];
      const made = await started(api, { ids: chats.map(({ id }) => id), action: 'close' });
      hasOnly(made, bulkFields);
      assert.deepEqual([made.action, made.idCount, made.parameters], ['close', 2, {}]);
      const done = await ended(api, made);
      hasOnly(done, bulkFields);
      assert.deepEqual([done.status, done.counts], ['completed', { matched: 2, processed: 2, changed: 2, failed: 0 }]);
      for (const chat of chats) assert.equal((await chatOf(api, chat)).status, 'closed');
    }),
    check('A query or search chooses the chats, and no others are changed', async (api) => {
      const [one, other] = [await newChat(api), await newChat(api)];
      const done = await run(api, { query: `eq(channelId,"${one.channelId}")`, action: 'close' });
      assert.deepEqual([done.counts.matched, done.counts.changed], [1, 1]);
      assert.deepEqual([(await chatOf(api, one)).status, (await chatOf(api, other)).status], ['closed', 'open']);
    }),
    check('Actions: assign, snooze, open, mark_unread, mark_read, label and unlabel', async (api) => {
      const [chat, user, label] = [await newChat(api), await newUser(api), await newLabel(api)];
      const change = async (body: object): Promise<Json> => {
        const { counts } = await run(api, { ids: [chat.id], ...body });
        assert.equal(counts.changed, 1, JSON.stringify(body));
        return chatOf(api, chat);
      };
      assert.equal((await change({ action: 'assign', userId: user.id })).assignedUserId, user.id);
      const snoozedUntil = '2099-01-01T00:00:00.000Z';
      assert.equal((await change({ action: 'snooze', snoozedUntil })).snoozedUntil, snoozedUntil);
      assert.equal((await change({ action: 'open' })).status, 'open');
      assert.equal((await change({ action: 'mark_unread' })).isUnread, true);
      assert.equal((await change({ action: 'mark_read' })).isUnread, false);
      assert.deepEqual((await change({ action: 'label', labelIds: [label.id] })).contact.labels[0].id, label.id);
      assert.deepEqual((await change({ action: 'unlabel', labelIds: [label.id] })).contact.labels, []);
    }),
    check(
      'Each changed chat has the event and the audit entry of the single operation; unchanged chats have none',
      async (api) => {
        const chat = await newChat(api);
        for (const changed of [1, 0]) assert.equal((await run(api, { ids: [chat.id], action: 'close' })).counts.changed, changed);
        const query = `and(eq(operationId,"setChatStatus"),eq(resourceId,"${chat.id}"))`;
        const entries = succeeded(await api.post('/v3/audit_log/search', { query }));
        assert.deepEqual(
          entries.map(({ changes }: Json) => changes),
          [[{ field: 'status', from: 'open', to: 'closed' }]],
        );
        const events = succeeded(
          await api.post('/v3/events/search', { query: 'eq(event,"chat.status_changed")', pagination: { limit: 100 } }),
        );
        assert.equal(events.filter(({ data }: Json) => data.id === chat.id).length, 1);
      },
    ),
    check('bulk_action.progressed tells its end, and webhooks cannot subscribe to it', async (api) => {
      const chat = await newChat(api);
      const { id } = await run(api, { ids: [chat.id], action: 'close' });
      const events = succeeded(
        await api.post('/v3/events/search', { query: 'eq(event,"bulk_action.progressed")', pagination: { limit: 100 } }),
      );
      const last = events.find(({ data }: Json) => data.id === id && data.status === 'completed');
      assert.deepEqual(last?.data.counts, { matched: 1, processed: 1, changed: 1, failed: 0 });
      const hook = { url: 'https://hooks.example.invalid/x', events: [{ type: 'bulk_action.progressed' }] };
      assert.equal((await api.post('/v3/api_webhooks', hook)).status, 400);
    }),
    check('One that has ended cannot be cancelled: 409', async (api) => {
      const { id } = await run(api, { ids: [(await newChat(api)).id], action: 'close' });
      failed(await api.post(`/v3/bulk_actions/${id}/cancel`), 409, 'conflict');
    }),
    check('Ids or a search, not both and not neither; what could succeed for no chat is refused', async (api) => {
      const { id } = await newChat(api);
      const post = (body: object) => api.post('/v3/bulk_actions', body);
      refused(await post({ action: 'close' }), 'query', 'custom');
      refused(await post({ action: 'close', ids: [id], query: 'eq(status,"open")' }), 'ids', 'custom');
      refused(await post({ action: 'close', query: 'eq(mood,"good")' }), 'query', 'custom');
      refused(await post({ action: 'close', ids: [unknownId()] }), 'ids', 'not_found');
      refused(await post({ action: 'close', ids: Array(1_001).fill(id) }), 'ids', 'too_big');
      refused(await post({ action: 'assign', ids: [id], userId: unknownId() }), 'userId', 'not_found');
      refused(await post({ action: 'label', ids: [id], labelIds: ['nonsense'] }), 'labelIds.0', 'not_found');
      refused(await post({ action: 'snooze', ids: [id], snoozedUntil: '2020-01-01T00:00:00Z' }), 'snoozedUntil', 'invalid_date');
    }),
    check('Another tenant’s chats and bulk actions look like none', async (api) => {
      const chat = await newChat(api);
      const { id } = await run(api, { ids: [chat.id], action: 'close' });
      const theirs = { token: api.otherToken };
      refused(await api.post('/v3/bulk_actions', { ids: [chat.id], action: 'open' }, theirs), 'ids', 'not_found');
      alike(await api.get(`/v3/bulk_actions/${id}`, theirs), await api.get(`/v3/bulk_actions/${unknownId()}`, theirs));
      failed(await api.post(`/v3/bulk_actions/${id}/cancel`, {}, theirs), 404, 'bulk_action_not_found');
      assert.deepEqual(succeeded(await api.post('/v3/bulk_actions/search', { query: `eq(id,"${id}")` }, theirs)), []);
      assert.equal(succeeded(await api.post('/v3/bulk_actions/search', { query: `eq(id,"${id}")` })).length, 1);
    }),
    check('Needs chats.write; label and unlabel also need contacts.write; reading needs chats.read', async (api) => {
      const [chat, label] = [await newChat(api), await newLabel(api)];
      const [reader, writer] = [await narrowToken(api, 'chats.read'), await narrowToken(api, 'chats.write')];
      const close = { ids: [chat.id], action: 'close' };
      failed(await api.post('/v3/bulk_actions', close, { token: reader }), 403, 'forbidden');
      const { id } = succeeded(await api.post('/v3/bulk_actions', close, { token: writer }), 201);
      const labelling = { ids: [chat.id], action: 'label', labelIds: [label.id] };
      failed(await api.post('/v3/bulk_actions', labelling, { token: writer }), 403, 'forbidden');
      failed(await api.get(`/v3/bulk_actions/${id}`, { token: writer }), 403, 'forbidden');
      succeeded(await api.get(`/v3/bulk_actions/${id}`, { token: reader }));
    }),
  ],
};
