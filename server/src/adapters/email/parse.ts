import type { Inbound, InboundMedia, MessageType } from '../../domain/messages/index.ts';
import type { InboundRequest } from '../adapter.ts';
import { asksToStop, isAutomatic } from './automatic.ts';
import { cleanHtml } from './clean-html.ts';
import { SHOWN_LIMITS } from './limits.ts';
import type { Mail } from './mail.ts';
import { isJson, noticeOf } from './notice.ts';
import { readPostmark } from './postmark.ts';
import { withoutQuote } from './quotes.ts';
import { readRaw } from './read-raw.ts';
import { readReport } from './report.ts';
import type { MailAccount } from './settings.ts';

/** Parses a provider's JSON or a raw mail. A mail that cannot be parsed, or is over a limit, becomes a notice. */
export async function parse(settings: MailAccount, request: InboundRequest): Promise<Inbound[]> {
  const { body, receivedAt } = request;
  try {
    if (isJson(request)) return readPostmark(settings, body, receivedAt, (mail) => toInbound(mail, settings, receivedAt));
    return [toInbound(await readRaw(body), settings, receivedAt)];
  } catch (error) {
    return noticeOf(settings, request, (error as Error).message.slice(0, 200));
  }
}

function toInbound(mail: Mail, settings: MailAccount, receivedAt: Date): Inbound {
  const report = readReport(mail, settings, receivedAt);
  if (report) return report;
  if (!mail.from) return { kind: 'ignored', what: 'mail without a sender' };
  const { address, name } = mail.from;
  if (address.toLowerCase() === settings.address.toLowerCase()) return { kind: 'ignored', what: 'mail from our own address' };
  const text = mail.text === null ? null : withoutQuote(mail.text);
  return {
    kind: 'message',
    vendorId: mail.vendorId,
    at: believable(mail.date, receivedAt),
    from: [{ type: 'email', value: address }],
    name: name?.slice(0, SHOWN_LIMITS.nameChars).toWellFormed() ?? null,
    content: {
      type: typeOf(text, mail.attachments),
      text,
      media: mail.attachments,
      details: detailsOf(mail, text),
      replyTo: mail.inReplyTo,
    },
    isAutomatic: isAutomatic(mail),
    preference: asksToStop({ subject: mail.subject, text }) ? 'stop' : null,
  };
}

/** `html` is untrusted; `cleanHtml` is safe to show. */
const detailsOf = (
  { subject, html, vendorId, inReplyTo, references, replyTo, contentIds, text: whole }: Mail,
  text: string | null,
) => ({
  subject: subject?.slice(0, SHOWN_LIMITS.subjectChars).toWellFormed() ?? null,
  html,
  cleanHtml: html === null ? null : cleanHtml(html),
  messageId: vendorId,
  inReplyTo,
  references,
  replyTo,
  /** The attachments that `cid:` URLs in the HTML refer to. */
  ...(contentIds.some((id) => id !== null) && { contentIds }),
  /** The text with the quoted mail, if the quote was removed. */
  fullText: whole !== null && whole.replace(/\r\n?/g, '\n').trim() !== text ? whole : null,
});

const OLDEST_MS = 7 * 86_400_000;

/** Returns the mail's date if it is plausible, and otherwise the time of arrival: a wrong date would sort a chat wrongly. */
function believable(date: Date | null, receivedAt: Date): Date {
  if (!date || date > receivedAt || receivedAt.getTime() - date.getTime() > OLDEST_MS) return receivedAt;
  return date;
}

function typeOf(text: string | null, [first]: InboundMedia[]): MessageType {
  if (text || !first) return 'text';
  const kind = first.mimeType?.split('/')[0];
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
}
