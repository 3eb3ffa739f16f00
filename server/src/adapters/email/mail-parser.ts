import PostalMime, { type Email } from 'postal-mime';
import { htmlAsText } from './html-text.ts';
import { atMost, MAIL_LIMITS } from './limits.ts';

/** What is used of the library's parser beside its public face; `mail-parser.test.ts` fails when an update changes it. */
type Decoder = { update(line: Uint8Array): void; finalize(): Promise<ArrayBuffer>; maxChunkSize?: number };
type Internals = {
  /** `contentDecoder` is set when the headers of a part are over. Those of base64 and quoted-printable have a chunk size. */
  currentNode: { contentDecoder: Decoder | null };
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
  textMap: Map<unknown, Partial<Record<'plain' | 'html', { value: string }[]>>>;
  textContent: Record<string, string>;
  attachments: unknown[];
  renderTextContent(): void;
};
const Parser = PostalMime as unknown as new (options: object) => PostalMime & Internals;

/** Takes a mail apart, at most as much as the limits allow. Throws when it is no mail, or over a limit. */
export const parseMail = (raw: Buffer): Promise<Email> => new BoundedParser(OPTIONS).parse(raw);

const OPTIONS = {
  maxNestingDepth: MAIL_LIMITS.nesting,
  maxHeadersSize: MAIL_LIMITS.headerBytes,
  /** A mail inside a mail is a file: taking it apart as well would cost its size again, at every level. */
  maxRfc822NestingDepth: 0,
};

/**
 * The library counts neither parts nor attachments, its own way from HTML to text takes quadratic time for crafted links, and
 * it keeps an object or two for every line of a plain body.
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
    else if (!hadDecoder && isPlain(before.contentDecoder)) before.contentDecoder = createJoiner();
  }

  /** Joins the texts of all parts: what has only HTML is made text, and beside HTML what has only text is made HTML. */
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

const isPlain = (decoder: Decoder | null): boolean => decoder !== null && decoder.maxChunkSize === undefined;

/** Joins the lines of a body in one buffer that doubles when it is full. */
function createJoiner(): Decoder {
  let buffer = new Uint8Array(1_024);
  let length = 0;
  return {
    update(line) {
      const needed = length + line.length + 1;
      if (needed > buffer.length) {
        const larger = new Uint8Array(Math.max(needed, buffer.length * 2));
        larger.set(buffer.subarray(0, length));
        buffer = larger;
      }
      buffer.set(line, length);
      buffer[needed - 1] = 0x0a;
      length = needed;
    },
    finalize: async () => buffer.buffer.slice(0, length),
  };
}

const joined = (entries: { value: string }[] | undefined): string | null => entries?.map(({ value }) => value).join('\n') ?? null;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const textAsHtml = (text: string): string =>
  `<div>${text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign).replace(/\r?\n/g, '<br>')}</div>`;
