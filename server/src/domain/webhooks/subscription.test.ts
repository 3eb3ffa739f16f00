import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { subscribes } from './subscribes.ts';
import { isImpossible, routesOf, scopesOf, type WebhookEvent, type WebhookScope } from './subscription.ts';

type Happened = { type: string; channelId: string | null; channelType: string | null };

/** Evaluates the index query in memory. */
function found(events: WebhookEvent[], happened: Happened): boolean {
  const channel = happened.channelId && happened.channelType ? { id: happened.channelId, type: happened.channelType } : null;
  const keys = scopesOf(channel);
  return routesOf(events).some(
    (route) =>
      keys.includes(route.scope) &&
      [happened.type, '*'].includes(route.eventType) &&
      (route.channelTypes === null || route.channelTypes.includes(happened.channelType ?? '')),
  );
}

const scope = fc.oneof(
  fc.record({ type: fc.constant('channel' as const), ids: fc.subarray(['c1', 'c2', 'c3'], { minLength: 1 }) }),
  fc.record({ type: fc.constant('channel_type' as const), ids: fc.subarray(['whatsapp', 'sms'], { minLength: 1 }) }),
);
const event = fc.record({
  type: fc.constantFrom(null, 'contact.created' as const, 'chat.created' as const),
  scopes: fc.array(scope, { maxLength: 3 }),
});
const happened = fc.oneof(
  fc.record({
    type: fc.constantFrom('contact.created', 'chat.created'),
    channelId: fc.constantFrom('c1', 'c2'),
    channelType: fc.constantFrom('whatsapp', 'sms'),
  }),
  fc.record({ type: fc.constant('contact.created'), channelId: fc.constant(null), channelType: fc.constant(null) }),
);

test('property: the index finds a subscription exactly when the subscription includes the event', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 4 }), happened, (events, what) => {
      assert.equal(found(events as WebhookEvent[], what), subscribes(events as WebhookEvent[], what));
    }),
    { numRuns: 2_000 },
  );
});

test('property: there are never more rows than ids in the subscription, and no row twice', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 10 }), (events) => {
      const routes = routesOf(events as WebhookEvent[]);
      const named = events.reduce((sum, { scopes }) => sum + Math.max(1, scopes.flatMap(({ ids }) => ids).length), 0);
      assert.ok(routes.length <= named);
      assert.equal(new Set(routes.map((route) => JSON.stringify(route))).size, routes.length);
    }),
  );
});

test('events that repeat the same channels need one row per channel and event type', () => {
  const ids = Array.from({ length: 20 }, (_, i) => `c${i}`);
  const rotated = (by: number) => [...ids.slice(by), ...ids.slice(0, by)];
  const events = Array.from({ length: 100 }, (_, i): WebhookEvent => {
    return { type: i % 2 ? 'chat.created' : 'chat.deleted', scopes: [{ type: 'channel', ids: rotated(i % 20) }] };
  });
  assert.equal(routesOf(events).length, 40);
});

test('scopes are ANDed, ids within a scope are ORed, an event of no channel matches no channel scope', () => {
  const both: WebhookEvent[] = [
    {
      type: null,
      scopes: [
        { type: 'channel', ids: ['c1', 'c2'] },
        { type: 'channel_type', ids: ['sms'] },
      ],
    },
  ];
  assert.equal(subscribes(both, { type: 'chat.created', channelId: 'c2', channelType: 'sms' }), true);
  assert.equal(subscribes(both, { type: 'chat.created', channelId: 'c2', channelType: 'email' }), false);
  assert.equal(subscribes(both, { type: 'chat.created', channelId: null, channelType: null }), false);
});

test('an event is impossible when no channel fits all its scopes', () => {
  const types = new Map([
    ['wa', 'whatsapp'],
    ['sms', 'sms'],
  ]);
  const channel = (...ids: string[]) => ({ type: 'channel' as const, ids });
  const kind = (...ids: string[]) => ({ type: 'channel_type' as const, ids });
  const is = (...scopes: WebhookScope[]) => isImpossible({ type: 'message.received', scopes }, types);
  assert.equal(is(channel('sms'), kind('whatsapp')), true);
  assert.equal(is(kind('sms'), kind('email')), true);
  assert.equal(is(channel('wa'), channel('sms')), true);
  for (const scopes of [
    [],
    [channel('wa')],
    [kind('sms')],
    [channel('wa', 'sms'), kind('sms')],
    [kind('sms', 'email'), kind('sms')],
  ])
    assert.equal(is(...scopes), false, JSON.stringify(scopes));
});
