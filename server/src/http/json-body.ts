import { Failure, invalidParam } from '../platform/errors.ts';

const DEEPEST = 32;
/**
 * Parsing and checking take time for each value, on the event loop. No body of a megabyte has a reason to hold more: ten thousand
 * ids, the longest list there is, are ten thousand values.
 */
const MOST_VALUES = 50_000;
/** For the few routes that take more than a megabyte: five thousand contacts with 30 values each, parsed and checked in less than 200 ms. */
const MOST_VALUES_OF_LARGE = 150_000;
const LARGE_CHARS = 1_048_576;

/** Bodies are JSON, neither too deep nor of too many values, and hold only text that PostgreSQL can keep. An empty body is no body. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  refuseCostly(text);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw invalidParam('body', 'invalid_type', `The body is not JSON: ${(error as Error).message}`);
  }
  if (text.includes('\\u')) refuseUnstorable(body);
  return body;
}

/** Counts outside strings, without recursion, before the real parser gets to recurse: the deepest level, and the values at least. */
export function measureJson(text: string): { depth: number; values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (inString) {
      if (char === 0x5c) i++;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x2c) values++;
    else if (char === 0x7b || char === 0x5b) {
      values++;
      deepest = Math.max(deepest, ++depth);
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
  return { depth: deepest, values };
}

function refuseCostly(text: string): void {
  const { depth, values } = measureJson(text);
  if (depth > DEEPEST) throw invalidParam('body', 'too_big', `JSON may be nested at most ${DEEPEST} levels deep`);
  const most = text.length > LARGE_CHARS ? MOST_VALUES_OF_LARGE : MOST_VALUES;
  if (values > most)
    throw invalidParam(
      'body',
      'too_big',
      `The body has more than ${most} values (objects, lists, texts, numbers and so on); send several smaller requests`,
    );
}

/** A NUL or half of a surrogate pair can only come from an escape, and no PostgreSQL text or jsonb holds it. */
function refuseUnstorable(body: unknown): void {
  const path = pathToUnstorable(body);
  if (!path) return;
  throw new Failure('invalid_body_params', {
    invalidParams: {
      [path.toReversed().join('.') || 'body']: {
        key: 'invalid_string',
        message: 'This text holds a character that is no text (U+0000 or half of a pair)',
      },
    },
  });
}

/** Returns where such a text is, from the inside out, or nothing. A key that is one is reported at the object that has it. */
function pathToUnstorable(value: unknown): string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const key of Object.keys(value)) {
    if (!isStorable(key)) return [];
    const path = pathToUnstorable((value as Record<string, unknown>)[key]);
    if (path) return [...path, key];
  }
  return undefined;
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
