import type { Inbound, InboundMedia } from '../../domain/messages/index.ts';
import { failsAuthentication } from './authentication.ts';
import { errorOfStatus } from './classify.ts';
import { dateOf, type Mail } from './mail.ts';
import { headerIn, idIn, ownIdOf } from './message-id.ts';
import { addressesIn } from './read-raw.ts';
import type { MailAccount } from './settings.ts';

/**
 * Parses a mail server's report (RFC 3464, RFC 5965). Returns undefined for other mails. Reports can be forged, so the result contains the
 * message and the addresses, and counts only if that message was sent to one of them.
 */
export function readReport(mail: Mail, settings: MailAccount, at: Date): Inbound | null {
  if (!/^multipart\/report\b/i.test(mail.headers.get('content-type') ?? '')) return null;
  const delivery = partOf(mail, /^message\/(global-)?delivery-status$/);
  const complaint = partOf(mail, /^message\/feedback-report$/);
  if ((delivery || complaint) && failsAuthentication(mail.headers)) {
    return { kind: 'ignored', what: 'mail report that failed authentication', isForged: true };
  }
  if (delivery) return deliveryReport(mail, fieldsOf(delivery), settings, at);
  return complaint ? complaintReport(mail, fieldsOf(complaint), settings, at) : null;
}

type Fields = ReadonlyMap<string, string>;

function deliveryReport(mail: Mail, fields: Fields, settings: MailAccount, at: Date): Inbound | null {
  const vendorId = originalId(mail);
  if (!vendorId) return null;
  const action = (fields.get('action') ?? '').toLowerCase().split(/[\s;(]/)[0];
  const status = action === 'failed' ? 'failed' : action === 'delivered' ? 'delivered' : null;
  if (!status) return { kind: 'ignored', what: `mail delivery report: ${(action || 'no action').slice(0, 40)}` };
  const diagnostic = fields.get('diagnostic-code')?.replace(/^\s*[\w-]+\s*;\s*/, '') || 'The mail server could not deliver it';
  const code = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0] ?? null;
  const error = status === 'failed' ? errorOfStatus(code, diagnostic.slice(0, 500)) : null;
  const recipients = recipientsOf(mail, fields);
  return { kind: 'status', vendorId, messageId: ownIdOf(settings, vendorId), status, at, error, isOptOut: false, recipients };
}

function complaintReport(mail: Mail, fields: Fields, settings: MailAccount, at: Date): Inbound {
  const [address] = recipientsOf(mail, fields);
  const vendorId = originalId(mail);
  if (!address || !vendorId) return { kind: 'ignored', what: 'mail complaint that names no message or no recipient' };
  const when = dateOf(fields.get('arrival-date')) ?? at;
  return {
    kind: 'preference',
    of: { type: 'email', value: address },
    isSubscribed: false,
    at: when < at ? when : at,
    about: { vendorId, messageId: ownIdOf(settings, vendorId) },
  };
}

/** Returns every recipient in the report. A forwarding server names other recipients than ours. */
const recipientsOf = (mail: Mail, fields: Fields): string[] => {
  const texts = [...RECIPIENT_FIELDS.map((name) => fields.get(name)), originalHeader(mail, 'to')];
  return [...new Set(texts.flatMap((text) => addressesIn(text ?? '')))].slice(0, MOST_RECIPIENTS);
};

const RECIPIENT_FIELDS = ['original-rcpt-to', 'original-recipient', 'final-recipient'];
const MOST_RECIPIENTS = 10;

/** Returns the reported mail, which is included whole or as its header. */
function originalHeader(mail: Mail, name: string): string | null {
  const original = partOf(mail, /^(message\/(rfc822|global)|text\/rfc822-headers|message\/global-headers)$/);
  return original ? headerIn(original, name) : null;
}

const originalId = (mail: Mail): string | null =>
  idIn(originalHeader(mail, 'message-id')) ?? idIn(mail.headers.get('x-original-message-id')) ?? mail.inReplyTo;

function partOf({ attachments }: Mail, type: RegExp): Buffer | null {
  const isIt = ({ mimeType, source }: InboundMedia) => 'bytes' in source && type.test((mimeType ?? '').toLowerCase());
  const source = attachments.find(isIt)?.source;
  return source && 'bytes' in source ? source.bytes : null;
}

const MOST_FIELDS_BYTES = 65_536;

/** Returns groups of header lines; the later groups are about recipients. Linear time: the lines are untrusted. */
function fieldsOf(part: Buffer): Fields {
  const fields = new Map<string, string>();
  const text = part.subarray(0, MOST_FIELDS_BYTES).toString();
  for (const line of text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (/^[\w-]+$/.test(name) && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}
