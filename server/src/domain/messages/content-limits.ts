import { cutText, fits } from '../../platform/cut-text.ts';
import type { InboundContent, InboundMedia } from './message.ts';

/** What is stored of a message that came in. Every event about it and every answer with it copies all of this. */
export const CONTENT_LIMITS = {
  /** Of the text, and of an email's HTML, cleaned HTML and text with quotes. The rest is in a file. */
  textBytes: 200_000,
  /** Everything else that only this type of message has, as JSON. */
  detailsBytes: 200_000,
  /** No provider sends as many; mails with more are kept whole. */
  media: 100,
  nameChars: 255,
} as const;

/** Returns the content within the limits. Text or HTML that is longer is cut, and all of it is attached as a file. */
export function limitContent(content: InboundContent): InboundContent {
  const { text, details, media } = content;
  const isTextCut = isLong(text) || isLong(details?.fullText);
  return {
    ...content,
    text: text === null ? null : cutText(text, CONTENT_LIMITS.textBytes),
    details: details && limitDetails(details),
    media: [
      ...media.slice(0, CONTENT_LIMITS.media).map(limitNames),
      ...(isTextCut ? [TEXT_FILE] : []),
      ...(isLong(details?.html) ? [HTML_FILE] : []),
    ],
  };
}

/** The whole text of a message, as the file that is attached when it was cut. */
export const wholeText = ({ text, details }: InboundContent): string =>
  typeof details?.fullText === 'string' ? details.fullText : (text ?? '');

/** The whole HTML of a mail, as the file that is attached when it is not in the message. */
export const wholeHtml = ({ details }: InboundContent): string => (typeof details?.html === 'string' ? details.html : '');

const TEXT_FILE: InboundMedia = { mimeType: 'text/plain', fileName: 'message.txt', source: { payload: 'text' } };
const HTML_FILE: InboundMedia = { mimeType: 'text/html', fileName: 'message.html', source: { payload: 'html' } };

const isLong = (value: unknown): boolean => typeof value === 'string' && !fits(value, CONTENT_LIMITS.textBytes);

/** A cut piece of HTML would mean something else, so it goes whole; so does a text whose first part is stored already. */
function limitDetails({ html, cleanHtml, fullText, ...rest }: Record<string, unknown>): Record<string, unknown> | null {
  const long = {
    ...(html !== undefined && { html: isLong(html) ? null : html }),
    ...(cleanHtml !== undefined && { cleanHtml: isLong(cleanHtml) ? null : cleanHtml }),
    ...(fullText !== undefined && { fullText: isLong(fullText) ? null : fullText }),
  };
  return { ...(fits(JSON.stringify(rest), CONTENT_LIMITS.detailsBytes) ? rest : { isTooLarge: true }), ...long };
}

const limitNames = (media: InboundMedia): InboundMedia => ({
  ...media,
  mimeType: media.mimeType?.slice(0, CONTENT_LIMITS.nameChars) ?? null,
  fileName: media.fileName?.slice(0, CONTENT_LIMITS.nameChars).toWellFormed() ?? null,
});
