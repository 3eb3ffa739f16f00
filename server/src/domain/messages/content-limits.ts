import { cutText, fits } from '../../platform/cut-text.ts';
import type { InboundContent, InboundMedia } from './message.ts';

/** Limits of a stored inbound message. Every event and every response with it contains all of this. */
export const CONTENT_LIMITS = {
  /** For the text, and for an email's HTML, cleaned HTML and quoted text. Longer ones are stored as a file. */
  textBytes: 200_000,
  /** For the details of the message type, as JSON. */
  detailsBytes: 200_000,
  /** Providers send fewer. The raw mail has all of them. */
  media: 100,
  nameChars: 255,
} as const;

/** Returns the content within the limits. Longer text or HTML is cut and attached as a file. */
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

/** Returns the complete text of a message, for the attached file. */
export const wholeText = ({ text, details }: InboundContent): string =>
  typeof details?.fullText === 'string' ? details.fullText : (text ?? '');

/** Returns the complete HTML of a mail, for the attached file. */
export const wholeHtml = ({ details }: InboundContent): string => (typeof details?.html === 'string' ? details.html : '');

const TEXT_FILE: InboundMedia = { mimeType: 'text/plain', fileName: 'message.txt', source: { payload: 'text' } };
const HTML_FILE: InboundMedia = { mimeType: 'text/html', fileName: 'message.html', source: { payload: 'html' } };

const isLong = (value: unknown): boolean => typeof value === 'string' && !fits(value, CONTENT_LIMITS.textBytes);

/** Removes long HTML completely, because a part of it is invalid, and a long fullText, whose start is stored as text. */
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
