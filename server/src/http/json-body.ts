import { isUtf8 } from 'node:buffer';
import { type InvalidParamKey, invalidParam } from '../platform/errors.ts';

const DEEPEST = 32;
/**
 * Parsing and checking take time per value, on the event loop. A valid body of a megabyte has fewer values: the longest list has ten
 * thousand ids.
 */
const MOST_VALUES = 50_000;
/** For the few routes with larger bodies: five thousand contacts with 30 values each. */
const MOST_VALUES_OF_LARGE = 150_000;
const LARGE_BYTES = 1_048_576;

/**
 * Parses a JSON body. Refuses bodies that are too deep or have too many values, text that PostgreSQL cannot store, and keys that name a
 * prototype. The value is undefined for an empty body.
 */
export function parseJsonBody(bytes: Buffer): { text: string; value: unknown } {
  refuseCostly(bytes); // before its text is made: memory of megabytes costs garbage collections
  const text = decodeUtf8(bytes);
  return { text, value: text.trim() === '' ? undefined : parse(text) };
}

/** Returns the text of a body. Refuses invalid UTF-8: decoding would silently change the text. */
function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes))
    throw invalidParam('body', 'invalid_string', 'The body is not valid UTF-8; encode the JSON text as UTF-8 and send it again');
  return bytes.toString('utf8');
}

function parse(text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw invalidParam('body', 'invalid_type', `The body is not JSON: ${(error as Error).message}`);
  }
  if (MAY_BE_FORBIDDEN.test(text)) refuseForbidden(body);
  return body;
}

/**
 * Returns the depth and a lower bound of the number of values, without recursion and before the recursive parser runs. Ends as soon as
 * there are more than `most` values.
 */
function measureJson(bytes: Buffer, most: number): { depth: number; values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 0;
  for (let i = 0; i < bytes.length && values <= most; i++) {
    const char = bytes[i];
    if (char === QUOTE) i = endOfString(bytes, i + 1);
    else if (char === 0x2c) values++;
    else if (char === 0x7b || char === 0x5b) {
      values++;
      deepest = Math.max(deepest, ++depth);
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
  return { depth: deepest, values };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Returns the index of the closing quote. Long texts are skipped by a native search: a loop over 4 MB would take 15 ms. */
function endOfString(bytes: Buffer, from: number): number {
  let end = bytes.indexOf(QUOTE, from);
  while (end !== -1 && isEscaped(bytes, from, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end === -1 ? bytes.length : end;
}

/** Returns whether an odd number of backslashes precedes the quote. Each run of backslashes is counted once. */
function isEscaped(bytes: Buffer, from: number, quote: number): boolean {
  let i = quote - 1;
  while (i >= from && bytes[i] === BACKSLASH) i--;
  return (quote - 1 - i) % 2 === 1;
}

function refuseCostly(bytes: Buffer): void {
  const most = bytes.length > LARGE_BYTES ? MOST_VALUES_OF_LARGE : MOST_VALUES;
  const { depth, values } = measureJson(bytes, most);
  if (depth > DEEPEST) throw invalidParam('body', 'too_big', `JSON may be nested at most ${DEEPEST} levels deep`);
  if (values > most)
    throw invalidParam(
      'body',
      'too_big',
      `The body has more than ${most} values (objects, lists, texts, numbers and so on); send several smaller requests`,
    );
}

/** Quick test for forbidden content: text that PostgreSQL cannot store, and keys that name a prototype. */
const MAY_BE_FORBIDDEN = /\\u|__proto__|prototype/;

type Forbidden = { path: string[]; key: InvalidParamKey; message: string };

function refuseForbidden(body: unknown): void {
  const found = findForbidden(body);
  if (!found) return;
  const { path, key, message } = found;
  throw invalidParam(path.toReversed().join('.') || 'body', key, message);
}

/** Returns the first forbidden value, with its path from the inside out. A forbidden key is reported at its object. */
function findForbidden(value: unknown): Forbidden | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : unstorable();
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return unstorable();
    const found = namesPrototype(key, inner) ? prototypeKey() : findForbidden(inner);
    if (found) return { ...found, path: [...found.path, key] };
  }
  return undefined;
}

const unstorable = (): Forbidden => ({
  path: [],
  key: 'invalid_string',
  message: 'This text holds a character that is no text (U+0000 or half of a pair)',
});

const prototypeKey = (): Forbidden => ({
  path: [],
  key: 'unrecognized_keys',
  message: 'This key is not allowed: programs that read JSON may take it for the prototype of an object',
});

const namesPrototype = (key: string, inner: unknown): boolean =>
  key === '__proto__' ||
  (key === 'constructor' && typeof inner === 'object' && inner !== null && Object.hasOwn(inner, 'prototype'));

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
