import PostalMime, { type Attachment, type Address as MimeAddress } from 'postal-mime';
import type { InboundMedia } from '../../domain/messages/index.ts';
import { dateOf, headerMap, type Mail } from './mail.ts';
import { idIn, idsIn, vendorIdOf } from './message-id.ts';

/** Nesting has no honest use beyond a few levels. */
const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 1_048_576, maxRfc822NestingDepth: 5 };

/** Takes a mail apart. Throws when it is no mail or made to be endless. */
export async function readRaw(raw: Buffer): Promise<Mail> {
  const mail = await PostalMime.parse(raw, LIMITS);
  const html = mail.html?.trim() ? mail.html : null;
  return {
    vendorId: vendorIdOf(raw),
    date: dateOf(mail.date),
    from: mailboxOf(mail.from ?? mail.sender),
    replyTo: mailboxOf(mail.replyTo?.[0])?.address ?? null,
    subject: mail.subject?.trim() || null,
    text: mail.text?.trim() ? mail.text : html && (await htmlAsText(html)),
    html,
    inReplyTo: idIn(mail.inReplyTo),
    references: idsIn(mail.references),
    headers: headerMap(mail.headers.map(({ key, value }) => ({ name: key, value }))),
    attachments: mail.attachments.map(mediaOf),
  };
}

/**
 * What a mail without a plain part says. The parser makes text of HTML only for a mail that has both, so it is given one:
 * its conversion is careful with hostile markup, and ours would not be.
 */
export async function htmlAsText(html: string): Promise<string | null> {
  const encoded = Buffer.from(withoutHidden(html)).toString('base64').replace(/.{76}/g, '$&\r\n');
  const mail = await PostalMime.parse(
    [
      'Content-Type: multipart/mixed; boundary="half"\r\n',
      '--half\r\nContent-Type: text/plain\r\n\r\n',
      '--half\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n',
      `${encoded}\r\n--half--\r\n`,
    ].join('\r\n'),
  );
  return mail.text?.trim() || null;
}

/** Style sheets and scripts are written for programs. One pass, however many of them are never closed. */
export function withoutHidden(html: string): string {
  const lower = html.toLowerCase();
  const open = /<(style|script|head|title)\b/g;
  let kept = '';
  let at = 0;
  for (let found = open.exec(lower); found; found = open.exec(lower)) {
    const closed = lower.indexOf(`</${found[1]}`, found.index);
    if (lower.length !== html.length || closed === -1) break; // nothing is hidden by a tag that never ends
    kept += html.slice(at, found.index);
    at = open.lastIndex = lower.indexOf('>', closed) + 1 || html.length;
  }
  return kept + html.slice(at);
}

function mailboxOf(address: MimeAddress | undefined): Mail['from'] {
  const mailbox = address?.group ? address.group[0] : address;
  const value = mailbox?.address?.trim() ?? '';
  return isAddress(value) ? { address: value, name: mailbox?.name?.trim() || null } : null;
}

/** Loose on purpose: who wrote from an odd address can be answered there. */
export const isAddress = (text: string): boolean => /^[^\s<>@,;]{1,128}@[^\s<>@,;]{1,253}$/.test(text);

const mediaOf = ({ filename, mimeType, content }: Attachment): InboundMedia => ({
  mimeType: mimeType || null,
  fileName: filename?.trim() || null,
  source: { bytes: typeof content === 'string' ? Buffer.from(content) : bytesOf(content) },
});

const bytesOf = (content: ArrayBuffer | Uint8Array): Buffer =>
  content instanceof ArrayBuffer ? Buffer.from(content) : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
