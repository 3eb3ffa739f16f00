import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { refused, succeeded } from '../expect.ts';
import { newChannel, newChat, newContact, tenantOf } from '../fixtures.ts';
import { aWhile } from '../queue.ts';
import { checkSamples } from '../samples.ts';
import { eventFields, hasOnly } from '../shapes.ts';
import { type Frame, following } from '../stream.ts';

const find = async (api: Api, body: object): Promise<Json[]> => succeeded(await api.post('/v3/events/search', body));
const about = (id: string, event?: string) => (frame: Frame) =>
  frame.data.data.id === id && (event === undefined || frame.event === event);

/** The newest event of a type, which in a quiet tenant is the one just caused; found by what it is about. */
const eventOf = async (api: Api, type: string, id: string): Promise<Json> =>
  (await find(api, { query: `eq(event,"${type}")`, pagination: { limit: 100 } })).find(({ data }) => data.id === id);

export const events: Chapter = {
  title: 'Events',
  checks: [
    check('POST /events/search finds an event the moment it has happened', async (api) => {
      const { id } = await newContact(api);
      const event = await eventOf(api, 'contact.created', id);
      hasOnly(event, eventFields);
      assert.deepEqual([event.event, event.tenantId, event.data.id], ['contact.created', tenantOf(api.token), id]);
    }),
    check('Events are found by id, event, channelId and createdAt, newest first', async (api) => {
      const { id: channelId } = await newChannel(api, 'sms');
      const contact = await newContact(api);
      const chat = succeeded(await api.post('/v3/chats', { channelId, contactId: contact.id }), 201);
      succeeded(await api.post(`/v3/chats/${chat.id}/status`, { status: 'closed' }));
      const ofChannel = await find(api, { query: `eq(channelId,"${channelId}")` });
      assert.deepEqual(
        ofChannel.map(({ event }) => event),
        ['chat.status_changed', 'chat.created'],
      );
      const [newest] = ofChannel;
      assert.deepEqual(await find(api, { query: `eq(id,"${newest.id}")` }), [newest]);
      const later = `and(eq(channelId,"${channelId}"),gt(createdAt,"${newest.createdAt}"))`;
      assert.deepEqual(await find(api, { query: later }), []);
    }),
    check('search looks in the event’s type', async (api) => {
      await newContact(api);
      for (const { event } of await find(api, { search: 'tact.cre' })) assert.equal(event, 'contact.created');
    }),
    check('A field that events do not have is refused by name', async (api) => {
      refused(await api.post('/v3/events/search', { query: 'eq(colour,"red")' }), 'query', 'custom');
    }),
    check('Another tenant’s events are not found', async (api) => {
      const { id } = await newContact(api, {}, { token: api.otherToken });
      assert.equal(await eventOf(api, 'contact.created', id), undefined);
    }),
    check('GET /events is a stream of server-sent events', (api) =>
      following(api, '/v3/events', async ({ status, headers }) => {
        assert.equal(status, 200);
        assert.match(headers.get('content-type') ?? '', /^text\/event-stream/);
        assert.match(headers.get('cache-control') ?? '', /no-store|no-cache/);
        assert.match(headers.get('x-request-id') ?? '', /./);
      }),
    ),
    check('What happens comes at once: id, event and, as data, the event as search shows it', (api) =>
      following(api, '/v3/events', async (stream) => {
        const startedAt = Date.now();
        const { id } = await newContact(api);
        const frame = await stream.first('contact.created', about(id));
        assert.ok(Date.now() - startedAt < 4_000, 'it came only with the next look');
        hasOnly(frame.data, eventFields);
        assert.deepEqual([frame.id, frame.event], [frame.data.id, 'contact.created']);
        assert.deepEqual(frame.data, await eventOf(api, 'contact.created', id));
      }),
    ),
    check('Without Last-Event-ID only what happens from now on comes', async (api) => {
      const { id } = await newContact(api);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await following(api, '/v3/events', async (stream) => {
        const next = await newContact(api);
        await stream.first('contact.created', about(next.id));
        assert.deepEqual(stream.all().filter(about(id)), []);
      });
    }),
    check('Last-Event-ID resumes: everything after that event comes, in order', async (api) => {
      const before = await newContact(api);
      const last = await eventOf(api, 'contact.created', before.id);
      const missed = [await newContact(api), await newContact(api), await newContact(api)];
      const work = async (stream: Parameters<Parameters<typeof following>[2]>[0]) => {
        const isMissed = (frame: Frame) => missed.some(({ id }) => frame.data.data.id === id);
        const frames = await stream.atLeast(missed.length, isMissed);
        assert.deepEqual(
          frames.map(({ data }) => data.data.id),
          missed.map(({ id }) => id),
        );
        const next = await newContact(api);
        await stream.first('what happens afterwards', about(next.id));
      };
      await following(api, '/v3/events?types=contact.created', work, last.id);
    }),
    check('Nothing comes twice on one connection, however it is found', async (api) => {
      const last = await eventOf(api, 'contact.created', (await newContact(api)).id);
      const work = async (stream: Parameters<Parameters<typeof following>[2]>[0]) => {
        const { id } = await newContact(api);
        await stream.first('contact.created', about(id));
        await new Promise((resolve) => setTimeout(resolve, 5_500)); // long enough for the stream's own look
        const ids = stream.all().map((frame) => frame.id);
        assert.equal(new Set(ids).size, ids.length);
      };
      await following(api, '/v3/events', work, last.id);
    }),
    check('A Last-Event-ID that is none of ours is as good as none', (api) =>
      following(
        api,
        '/v3/events',
        async (stream) => {
          assert.equal(stream.status, 200);
          const { id } = await newContact(api);
          await stream.first('contact.created', about(id));
        },
        'nonsense',
      ),
    ),
    check('types= keeps the types it names', (api) =>
      following(api, '/v3/events?types=chat.created,contact.deleted', async (stream) => {
        const { id } = await newContact(api);
        succeeded(await api.del(`/v3/contacts/${id}`));
        const chat = await newChat(api);
        await stream.first('contact.deleted', about(id, 'contact.deleted'));
        await stream.first('chat.created', about(chat.id, 'chat.created'));
        await aWhile();
        for (const { event } of stream.all()) assert.ok(['chat.created', 'contact.deleted'].includes(event), event);
      }),
    ),
    check('Another tenant’s events do not come', (api) =>
      following(api, '/v3/events', async (stream) => {
        const theirs = await newContact(api, {}, { token: api.otherToken });
        const { id } = await newContact(api);
        await stream.first('contact.created', about(id));
        await aWhile();
        for (const { data } of stream.all()) assert.equal(data.tenantId, tenantOf(api.token));
        assert.deepEqual(stream.all().filter(about(theirs.id)), []);
      }),
    ),
    checkSamples('Every type of event has a sample that is a delivery of it'),
  ],
};
