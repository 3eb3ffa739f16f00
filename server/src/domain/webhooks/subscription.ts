import type { EventType } from '../../registry/events.ts';

export type WebhookStatus = 'active' | 'paused' | 'disabled';
export type WebhookScope = { type: 'channel' | 'channel_type'; ids: string[] };
/** One entry of a subscription. Without a type it includes every type; scopes are ANDed, the ids of a scope are ORed. */
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
 * Returns the index rows of a subscription. The narrowest scope is the key, one row per id; the other scopes are conditions.
 * Equal rows are merged, so there are never more rows than ids.
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

/** Returns the ids that all scopes of one type have in common. */
function idsOf(event: WebhookEvent, type: WebhookScope['type']): string[] | null {
  const lists = event.scopes.filter((scope) => scope.type === type).map((scope) => new Set(scope.ids));
  const [first, ...rest] = lists;
  return first ? [...first].filter((id) => rest.every((list) => list.has(id))) : null;
}

/** Returns whether no channel can have all scopes of an event, such as WhatsApp on an SMS channel. */
export function isImpossible(event: WebhookEvent, typeOfChannel: ReadonlyMap<string, string>): boolean {
  const channels = idsOf(event, 'channel');
  const types = idsOf(event, 'channel_type');
  if (channels === null) return types?.length === 0;
  return !channels.some((id) => types === null || types.includes(typeOfChannel.get(id) ?? ''));
}

/** Returns the keys of index rows that can include an event of this channel. */
export const scopesOf = (channel: { id: string; type: string } | null): string[] =>
  channel ? ['*', `channel:${channel.id}`, `channel_type:${channel.type}`] : ['*'];
