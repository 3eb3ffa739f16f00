import PostalMime, { type Email } from 'postal-mime';
import { type BodyDecoder, createBase64Decoder, createPlainDecoder } from './body-decoders.ts';
import { htmlAsText } from './html-text.ts';
import { atMost, MAIL_LIMITS } from './limits.ts';

/** The decoder of base64 has a chunk size and a remainder, that of quoted-printable a chunk size, that of plain bodies neither. */
type Decoder = BodyDecoder & { maxChunkSize?: number; remainder?: string };

/** What is used of the library's parser beside its public face; `hostile.test.ts` fails when an update changes it. */
type Internals = {
  /** `contentDecoder` is set when the headers of a part are over. */
  currentNode: { contentDecoder: Decoder | null };
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
  textMap: Map<unknown, Partial<Record<'plain' | 'html', { value: string }[]>>>;
  textContent: Record<string, string>;
  attachments: unknown[];
  renderTextContent(): void;
};
const Parser = PostalMime as unknown as new (options: object) => PostalMime & Internals;

/** Parses a mail within the limits. Throws if it is no mail, or over a limit. */
export const parseMail = (raw: Buffer): Promise<Email> => new BoundedParser(OPTIONS).parse(raw);

const OPTIONS = {
  maxNestingDepth: MAIL_LIMITS.nesting,
  maxHeadersSize: MAIL_LIMITS.headerBytes,
  /** A mail inside a mail is stored as a file: parsing it would cost its size again at every level. */
  maxRfc822NestingDepth: 0,
};

/**
 * The library limits neither parts nor attachments, converts HTML to text in quadratic time for crafted links, and its decoders allocate
 * an object per line.
 */
class BoundedParser extends Parser {
  private parts = 0;
  private lines = 0;

  override async processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    const before = this.currentNode;
    const hadDecoder = before.contentDecoder !== null;
    atMost(MAIL_LIMITS.lines, ++this.lines, 'lines');
    await super.processLine(line, isFinal);
    if (this.currentNode !== before) atMost(MAIL_LIMITS.parts, ++this.parts, 'parts');
    else if (!hadDecoder && before.contentDecoder) before.contentDecoder = lightDecoder(before.contentDecoder);
  }

  /** Joins the texts of all parts. A part that has only HTML or only text is converted to the other format. */
  override renderTextContent(): void {
    atMost(MAIL_LIMITS.attachments, this.attachments.length, 'attachments');
    const bodies = [...this.textMap.values()].map(({ plain, html }) => ({ plain: joined(plain), html: joined(html) }));
    const charsOf = (kind: 'plain' | 'html') => bodies.reduce((sum, body) => sum + (body[kind]?.length ?? 0), 0);
    atMost(MAIL_LIMITS.textChars, charsOf('plain'), 'characters of text');
    atMost(MAIL_LIMITS.htmlChars, charsOf('html'), 'characters of HTML');
    const hasHtml = bodies.some(({ html }) => html !== null);
    this.textContent = {
      plain: bodies.map(({ plain, html }) => (plain?.trim() ? plain : htmlAsText(html ?? '')) ?? '').join('\n'),
      ...(hasHtml && { html: bodies.map(({ plain, html }) => html ?? textAsHtml(plain ?? '')).join('\n') }),
    };
  }
}

/** The library's own decoders allocate an object per line, or per padded piece of base64. */
function lightDecoder(decoder: Decoder): Decoder {
  if (decoder.maxChunkSize === undefined) return createPlainDecoder();
  return decoder.remainder === undefined ? decoder : createBase64Decoder();
}

const joined = (entries: { value: string }[] | undefined): string | null => entries?.map(({ value }) => value).join('\n') ?? null;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const textAsHtml = (text: string): string =>
  `<div>${text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign).replace(/\r?\n/g, '<br>')}</div>`;
