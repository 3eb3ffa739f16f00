import { z } from 'zod';
import type { Address, Inbound } from '../../domain/messages/index.ts';
import { refuseCostlyJson } from '../json-limits.ts';
import { errorOfStatus } from './classify.ts';
import { htmlAsText } from './html-text.ts';
import { atMost, MAIL_LIMITS } from './limits.ts';
import { dateOf, headerMap, type Mail } from './mail.ts';
import { idIn, idsIn, METADATA_KEY, madeUpId, messageIdFor, ownIdOf } from './message-id.ts';
import { contentIdOf, isAddress } from './read-raw.ts';
import type { MailAccount } from './settings.ts';

/** A callback has a few dozen fields, two per header and three per attachment. */
const JSON_LIMITS = { values: 100_000, levels: 20 };

const text = z.string().nullish().catch(null);
const Person = z.object({ Email: text, Name: text }).nullish().catch(null);

/** The fields that are used. All are optional: they depend on the event. */
const Callback = z.object({
  RecordType: text,
  MessageID: text,
  Metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
  Recipient: text,
  Email: text,
  Type: text,
  Description: text,
  Details: text,
  DeliveredAt: text,
  BouncedAt: text,
  ReceivedAt: text,
  ChangedAt: text,
  SuppressSending: z.boolean().nullish().catch(null),
  SuppressionReason: text,
  From: text,
  FromFull: Person,
  FromName: text,
  ReplyTo: text,
  Subject: text,
  Date: text,
  TextBody: text,
  HtmlBody: text,
  Headers: z
    .array(z.object({ Name: z.string(), Value: z.string() }).nullable().catch(null))
    .catch([])
    .default([]),
  Attachments: z
    .array(z.object({ Name: text, Content: z.string(), ContentType: text, ContentID: text }).nullable().catch(null))
    .catch([])
    .default([]),
});
type Callback = z.infer<typeof Callback>;

/** Parses a callback of Postmark: a mail, or a report on one of ours. Throws if the body is no JSON object. */
export function readPostmark(
  settings: MailAccount,
  body: Buffer,
  receivedAt: Date,
  toInbound: (mail: Mail) => Inbound,
): Inbound[] {
  refuseCostlyJson(body, JSON_LIMITS);
  const json: unknown = JSON.parse(body.toString());
  const callbacks = z.array(Callback).parse(Array.isArray(json) ? json : [json]);
  return callbacks.map((callback) =>
    callback.RecordType ? readEvent(settings, callback, receivedAt) : toInbound(readMail(callback)),
  );
}

function readEvent(settings: MailAccount, event: Callback, receivedAt: Date): Inbound {
  const at = dateOf(event.DeliveredAt ?? event.BouncedAt ?? event.ChangedAt ?? event.ReceivedAt) ?? receivedAt;
  switch (event.RecordType) {
    case 'Delivery':
      return statusOf(settings, event, 'delivered', at);
    case 'Open':
      return statusOf(settings, event, 'read', at);
    case 'Bounce':
      return readBounce(settings, event, at);
    case 'SpamComplaint':
      return optOut(event, at);
    case 'SubscriptionChange':
      return readSubscription(event, at);
    default:
      return { kind: 'ignored', what: `mail event ${(event.RecordType ?? '').slice(0, 40)}` };
  }
}

type Status = Extract<Inbound, { kind: 'status' }>;

function statusOf(settings: MailAccount, event: Callback, status: Status['status'], at: Date): Inbound {
  const given = Object.entries(event.Metadata ?? {}).find(([key]) => key.toLowerCase() === METADATA_KEY)?.[1];
  const kept = event.MessageID?.includes('@') ? idIn(event.MessageID) : null; // our own, where Postmark was asked to keep it
  const messageId = typeof given === 'string' && given ? given : kept && ownIdOf(settings, kept);
  const vendorId = messageId ? messageIdFor(settings, messageId) : (kept ?? event.MessageID ?? null);
  if (!vendorId) return { kind: 'ignored', what: 'mail event without an id' };
  const error = status === 'failed' ? errorOfBounce(event) : null;
  return { kind: 'status', vendorId, messageId, status, at, error, isOptOut: false };
}

