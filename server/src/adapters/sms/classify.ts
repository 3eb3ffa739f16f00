import type { MessageError } from '../../domain/messages/index.ts';
import type { Answered, NotAnswered } from '../../platform/provider-http.ts';
import type { Refusal, SendOutcome } from '../adapter.ts';

type Verdict = Pick<Refusal, 'next' | 'implies'> & { key: string };

const brokenChannel: Verdict = { key: 'channel_needs_attention', next: 'stop_channel' };
const fail = (key: string): Verdict => ({ key, next: 'fail' });
const slowDown: Verdict = { key: 'rate_limited', next: 'slow_down' };
const retry: Verdict = { key: 'provider_error', next: 'retry' };

/** Twilio's error codes, in the response to a send or in a later status. Other codes fail the message. */
const VERDICTS: Record<string, Verdict> = {
  10001: brokenChannel, // account is not active
  14107: slowDown,
  20003: brokenChannel,
  20005: brokenChannel, // account suspended
  20006: brokenChannel,
  20008: brokenChannel, // test credentials
  20404: brokenChannel, // no such account
  20429: slowDown,
  21211: fail('undeliverable'),
  21212: brokenChannel, // From is no number
  21217: fail('undeliverable'),
  21266: fail('undeliverable'), // to oneself
  21408: fail('undeliverable'), // region not enabled
  21601: brokenChannel, // From cannot send messages
  21602: fail('invalid_message'), // neither text nor media
  21603: brokenChannel,
  21604: fail('undeliverable'),
  21605: fail('invalid_message'),
  21606: fail('undeliverable'), // this sender cannot reach that country; others it may
  21608: fail('undeliverable'), // trial account, unverified recipient
  21610: { key: 'contact_unsubscribed', next: 'fail', implies: 'opted_out' },
  21611: slowDown, // this sender's queue
  21612: fail('undeliverable'),
  21614: fail('undeliverable'), // not a mobile number
  21617: fail('invalid_message'), // too long
  21619: fail('invalid_message'),
  21620: fail('media_problem'),
  21623: fail('media_problem'), // too many
  21659: brokenChannel, // From is not a number of this account
  21660: brokenChannel,
  21661: brokenChannel,
  21701: brokenChannel, // no such messaging service
  21703: brokenChannel, // messaging service without senders
  30001: { key: 'rate_limited', next: 'retry' },
  30002: brokenChannel, // account suspended between accepting and sending
  30003: fail('undeliverable'),
  30004: fail('undeliverable'), // blocked by the recipient or the carrier
  30005: fail('undeliverable'),
  30006: fail('undeliverable'), // landline
  30007: fail('content_refused'), // filtered by the carrier
  30008: fail('undeliverable'),
  30017: retry, // carrier network congested
  30019: fail('media_problem'),
  30022: slowDown, // 10DLC throughput of the carrier
  30034: brokenChannel, // number is not registered for 10DLC
};

/** Returns the error for the API, from a status or from a response. */
export const errorOf = (code: string | null, message: string): MessageError => ({
  key: verdictOf(code)?.key ?? 'provider_error',
  code: code || null,
  message,
});

/** Returns the outcome of a send. After a 5xx it is unknown: Twilio may have accepted the message before it failed. */
export function outcomeOf(answer: Answered | NotAnswered): SendOutcome {
  if (answer.kind === 'failed') return answer.reached ? { kind: 'unknown', message: answer.message } : notReached(answer.message);
  const body = readJson(answer.body);
  if (answer.status >= 200 && answer.status < 300) {
    return typeof body.sid === 'string' && body.sid !== ''
      ? { kind: 'accepted', vendorId: body.sid }
      : { kind: 'unknown', message: 'Twilio answered without an id for the message' };
  }
  if (answer.status >= 500) return { kind: 'unknown', message: `Twilio answered ${answer.status}` };
  return refusalOf(answer, body);
}

export const notReached = (message: string): Refusal => ({
  kind: 'refused',
  error: { key: 'provider_error', code: null, message },
  next: 'retry',
});

export function refusalOf({ status, headers }: Answered, body: Record<string, unknown>): Refusal {
  const code = typeof body.code === 'number' || typeof body.code === 'string' ? String(body.code) : null;
  const { key, ...verdict } = verdictOf(code) ?? verdictOfStatus(status);
  const message = typeof body.message === 'string' && body.message ? body.message : `Twilio answered ${status}`;
  return {
    kind: 'refused',
    error: { key, code: code ?? String(status), message },
    ...verdict,
    ...waitOf(headers['retry-after']),
  };
}

const verdictOf = (code: string | null): Verdict | undefined =>
  code !== null && Object.hasOwn(VERDICTS, code) ? VERDICTS[code] : undefined;

function verdictOfStatus(status: number): Verdict {
  if (status === 429) return slowDown;
  if (status === 401 || status === 403) return brokenChannel;
  if (status === 404 || (status >= 300 && status < 400)) return brokenChannel; // the base URL is not Twilio's API
  return fail('provider_error');
}

function waitOf(retryAfter: string | string[] | undefined): { retryAfterSeconds?: number } {
  const seconds = Number([retryAfter].flat()[0] ?? Number.NaN);
  return Number.isInteger(seconds) && seconds > 0 && seconds <= 3600 ? { retryAfterSeconds: seconds } : {};
}

/** Parses a response body, which can be any text. */
export function readJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
