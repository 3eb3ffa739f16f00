import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, check, checkProvider } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChat, newTeam, newUser, unknownId } from '../fixtures.ts';
import { type Fields, hasOnly } from '../shapes.ts';
import { newTalk, says, sent } from '../talks.ts';

const HOUR_MS = 3_600_000;
const rowFields: Fields = {
  from: 'timestamp',
  channelId: 'id | null',
  userId: 'id | null',
  teamId: 'id | null',
  count: 'number',
  averageSeconds: 'number | null',
  p50Seconds: 'number | null',
  p90Seconds: 'number | null',
  p95Seconds: 'number | null',
  averageScore: 'number | null',
};

const bodyOf = (metric: string, body: object): object => {
  const now = Date.now();
  return {
    metric,
    from: new Date(now - HOUR_MS).toISOString(),
    to: new Date(now + HOUR_MS).toISOString(),
    bucket: 'total',
    ...body,
  };
};
const ask = (api: Api, metric: string, body: object = {}) => api.post('/v3/reports/search', bodyOf(metric, body));
const rows = async (api: Api, metric: string, body: object = {}): Promise<Json[]> => succeeded(await ask(api, metric, body)).rows;

/** Counts of one channel, so that other checks do not matter. */
const ofChannel = async (api: Api, metric: string, channelId: string): Promise<Json> =>
  (await rows(api, metric, { filters: { channelIds: [channelId] } }))[0];

export const reports: Chapter = {
  title: 'Reports',
  checks: [
    check('POST /reports/search answers with every field, and repeats the request as it was understood', async (api) => {
      await newChat(api);
      const report = succeeded(await ask(api, 'chats_opened', { groupBy: ['channelId'], timeZone: 'Europe/Berlin' }));
      const { metric, bucket, groupBy, timeZone } = report;
      assert.deepEqual([metric, bucket, groupBy, timeZone], ['chats_opened', 'total', ['channelId'], 'Europe/Berlin']);
      assert.ok(report.rows.length > 0);
      for (const row of report.rows) {
        hasOnly(row, rowFields);
        assert.deepEqual([row.userId, row.teamId, row.averageSeconds, row.p95Seconds], [null, null, null, null]);
      }
    }),
    check('A chat counts when it is created, closed and opened again; a change to the same status does not', async (api) => {
      const chat = await newChat(api);
      const counts = async () => [
        (await ofChannel(api, 'chats_opened', chat.channelId))?.count ?? 0,
        (await ofChannel(api, 'chats_closed', chat.channelId))?.count ?? 0,
        (await ofChannel(api, 'resolution_time', chat.channelId))?.count ?? 0,
      ];
      assert.deepEqual(await counts(), [1, 0, 0]);
      for (const status of ['closed', 'closed', 'open']) await api.post(`/v3/chats/${chat.id}/status`, { status });
      assert.deepEqual(await counts(), [2, 1, 1]);
    }),
    checkProvider('Messages count in both directions, and the first reply once, with the time it took', async (api, provider) => {
      const talk = await newTalk(api, provider, 'sms');
      await says(api, talk, { text: 'Anybody there?' });
      await sent(api, talk, { text: 'Yes' });
      await sent(api, talk, { text: 'How can I help?' });
      const { channelId } = talk.line;
      assert.equal((await ofChannel(api, 'messages_received', channelId))?.count, 2);
      assert.equal((await ofChannel(api, 'messages_sent', channelId))?.count, 2);
      const reply = await ofChannel(api, 'first_reply_time', channelId);
      assert.equal(reply?.count, 1);
      for (const field of ['averageSeconds', 'p50Seconds', 'p90Seconds', 'p95Seconds']) assert.ok(reply?.[field] >= 0, field);
    }),
    check('Counts belong to the user and team that the chat had; filters and groups combine', async (api) => {
      const [chat, user, team] = [await newChat(api), await newUser(api), await newTeam(api)];
      succeeded(await api.post(`/v3/chats/${chat.id}/assign`, { userId: user.id, teamId: team.id }));
      succeeded(await api.post(`/v3/chats/${chat.id}/status`, { status: 'closed' }));
      succeeded(await api.post(`/v3/chats/${chat.id}/assign`, { userId: null, teamId: null }));
      const filters = { userIds: [user.id], teamIds: [team.id] };
      const [row, ...more] = await rows(api, 'chats_closed', { filters, groupBy: ['userId', 'channelId', 'teamId'] });
      assert.deepEqual([row?.userId, row?.teamId, row?.channelId, row?.count], [user.id, team.id, chat.channelId, 1]);
      assert.deepEqual(more, []);
      assert.deepEqual(await rows(api, 'chats_closed', { filters: { userIds: [unknownId(), 'nobody'] } }), []);
    }),
    check('Periods begin at midnight of the time zone', async (api) => {
      await newChat(api);
      const body = { bucket: 'day', timeZone: 'Asia/Kathmandu' };
      for (const { from } of await rows(api, 'chats_opened', body)) assert.equal(from.slice(11), '18:15:00.000Z');
    }),
    check('A wrong metric, range, time zone or group is refused with its reason', async (api) => {
      refused(await ask(api, 'moods'), 'metric', 'invalid_enum_value');
      refused(await ask(api, 'chats_opened', { from: undefined }), 'from', 'required');
      refused(await ask(api, 'chats_opened', { to: '2020-01-01T00:00:00Z' }), 'to', 'invalid_date');
      refused(await ask(api, 'chats_opened', { from: '2020-01-01T00:00:00Z' }), 'to', 'too_big');
      refused(await ask(api, 'chats_opened', { timeZone: 'Mars/Olympus' }), 'timeZone', 'custom');
      refused(await ask(api, 'chats_opened', { groupBy: ['mood'] }), 'groupBy.0', 'invalid_enum_value');
    }),
    check('Without reports.read it is 403 forbidden', async (api) => {
      const token = await narrowToken(api, 'usage.read');
      failed(await api.post('/v3/reports/search', bodyOf('chats_opened', {}), { token }), 403, 'forbidden');
    }),
  ],
};
