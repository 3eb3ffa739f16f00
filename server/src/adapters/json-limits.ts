export type JsonLimits = { values: number; levels: number };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Throws when JSON has more values or levels than a callback can have. Long texts are allowed. Millions of small values need a hundred
 * times their size in memory, partly outside the heap limit, and each value is validated.
 */
export function refuseCostlyJson(body: Uint8Array, limits: JsonLimits): void {
  let levels = 0;
  let values = 0;
  for (let i = 0; i < body.length; i++) {
    const sign = body[i] ?? 0;
    if (sign === QUOTE) i = endOfText(body, i + 1);
    else if (OPENING.has(sign)) atMost(limits.levels, ++levels, 'levels of JSON');
    else if (CLOSING.has(sign)) levels--;
    if (sign === COMMA || OPENING.has(sign)) atMost(limits.values, ++values, 'values of JSON');
  }
}

/** Returns the index of the closing quote. */
function endOfText(body: Uint8Array, from: number): number {
  let i = from;
  while (i < body.length && body[i] !== QUOTE) i += body[i] === BACKSLASH ? 2 : 1;
  return i;
}

function atMost(limit: number, count: number, what: string): void {
  if (count > limit) throw new Error(`it has more than ${limit} ${what}`);
}
