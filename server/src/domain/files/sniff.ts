import { fileTypeFromBuffer } from 'file-type';

/** The number of bytes that are examined: office documents contain their type only after some kilobytes. */
export const SAMPLE_BYTES = 65_536;

/**
 * Returns the MIME type of bytes, without regard to the name and the declared type. Text that a browser could run (HTML, SVG,
 * XML, JavaScript) is detected in every encoding.
 */
export async function sniffType(sample: Buffer): Promise<string> {
  const known = await fileTypeFromBuffer(sample).catch(() => undefined);
  if (known && !isTextual(known.mime)) return known.mime;
  const text = toText(sample);
  if (text === undefined) return known?.mime ?? 'application/octet-stream';
  return activeType(text) ?? known?.mime ?? 'text/plain';
}

/** Text formats can contain markup of another type. */
const isTextual = (mime: string): boolean => mime.startsWith('text/') || mime === 'application/xml';

/** Returns the encoding, as a browser does: by the byte order mark, else by zeros in most second bytes. */
function toText(sample: Buffer): string | undefined {
  const [first = 0, second = 0] = sample;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(sample);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(sample);
  const head = sample.subarray(0, 512);
  const zeros = { even: countZeros(head, 0), odd: countZeros(head, 1) };
  if (zeros.even + zeros.odd === 0) return isBinary(head) ? undefined : new TextDecoder().decode(sample);
  const enough = head.length / 4;
  if (zeros.even === 0 && zeros.odd > enough) return new TextDecoder('utf-16le').decode(sample);
  return zeros.odd === 0 && zeros.even > enough ? new TextDecoder('utf-16be').decode(sample) : undefined;
}

const countZeros = (bytes: Buffer, offset: 0 | 1): number =>
  bytes.reduce((count, byte, i) => (byte === 0 && i % 2 === offset ? count + 1 : count), 0);

/** The control characters that text does not contain, as browsers define them. */
const isBinary = (bytes: Buffer): boolean =>
  bytes.some((byte) => byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f));

/** Returns the type of text that can run in a browser. False positives are harmless: such files are only downloaded. */
function activeType(text: string): string | undefined {
  if (/^(mime-version|content-type):.*$/im.test(text) && /multipart\/related|text\/html/i.test(text)) return 'message/rfc822';
  if (/http:\/\/www\.w3\.org\/1999\/xhtml/i.test(text)) return 'application/xhtml+xml';
  if (/<!doctype\s+html|<html[\s>/]/i.test(text)) return 'text/html';
  if (/<(\w+:)?svg[\s>/]/i.test(text)) return 'image/svg+xml';
  if (/^\s*<\?xml|<\?xml-stylesheet|<xsl:|<!doctype\s|<!entity\s/i.test(text)) return 'application/xml';
  if (MARKUP.test(text)) return 'text/html';
  return SCRIPT.test(text) ? 'text/javascript' : undefined;
}

const MARKUP =
  /<(a|audio|base|body|br|button|details|div|embed|font|form|frame|frameset|h\d|head|iframe|img|input|link|marquee|math|meta|object|p|script|style|table|template|textarea|title|video)[\s>/]|<!--/i;

const SCRIPT =
  /^\s*("use strict"|'use strict'|#!.*\bnode\b|import\s.+\sfrom\s|import\s*["'({]|export\s+(default|const|function|class)|(async\s+)?function\b|\(\s*(async\s*)?(function\b|\(\s*\)\s*=>)|(var|let|const)\s+[\w${[]|[\w$.]+\([^)\n]*\)\s*[;{.]|[\w$.]+\s*=\s*(async\b|function\b|[({])|\/\*|\/\/)/;
