import type { Attachment, Address as MimeAddress } from 'postal-mime';
import type { InboundMedia } from '../../domain/messages/index.ts';
import { dateOf, headerMap, type Mail } from './mail.ts';
import { idIn, idsIn, vendorIdOf } from './message-id.ts';

/** Parses a mail. Throws if it is no mail, or over a limit. */
export async function readRaw(raw: Buffer): Promise<Mail> {
  const { parseMail } = await import('./mail-parser.ts'); // in worker threads only
  const mail = await parseMail(raw);
  const html = mail.html?.trim() ? mail.html : null;
  return {
    vendorId: vendorIdOf(raw),
    date: dateOf(mail.date),
    from: mailboxOf(mail.from ?? mail.sender),
    replyTo: mailboxOf(mail.replyTo?.[0])?.address ?? null,
    subject: mail.subject?.trim() || null,
    text: mail.text?.trim() ? mail.text : null,
    html,
    inReplyTo: idIn(mail.inReplyTo),
    references: idsIn(mail.references),
    headers: headerMap(mail.headers.map(({ key, value }) => ({ name: key, value }))),
    attachments: mail.attachments.map(mediaOf),
    contentIds: mail.attachments.map(({ contentId }) => contentIdOf(contentId)),
  };
}

const MOST_CONTENT_ID_CHARS = 200;

/** Returns the Content-ID without brackets, as in `cid:` URLs. A longer one is ignored. */
export function contentIdOf(header: string | null | undefined): string | null {
  const id = (header ?? '')
    .trim()
    .replace(/^(cid:|<)/i, '')
    .replace(/>$/, '');
  return id !== '' && id.length <= MOST_CONTENT_ID_CHARS ? id.toWellFormed() : null;
}

function mailboxOf(address: MimeAddress | undefined): Mail['from'] {
  const mailbox = address?.group ? address.group[0] : address;
  const value = mailbox?.address?.trim() ?? '';
  return isAddress(value) ? { address: value, name: mailbox?.name?.trim() || null } : null;
}

/** Accepts unusual addresses on purpose: they can be answered. */
export const isAddress = (text: string): boolean => /^[^\s<>@,;]{1,128}@[^\s<>@,;]{1,253}$/.test(text);

const MOST_ADDRESS_TEXT_CHARS = 2_000;

/** Returns the addresses in a text such as `Ada <ada@example.com>` or `rfc822; ada@example.com`. */
export const addressesIn = (text: string): string[] =>
  text
    .slice(0, MOST_ADDRESS_TEXT_CHARS)
    .split(/[\s<>,;:()"]+/)
    .filter(isAddress);

const mediaOf = ({ filename, mimeType, content }: Attachment): InboundMedia => ({
  mimeType: mimeType || null,
  fileName: filename?.trim() || (mimeType === 'message/rfc822' ? 'message.eml' : null),
  source: { bytes: withCalendarLines(mimeType, typeof content === 'string' ? Buffer.from(content) : bytesOf(content)) },
});

/** Converts the LF of an invitation to CRLF, which RFC 5545 requires. */
const withCalendarLines = (mimeType: string, bytes: Buffer): Buffer =>
  /^(text\/calendar|application\/ics)$/i.test(mimeType) ? Buffer.from(bytes.toString().replace(/\r?\n/g, '\r\n')) : bytes;

const bytesOf = (content: ArrayBuffer | Uint8Array): Buffer =>
  content instanceof ArrayBuffer ? Buffer.from(content) : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
