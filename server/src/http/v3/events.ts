import { z } from 'zod';
import { follow, searchEvents } from '../../domain/events/index.ts';
import { Event, toEvent, toLiveEvent } from '../../wire/v3/event.ts';
import { SearchBody, searchReply, toSearchReply } from '../../wire/v3/search.ts';
import { route } from '../route.ts';

const read = { tag: 'Events', scope: 'events.read' } as const;

export const events = [
  route({
    ...read,
    method: 'POST',
    path: '/events/search',
    operationId: 'searchEvents',
    viewers: 'filtered',
    summary: 'Search events; search looks in the event’s type',
    body: SearchBody,
    reply: searchReply(Event),
    handle: async (ctx, { body }) => toSearchReply(await searchEvents(ctx, body), (event) => toEvent(ctx.tenantId, event), body),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/events',
    operationId: 'followEvents',
    viewers: 'filtered',
    fails: ['quota_exceeded'],
    summary:
      'Follow events as they happen (server-sent events); types=a,b keeps those types, Last-Event-ID resumes, live=true adds live events',
    reply: z.string(),
    async *stream(ctx, { query, headers }, { feed, caller }) {
      const types = query.get('types')?.split(',');
      const wantsLive = query.get('live') === 'true';
      const lastId = headers['last-event-id'];
      yield ': connected\n\n';
      for await (const event of follow(ctx, feed.subscribe(ctx.tenantId), typeof lastId === 'string' ? lastId : undefined)) {
        if (event === null) yield ': still here\n\n';
        else if (types && !types.includes(event.type)) continue;
        else if ('id' in event) yield toFrame(ctx.tenantId, event);
        else if (wantsLive && (event.onlyFor ?? caller.userId) === caller.userId) yield toLiveFrame(ctx.tenantId, event);
      }
    },
  }),
];

/** Feeds of a tenant get the same event objects, so each is serialised once. */
const frames = new WeakMap<object, string>();

function toFrame(tenantId: string, event: Parameters<typeof toEvent>[1]): string {
  const known = frames.get(event);
  if (known !== undefined) return known;
  const frame = `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(toEvent(tenantId, event))}\n\n`;
  frames.set(event, frame);
  return frame;
}

/** A live event has no id line: a client that reconnects continues after the last stored event. */
const toLiveFrame = (tenantId: string, event: Parameters<typeof toLiveEvent>[1]): string =>
  `event: ${event.type}\ndata: ${JSON.stringify(toLiveEvent(tenantId, event))}\n\n`;
