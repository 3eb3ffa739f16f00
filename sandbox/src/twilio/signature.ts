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

/** Connection overrides stand behind the address: "#rc=3" asks for three more tries. */
function triesAskedFor(address: string): { tries?: number } {
  const wanted = /[#&]rc=([0-5])(&|$)/.exec(address.slice(address.indexOf('#') >>> 0));
  return wanted ? { tries: 1 + Number(wanted[1]) } : {};
}
