import type { types } from '@patchbay/sdk';

type Attempt = Pick<types.GetDeliveryResult['attempts'][number], 'url' | 'startedAt'>;

/** The request of an attempt as text. The signature depends on the secret, which the console does not know. */
export function requestText(eventId: string, { url, startedAt }: Attempt, event: types.Event | null): string {
  const { host, pathname, search } = new URL(url);
  const head = [
    `POST ${pathname}${search}`,
    `host: ${host}`,
    'content-type: application/json',
    `webhook-id: ${eventId}`,
    `webhook-timestamp: ${Math.floor(Date.parse(startedAt) / 1_000)}`,
    'webhook-signature: v1,…',
  ];
  return [...head, ...(event ? ['', JSON.stringify(event, null, 2)] : [])].join('\n');
}
