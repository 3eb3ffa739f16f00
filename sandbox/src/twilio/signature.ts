import { createHmac } from 'node:crypto';
import { hexId } from '../ids.ts';
import type { Callback } from '../outbox/outbox.ts';

/** Signs as Twilio does: the URL with its query, followed by all fields sorted by name. */
export function signedByTwilio(address: string, authToken: string, params: Record<string, string>): Callback {
  const url = address.split('#')[0] as string;
  const signed = Object.keys(params)
    .toSorted()
    .reduce((text, name) => text + name + params[name], url);
  return {
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'user-agent': 'TwilioProxy/1.1',
      'i-twilio-idempotency-token': hexId(),
      'x-twilio-signature': createHmac('sha1', authToken).update(signed).digest('base64'),
    },
    body: new URLSearchParams(params).toString(),
    ...triesAskedFor(address),
  };
}

/**
 * Reads the connection overrides in the URL's fragment: `rc` is the number of retries, `rp` the failures that are retried. Without `rp`
 * only a failed connection is retried, not an error response.
 */
function triesAskedFor(address: string): { tries?: number } {
  const overrides = new URLSearchParams(address.split('#')[1] ?? '');
  const policy = (overrides.get('rp') ?? 'ct').split(',');
  const wanted = /^[0-5]$/.exec(overrides.get('rc') ?? '');
  return wanted && (policy.includes('all') || policy.includes('5xx')) ? { tries: 1 + Number(wanted[0]) } : {};
}
