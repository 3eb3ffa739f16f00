import type { Refusal } from '../adapter.ts';
import { type GraphError, refusalOf, type Verdict } from '../meta.ts';

export function classify(error: GraphError): Refusal {
  if (error.code === 10 && isAboutWindow(error)) return refusalOf(error, windowClosed);
  return refusalOf(error, verdicts.get(error.code) ?? otherwise(error));
}

/** Code 10 means "too late" or "no permission"; the subcode, or else the text, decides. */
const isAboutWindow = ({ subcode, message }: GraphError): boolean =>
  subcode === 2534022 || subcode === 2018278 || /outside .*window/i.test(message);

const windowClosed: Verdict = { key: 'outside_messaging_window', next: 'fail', implies: 'window_closed' };
const brokenChannel: Verdict = { key: 'channel_needs_attention', next: 'stop_channel' };
const passing: Verdict = { key: 'provider_error', next: 'retry' };
const tooFast: Verdict = { key: 'rate_limited', next: 'slow_down' };

const verdicts = new Map<number, Verdict>([
  [0, brokenChannel],
  [190, brokenChannel], // the token has expired: they last 60 days
  [3, brokenChannel],
  [10, brokenChannel],
  [368, brokenChannel], // blocked for a policy violation
  [1, passing],
  [2, passing],
  [4, tooFast],
  [613, tooFast],
  [80002, tooFast],
  [100, { key: 'invalid_message', next: 'fail' }],
  [551, { key: 'undeliverable', next: 'fail' }], // this person cannot be written to now
]);

function otherwise({ code, isTransient }: GraphError): Verdict {
  if (code >= 200 && code <= 299) return brokenChannel;
  return isTransient ? passing : { key: 'provider_error', next: 'fail' };
}
