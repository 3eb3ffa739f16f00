export type JsonLimits = { values: number; levels: number };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * Throws when JSON has more values or levels than a callback can have. Long texts are allowed. Millions of small values need a hundred
 * times their size in memory, partly outside the heap limit, and each value is validated.
 */
export function refuseCostlyJson(body: Buffer, limits: JsonLimits): void {
  let levels = 0;
  let values = 0;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i] ?? 0;
    if (byte === QUOTE) i = endOfText(body, i + 1);
    else if (byte === COMMA) atMost(limits.values, ++values, 'values of JSON');
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      atMost(limits.levels, ++levels, 'levels of JSON');
      atMost(limits.values, ++values, 'values of JSON');
    } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) levels--;
  }
}

/** Returns the index of the closing quote. A native search skips long texts. */
function endOfText(body: Buffer, from: number): number {
  let end = body.indexOf(QUOTE, from);
  while (end !== -1 && isEscaped(body, from, end)) end = body.indexOf(QUOTE, end + 1);
  return end === -1 ? body.length : end;
}

/** Returns whether an odd number of backslashes precedes the quote. Each run of backslashes is counted once. */
function isEscaped(body: Buffer, from: number, quote: number): boolean {
  let i = quote - 1;
  while (i >= from && body[i] === BACKSLASH) i--;
  return (quote - 1 - i) % 2 === 1;
}

function atMost(limit: number, count: number, what: string): void {
  if (count > limit) throw new Error(`it has more than ${limit} ${what}`);
}
