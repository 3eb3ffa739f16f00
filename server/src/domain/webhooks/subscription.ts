import type { EventType } from '../../registry/events.ts';

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

export type Route = { eventType: string; scope: string; channelTypes: string[] | null };

/**
 * Where a subscription can be found when something happens. The narrowest scope becomes the key, one row per id, and
 * what else must hold stays as a condition, so that finding the right ones among thousands is a look into an index. A row says
 * nothing of the other ids, and what several events say alike is there once: rows are never more than the ids that were named.
 */
export function routesOf(events: WebhookEvent[]): Route[] {
  const routes = new Map<string, Route>();
  for (const event of events) {
    const channels = idsOf(event, 'channel');
    const types = idsOf(event, 'channel_type')?.sort() ?? null;
    const keys = channels?.map((id) => `channel:${id}`) ?? types?.map((type) => `channel_type:${type}`) ?? ['*'];
    const channelTypes = channels && types; // a channel type that is the key needs no condition
    if (channels && types?.length === 0) continue;
    const eventType = event.type ?? '*';
    for (const scope of keys) routes.set(`${eventType} ${scope} ${channelTypes}`, { eventType, scope, channelTypes });
  }
  return [...routes.values()];
}

/** Several scopes of one type must all hold: only ids that are in each of them can. */
function idsOf(event: WebhookEvent, type: WebhookScope['type']): string[] | null {
  const lists = event.scopes.filter((scope) => scope.type === type).map((scope) => new Set(scope.ids));
  const [first, ...rest] = lists;
  return first ? [...first].filter((id) => rest.every((list) => list.has(id))) : null;
}

/** Whether no channel can fit the scopes of an event: WhatsApp only, on an SMS channel. */
export function isImpossible(event: WebhookEvent, typeOfChannel: ReadonlyMap<string, string>): boolean {
  const channels = idsOf(event, 'channel');
  const types = idsOf(event, 'channel_type');
  if (channels === null) return types?.length === 0;
  return !channels.some((id) => types === null || types.includes(typeOfChannel.get(id) ?? ''));
}

/** The keys under which subscriptions to an event of this channel may stand. */
export const scopesOf = (channel: { id: string; type: string } | null): string[] =>
  channel ? ['*', `channel:${channel.id}`, `channel_type:${channel.type}`] : ['*'];
