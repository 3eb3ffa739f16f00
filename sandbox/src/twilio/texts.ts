import { remember } from '../bounded.ts';
import type { Account, Environment } from '../environment.ts';
import { messageOf } from './errors.ts';
import { segmentsOf } from './segments.ts';
import type { SmsSpec } from './spec.ts';

/** Twilio's record of one message, in or out. */
export type Text = {
  sid: string;
  to: string;
  from: string;
  body: string;
  status: string;
  direction: 'inbound' | 'outbound-api';
  errorCode: number | null;
  numMedia: number;
  messagingServiceSid: string | null;
  statusCallback: string | null;
  createdAtMs: number;
  sentAtMs: number | null;
};

export type TextFilter = { to?: string; from?: string; sinceMs?: number; untilMs?: number };

const MOST_TEXTS = 200_000;

export function saveText(account: Account, text: Text): void {
  remember(account.texts, text.sid, text, MOST_TEXTS);
}

/** Newest first, as Twilio lists them. */
export function findTexts(accounts: Account<SmsSpec>[], filter: TextFilter): Text[] {
  const found = accounts.flatMap((account) => [...account.texts.values()].filter((text) => matches(text, filter)));
  return found.reverse().sort((a, b) => b.createdAtMs - a.createdAtMs);
}

function matches(text: Text, { to, from, sinceMs, untilMs }: TextFilter): boolean {
  if (to !== undefined && text.to !== to) return false;
  if (from !== undefined && text.from !== from) return false;
  const atMs = text.sentAtMs ?? text.createdAtMs;
  return (sinceMs === undefined || atMs >= sinceMs) && (untilMs === undefined || atMs <= untilMs);
}

export function showText(accountSid: string, text: Text) {
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${text.sid}`;
  return {
    sid: text.sid,
    account_sid: accountSid,
    messaging_service_sid: text.messagingServiceSid,
    to: text.to,
    from: text.from,
    body: text.body,
    status: text.status,
    direction: text.direction,
    error_code: text.errorCode,
    error_message: text.errorCode === null ? null : messageOf(text.errorCode),
    num_media: String(text.numMedia),
    num_segments: String(segmentsOf(text.body)),
    date_created: twilioDate(text.createdAtMs),
    date_updated: twilioDate(text.sentAtMs ?? text.createdAtMs),
    date_sent: text.sentAtMs === null ? null : twilioDate(text.sentAtMs),
    api_version: '2010-04-01',
    price: null,
    price_unit: 'USD',
    uri: `${uri}.json`,
    subresource_uris: { media: `${uri}/Media.json` },
  };
}

/** Sets the status of a message and returns it. A canceled or deleted message is not changed. */
export function moveText(
  environment: Environment,
  account: Account,
  sid: string,
  status: string,
  errorCode: number | null,
): Text | null {
  const text = account.texts.get(sid);
  if (!text || text.status === 'canceled') return null;
  text.status = status;
  text.errorCode = errorCode;
  if (status !== 'queued' && status !== 'scheduled') text.sentAtMs ??= environment.clock.now();
  return text;
}

const twilioDate = (ms: number) => new Date(ms).toUTCString().replace('GMT', '+0000');