/** Bounce types that are no failure: retried by Postmark, or an automatic reply. */
const NOT_FAILED = new Set([
  'Transient',
  'AutoResponder',
  'AddressChange',
  'ChallengeVerification',
  'OpenRelayTest',
  'Subscribe',
]);

function readBounce(settings: MailAccount, event: Callback, at: Date): Inbound {
  if (event.Type === 'Unsubscribe' || event.Type === 'SpamComplaint') return optOut(event, at);
  if (event.Type && NOT_FAILED.has(event.Type)) return { kind: 'ignored', what: `mail bounce ${event.Type}` };
  return statusOf(settings, event, 'failed', at);
}

const UNDELIVERABLE = new Set(['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated', 'DnsError', 'SoftBounce']);

function errorOfBounce({ Type, Description, Details }: Callback): Status['error'] {
  const message = (Details || Description || 'The mail server could not deliver it').slice(0, 500);
  const status = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(Details ?? '')?.[0] ?? null;
  if (status) return errorOfStatus(status, message);
  return { key: Type && UNDELIVERABLE.has(Type) ? 'undeliverable' : 'content_refused', code: Type ?? null, message };
}

/** A bounced address is no opt-out: its bounce is reported separately. */
function readSubscription(event: Callback, at: Date): Inbound {
  if (event.SuppressSending === true && event.SuppressionReason === 'HardBounce') {
    return { kind: 'ignored', what: 'mail suppression after a bounce' };
  }
  const of = recipientOf(event);
  if (!of || typeof event.SuppressSending !== 'boolean')
    return { kind: 'ignored', what: 'mail subscription change without a recipient' };
  return { kind: 'preference', of, isSubscribed: !event.SuppressSending, at };
}

function optOut(event: Callback, at: Date): Inbound {
  const of = recipientOf(event);
  return of
    ? { kind: 'preference', of, isSubscribed: false, at }
    : { kind: 'ignored', what: 'mail complaint that names no recipient' };
}

function recipientOf({ Email, Recipient }: Callback): Address | null {
  const value = (Email ?? Recipient ?? '').trim();
  return isAddress(value) ? { type: 'email', value } : null;
}

/** Throws if the mail is over a limit. */
function refuseOverLimit({ TextBody, HtmlBody, Attachments, Headers }: Callback): void {
  atMost(MAIL_LIMITS.textChars, TextBody?.length ?? 0, 'characters of text');
  atMost(MAIL_LIMITS.htmlChars, HtmlBody?.length ?? 0, 'characters of HTML');
  atMost(MAIL_LIMITS.attachments, Attachments.length, 'attachments');
  const headerBytes = Headers.reduce((sum, header) => sum + (header ? header.Name.length + header.Value.length : 0), 0);
  atMost(MAIL_LIMITS.headerBytes, headerBytes, 'bytes of headers');
}

function readMail(callback: Callback): Mail {
  refuseOverLimit(callback);
  const headers = headerMap(callback.Headers.flatMap((header) => (header ? [{ name: header.Name, value: header.Value }] : [])));
  const html = callback.HtmlBody?.trim() ? callback.HtmlBody : null;
  const address = (callback.FromFull?.Email ?? callback.From ?? '').trim();
  const vendorId = idIn(headers.get('message-id')) ?? idIn(callback.MessageID) ?? madeUpId(JSON.stringify(callback));
  return {
    vendorId,
    date: dateOf(callback.Date),
    from: isAddress(address) ? { address, name: (callback.FromFull?.Name ?? callback.FromName)?.trim() || null } : null,
    replyTo: isAddress(callback.ReplyTo?.trim() ?? '') ? (callback.ReplyTo?.trim() ?? null) : null,
    subject: callback.Subject?.trim() || null,
    text: callback.TextBody?.trim() ? callback.TextBody : html && htmlAsText(html),
    html,
    inReplyTo: idIn(headers.get('in-reply-to')),
    references: idsIn(headers.get('references')),
    headers,
    contentIds: callback.Attachments.flatMap((file) => (file ? [contentIdOf(file.ContentID)] : [])),
    attachments: callback.Attachments.flatMap((file) =>
      file
        ? [
            {
              mimeType: file.ContentType || null,
              fileName: file.Name || null,
              source: { bytes: Buffer.from(file.Content, 'base64') },
            },
          ]
        : [],
    ),
  };
}
