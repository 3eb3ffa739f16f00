import type { Inbound, InboundMedia } from '../../domain/messages/index.ts';
import { errorOfStatus } from './classify.ts';
import { dateOf, type Mail } from './mail.ts';
import { headerIn, idIn, ownIdOf } from './message-id.ts';
import type { EmailSettings } from './settings.ts';

/** What a mail server's report says (RFC 3464, RFC 5965), or nothing when it is no report or about nothing we can name. */
export function readReport(mail: Mail, settings: EmailSettings, at: Date): Inbound | null {
  if (!/^multipart\/report\b/i.test(mail.headers.get('content-type') ?? '')) return null;
  const delivery = partOf(mail, /^message\/(global-)?delivery-status$/);
  if (delivery) return deliveryReport(mail, fieldsOf(delivery), settings, at);
  const complaint = partOf(mail, /^message\/feedback-report$/);
  return complaint ? complaintReport(mail, fieldsOf(complaint), at) : null;
}

type Fields = ReadonlyMap<string, string>;

function deliveryReport(mail: Mail, fields: Fields, settings: EmailSettings, at: Date): Inbound | null {
  const vendorId = originalId(mail);
  if (!vendorId) return null;
  const action = (fields.get('action') ?? '').toLowerCase().split(/[\s;(]/)[0];
  const status = action === 'failed' ? 'failed' : action === 'delivered' ? 'delivered' : null;
  if (!status) return { kind: 'ignored', what: `mail delivery report: ${(action || 'no action').slice(0, 40)}` };
  const diagnostic = fields.get('diagnostic-code')?.replace(/^\s*[\w-]+\s*;\s*/, '') || 'The mail server could not deliver it';
  const code = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0] ?? null;
  const error = status === 'failed' ? errorOfStatus(code, diagnostic.slice(0, 500)) : null;
  return { kind: 'status', vendorId, messageId: ownIdOf(settings, vendorId), status, at, error, isOptOut: false };
}

function complaintReport(mail: Mail, fields: Fields, at: Date): Inbound {
  const recipient = fields.get('original-rcpt-to') ?? originalHeader(mail, 'to');
  const address = /[^\s<>,;:]+@[^\s<>,;]+/.exec(recipient ?? '')?.[0];
  if (!address) return { kind: 'ignored', what: 'mail complaint that names no recipient' };
  const when = dateOf(fields.get('arrival-date')) ?? at;
  return { kind: 'preference', of: { type: 'email', value: address }, isSubscribed: false, at: when < at ? when : at };
}

/** The mail that the report is about is in it, whole or as its header. */
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

/** Groups of header lines; a later group is about a recipient, and ours are sent to one. */
function fieldsOf(part: Buffer): Fields {
  const fields = new Map<string, string>();
  for (const line of part
    .subarray(0, 65_536)
    .toString()
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)) {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (name && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), (value ?? '').trim());
  }
  return fields;
}
