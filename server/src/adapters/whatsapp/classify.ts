import type { Refusal } from '../adapter.ts';
import { type GraphError, refusalOf, type Verdict } from '../meta.ts';

/** The same codes come in the response to a send and in a failed status. */
export function classify(error: GraphError): Refusal {
  const isGone = error.code === 100 && error.subcode === 33; // Graph's error for a number that does not exist (any more)
  return refusalOf(error, verdicts.get(isGone ? 33 : error.code) ?? otherwise(error));
}

const brokenChannel: Verdict = { key: 'channel_needs_attention', next: 'stop_channel' };
const passing: Verdict = { key: 'provider_error', next: 'retry' };
const tooFast: Verdict = { key: 'rate_limited', next: 'slow_down' };
const badMessage: Verdict = { key: 'invalid_message', next: 'fail' };
const badTemplate: Verdict = { key: 'template_problem', next: 'fail' };
const notThisOne: Verdict = { key: 'provider_error', next: 'fail' };

const hour = 3_600;

const verdicts = new Map<number, Verdict>([
  [0, brokenChannel], // the token is invalid
  [190, brokenChannel], // the token has expired
  [3, brokenChannel], // the app may not do this
  [10, brokenChannel], // a permission is missing; so are all of 200 to 299, below
  [33, brokenChannel], // the number was deleted
  [368, brokenChannel], // blocked for a policy violation
  [131031, brokenChannel], // the account is locked
  [131042, brokenChannel], // Meta wants to be paid
  [133010, brokenChannel], // the number is not registered
  [133016, brokenChannel], // it was registered too often
  [1, passing],
  [2, passing],
  [131000, passing],
  [131016, passing],
  [131057, { ...passing, retryAfterSeconds: 60 }], // the number is being upgraded
  [4, tooFast],
  [80007, tooFast],
  [130429, tooFast],
  [131048, { ...tooFast, retryAfterSeconds: hour }], // too many people called it spam: a pause, or Meta locks the number
  [131056, { key: 'rate_limited', next: 'retry', retryAfterSeconds: 6 }], // too many to this one person; others may go on
  [131049, { key: 'rate_limited', next: 'fail', retryAfterSeconds: 24 * hour }], // this person had enough marketing today
  [100, badMessage],
  [131008, badMessage],
  [131009, badMessage],
  [131021, badMessage], // to ourselves
  [131051, badMessage],
  [131026, { key: 'undeliverable', next: 'fail' }],
  [131047, { key: 'outside_messaging_window', next: 'fail', implies: 'window_closed' }],
  [131050, { key: 'contact_unsubscribed', next: 'fail', implies: 'opted_out' }],
  [130472, notThisOne], // this person is in an experiment of Meta's
  [131060, notThisOne],
  [131052, { key: 'media_problem', next: 'retry' }], // it could not be downloaded
  [131053, { key: 'media_problem', next: 'fail' }], // the content does not match its type, or is too large
  [132000, badTemplate],
  [132001, badTemplate],
  [132005, badTemplate],
  [132007, badTemplate],
  [132012, badTemplate],
  [132015, { ...badTemplate, implies: 'template_changed' }], // paused
  [132016, { ...badTemplate, implies: 'template_changed' }], // disabled
]);

function otherwise({ code, isTransient }: GraphError): Verdict {
  if (code >= 200 && code <= 299) return brokenChannel;
  return isTransient ? passing : notThisOne;
}
