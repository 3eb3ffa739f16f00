import type { EventType } from '../../catalogue/events.ts';

export type WebhookStatus = 'active' | 'paused' | 'disabled';
export type WebhookScope = { type: 'channel' | 'channel_type'; ids: string[] };
/** One kind of event: no type means every type; scopes are ANDed, the ids within one are ORed. */
export type WebhookEvent = { type: EventType | null; scopes: WebhookScope[] };

export type Webhook = {
  id: string;
  url: string;
  status: WebhookStatus;
  events: WebhookEvent[];
  v2Type: string | null;
  isOrdered: boolean;
  failingSince: Date | null;
  disabledReason: string | null;
  createdAt: Date;
  updatedAt: Date;
};

export type Route = { eventType: string; scope: string; channelIds: string[] | null; channelTypes: string[] | null };

/**
 * Where a subscription can be found when something happens. The narrowest scope becomes the key, one row per id, and
 * what else must hold stays as a condition, so that finding the right ones among thousands is a look into an index.
 */
export function routesOf(events: WebhookEvent[]): Route[] {
  return events.flatMap((event) => {
    const channelIds = idsOf(event, 'channel');
    const channelTypes = idsOf(event, 'channel_type');
    const keys = channelIds?.map((id) => `channel:${id}`) ?? channelTypes?.map((type) => `channel_type:${type}`) ?? ['*'];
    return keys.map((scope) => ({ eventType: event.type ?? '*', scope, channelIds, channelTypes }));
  });
}

/** Several scopes of one type must all hold: only ids that are in each of them can. */
function idsOf(event: WebhookEvent, type: WebhookScope['type']): string[] | null {
  const lists = event.scopes.filter((scope) => scope.type === type).map((scope) => new Set(scope.ids));
  const [first, ...rest] = lists;
  return first ? [...first].filter((id) => rest.every((list) => list.has(id))) : null;
}

/** The keys under which subscriptions to an event of this channel may stand. */
export const scopesOf = (channel: { id: string; type: string } | null): string[] =>
  channel ? ['*', `channel:${channel.id}`, `channel_type:${channel.type}`] : ['*'];
