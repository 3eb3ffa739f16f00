import { createHmac } from 'node:crypto';
import { hexId } from '../ids.ts';
import type { Callback } from '../outbox/outbox.ts';

/** Twilio signs the exact address, query included, followed by every name and value in order of the names. */
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
 * Connection overrides stand behind the address: `rc` says how many more tries, `rp` after which failures. Without `rp` only a failed
 * connection is tried again, not an answer with an error, which is what receivers here give.
 */
function triesAskedFor(address: string): { tries?: number } {
  const overrides = new URLSearchParams(address.split('#')[1] ?? '');
  const policy = (overrides.get('rp') ?? 'ct').split(',');
  const wanted = /^[0-5]$/.exec(overrides.get('rc') ?? '');
  return wanted && (policy.includes('all') || policy.includes('5xx')) ? { tries: 1 + Number(wanted[0]) } : {};
}
