import type { WebhookEvent } from './subscription.ts';

type Happened = { type: string; channelId: string | null; channelType: string | null };

/** Whether a subscription wants an event: the same rule as the index look-up, for one subscription at hand. */
export const subscribes = (events: WebhookEvent[], happened: Happened): boolean =>
  events.some(
    ({ type, scopes }) => (type === null || type === happened.type) && scopes.every((scope) => inScope(scope, happened)),
  );

const inScope = (scope: WebhookEvent['scopes'][number], happened: Happened): boolean => {
  const value = scope.type === 'channel' ? happened.channelId : happened.channelType;
  return value !== null && scope.ids.includes(value);
};
