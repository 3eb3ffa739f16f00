import { Readable } from 'node:stream';
import type { SendMailOptions } from 'nodemailer';
import type { Outgoing, OutgoingContent, OutgoingMedia } from '../../domain/messages/index.ts';
import type { Refusal } from '../adapter.ts';
import { interactiveAsText, locationAsText } from '../as-text.ts';
import { METADATA_KEY, messageIdFor } from './message-id.ts';
import { isAddress } from './read-raw.ts';
import type { EmailSettings } from './settings.ts';

/** Returns the mail for a message, or a refusal. */
export function compose(settings: EmailSettings, message: Outgoing, at: Date): SendMailOptions | Refusal {
  const to = message.to.value;
  const parts = partsOf(message.content);
  if ('kind' in parts) return parts;
  if (!isAddress(to)) return refuse('undeliverable', `${to} is not an email address`);
  return {
    from: { name: settings.fromName ?? '', address: settings.address },
    to: { name: '', address: to }, // never a text, which could name several
    envelope: { from: settings.address, to: [to] },
    subject: parts.subject ?? subjectOf(message, parts),
    date: at,
    messageId: messageIdFor(settings, message.messageId),
    ...threadOf(message.replyTo),
    ...(parts.text !== null && { text: parts.text }),
    ...(parts.html !== null && { html: parts.html }),
    attachments: parts.media.map(attachmentOf),
    headers: headersOf(settings, message),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

type Parts = { text: string | null; html: string | null; subject: string | null; media: OutgoingMedia[] };

function partsOf(content: OutgoingContent): Parts | Refusal {
  const plain = { html: null, subject: null, media: [] };
  switch (content.type) {
    case 'text':
      return { text: content.text, html: content.html, subject: oneLine(content.subject), media: content.attachments };
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
      return { text: content.caption ?? '', html: null, subject: oneLine(content.subject), media: [content.media] };
    case 'location':
      return { ...plain, text: locationAsText(content) };
    case 'interactive':
      return { ...plain, text: interactiveAsText(content), subject: oneLine(content.header) };
    case 'template': {
      const { header } = content.components;
      const media = header && 'media' in header ? [header.media] : [];
      return { ...plain, text: content.rendered.text, subject: oneLine(content.rendered.subject), media };
    }
    case 'reaction':
      return refuse('invalid_message', 'Email has no reactions; send a text instead');
    default:
      return content satisfies never;
  }
}

const refuse = (key: string, message: string): Refusal => ({
  kind: 'refused',
  error: { key, code: null, message },
  next: 'fail',
});

const oneLine = (text: string | null | undefined): string | null => text?.replace(/\s+/g, ' ').trim() || null;

const MOST_SUBJECT_CHARS = 60;

/** Returns the subject of the answered mail, or the first words, or the file name: every mail has a subject. */
function subjectOf({ replyTo }: Outgoing, { text, media }: Parts): string {
  const answered = oneLine(replyTo?.subject);
  if (answered) return /^(re|aw|sv|vs|antw|odp|rv)\s?:/i.test(answered) ? answered : `Re: ${answered}`;
  return firstWords(oneLine(text)) ?? oneLine(media[0]?.fileName) ?? 'Message';
}

function firstWords(text: string | null): string | null {
  if (!text || text.length <= MOST_SUBJECT_CHARS) return text;
  const cut = text.slice(0, MOST_SUBJECT_CHARS);
  return `${cut
    .slice(0, Math.max(cut.lastIndexOf(' '), 20))
    .trimEnd()
    .toWellFormed()}…`;
}

const MOST_REFERENCES = 20;

/** Returns the thread headers. Of too many references, those in the middle are left out. */
function threadOf(replyTo: Outgoing['replyTo']): Pick<SendMailOptions, 'inReplyTo' | 'references'> {
  if (!replyTo) return {};
  const all = [...new Set([...replyTo.references, replyTo.vendorId])];
  const [first = '', ...rest] = all;
  const references = all.length <= MOST_REFERENCES ? all : [first, ...rest.slice(1 - MOST_REFERENCES)];
  return { inReplyTo: replyTo.vendorId, references };
}

/** Returns the headers. An automatic mail is marked, so that no other machine answers it, and has unsubscribe headers. */
function headersOf(settings: EmailSettings, message: Outgoing): Record<string, string> {
  const { messageId, isAutomatic, unsubscribeUrl } = message;
  return {
    ...(isAutomatic && { 'Auto-Submitted': 'auto-generated' }),
    ...((isAutomatic || unsubscribeUrl !== undefined) && { 'List-Unsubscribe': waysOut(settings, unsubscribeUrl) }),
    ...(unsubscribeUrl !== undefined && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    // Postmark keeps our Message-ID and returns our id only if asked to.
    ...(settings.callbackUsername && { 'X-PM-KeepID': 'true', [`X-PM-Metadata-${METADATA_KEY}`]: messageId }),
  };
}

/** The one-click URL comes first: mail programs use the first method they support. */
const waysOut = ({ address }: EmailSettings, unsubscribeUrl: string | undefined): string =>
  [...(unsubscribeUrl === undefined ? [] : [unsubscribeUrl]), `mailto:${encodeURI(address)}?subject=unsubscribe`]
    .map((url) => `<${url}>`)
    .join(', ');

/** Opens a file only when it is sent: a file store closes idle streams. */
const attachmentOf = ({ fileName, mimeType, open }: OutgoingMedia) => ({
  filename: fileName,
  contentType: mimeType,
  content: Readable.from(bytesOf(open), { objectMode: false }),
});

async function* bytesOf(open: OutgoingMedia['open']): AsyncGenerator<Buffer> {
  for await (const chunk of await open()) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}
