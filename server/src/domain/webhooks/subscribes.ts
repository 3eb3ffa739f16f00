import type { WebhookEvent } from './subscription.ts';

type Happened = { type: string; channelId: string | null; channelType: string | null };

/** Returns whether a subscription includes an event, by the same rule as the index query. */
export const subscribes = (events: WebhookEvent[], happened: Happened): boolean =>
  events.some(
    ({ type, scopes }) => (type === null || type === happened.type) && scopes.every((scope) => inScope(scope, happened)),
  );

const inScope = (scope: WebhookEvent['scopes'][number], happened: Happened): boolean => {
  const value = scope.type === 'channel' ? happened.channelId : happened.channelType;
  return value !== null && scope.ids.includes(value);
};
