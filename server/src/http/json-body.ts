import { Failure, invalidParam } from '../platform/errors.ts';

const DEEPEST = 32;

/** Bodies are JSON, not too deep, and hold only text that PostgreSQL can keep. An empty body is no body. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  if (depthOf(text) > DEEPEST) throw invalidParam('body', 'too_big', `JSON may be nested at most ${DEEPEST} levels deep`);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw invalidParam('body', 'invalid_type', `The body is not JSON: ${(error as Error).message}`);
  }
  if (text.includes('\\u')) refuseUnstorable(body, '');
  return body;
}

/** Counts brackets outside strings, without recursion, before the real parser gets to recurse. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (inString) {
      if (char === 0x5c) i++;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (char === 0x7d || char === 0x5d) depth--;
  }
  return deepest;
}

/** A NUL or half of a surrogate pair can only come from an escape, and no PostgreSQL text or jsonb holds it. */
function refuseUnstorable(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      throw new Failure('invalid_body_params', {
        invalidParams: {
          [path || 'body']: {
            key: 'invalid_string',
            message: 'This text holds a character that is no text (U+0000 or half of a pair)',
          },
        },
      });
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      refuseUnstorable(key, path);
      refuseUnstorable(item, path ? `${path}.${key}` : key);
    }
  }
}
