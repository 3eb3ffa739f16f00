import type { Account, Environment } from '../environment.ts';
import type { Send } from '../journal.ts';
import { planStatuses } from '../sending/statuses.ts';
import type { Attempt, Refusal } from '../sending/take-send.ts';
import { comesLater } from './errors.ts';
import { newSid } from './sid.ts';
import { statusUpdate } from './sms.ts';
import type { SmsSpec } from './spec.ts';
import { saveText, type Text } from './texts.ts';

type Sms = Account<SmsSpec>;

const LONGEST_BODY = 1600;
const MOST_MEDIA = 10;

export function smsAttempt(account: Sms, form: URLSearchParams, key: string | null): Attempt {
  const to = form.get('To') ?? '';
  const statusUrl = form.get('StatusCallback') ?? undefined;
  return {
    to,
    body: bodyOf(form),
    text: form.get('Body') ?? form.getAll('MediaUrl').join(' '),
    details: form.has('MediaUrl') ? { type: 'file', file: { name: null, mimeType: null } } : { type: 'text' },
    key,
    ownId: ownIdIn(statusUrl),
    statusUrl,
    newVendorId: () => newSid(form.has('MediaUrl') ? 'MM' : 'SM'),
    refuse: () => faultIn(account, form, to),
    codes: { locked: 20005, tooFast: 20429 },
    comesLater,
  };
}

/** Stores Twilio's record of an accepted message. */
export function newText(environment: Environment, account: Sms, form: URLSearchParams, send: Send): Text {
  const service = form.get('MessagingServiceSid');
  const text: Text = {
    sid: send.vendorId as string,
    to: send.to,
    from: form.get('From') ?? account.spec.number,
    body: form.get('Body') ?? '',
    status: form.get('ScheduleType') === 'fixed' ? 'scheduled' : service ? 'accepted' : 'queued',
    direction: 'outbound-api',
    errorCode: null,
    numMedia: form.getAll('MediaUrl').length,
    messagingServiceSid: service,
    statusCallback: send.statusUrl ?? null,
    createdAtMs: environment.clock.now(),
    sentAtMs: null,
  };
  saveText(account, text);
  return text;
}

/** Plans the statuses, after the scheduled time of the message. */
export function followUp(
  environment: Environment,
  account: Sms,
  form: URLSearchParams,
  send: Send,
  failLater: number | null,
): void {
  const { knobs, chance } = account;
  const plan = failLater === null ? planStatuses(knobs, chance) : ['sent', failLater === 30001 ? 'failed' : 'undelivered'];
  const sendAtMs = form.get('ScheduleType') === 'fixed' ? Date.parse(form.get('SendAt') ?? '') - environment.clock.now() : 0;
  plan.forEach((status, i) => {
    const failed = status === 'undelivered' || status === 'failed';
    const change = { vendorId: send.vendorId as string, status, ...(failed && { errorCode: failLater as number }) };
    account.outbox.plan(Math.max(0, sendAtMs || 0) + knobs.statusDelayMs * (i + 1), () => {
      const update = statusUpdate(environment, account, change, send);
      return update ? [update] : [];
    });
  });
}

function faultIn(account: Sms, form: URLSearchParams, to: string): Refusal | null {
  const from = form.get('From');
  if (!to) return { code: 21604 };
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return { code: 21211, details: `Invalid 'To' Phone Number: ${to}` };
  if (!from && !form.get('MessagingServiceSid')) return { code: 21603 };
  if (to === from) return { code: 21266 };
  if (from && from !== account.spec.number) return { code: 21606, details: `The 'From' number ${from} is not yours` };
  const body = form.get('Body') ?? '';
  if (!body && !form.has('MediaUrl') && !form.has('ContentSid')) return { code: 21602 };
  if (body.length > LONGEST_BODY) return { code: 21617 };
  if (form.getAll('MediaUrl').length > MOST_MEDIA) return { code: 21620 };
  return account.people.find(to)?.optedOut ? { code: 21610 } : null;
}

function bodyOf(form: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length > 1 ? values : (values[0] as string)];
    }),
  );
}

function ownIdIn(statusUrl: string | undefined): string | null {
  return statusUrl && URL.canParse(statusUrl) ? new URL(statusUrl).searchParams.get('messageId') : null;
}
