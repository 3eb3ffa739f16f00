/** Returns the longest beginning of a text that fits into so many bytes of UTF-8 and does not end in half a character. */
export function cutText(text: string, maxBytes: number): string {
  if (fits(text, maxBytes)) return text;
  const bytes = Buffer.from(text.slice(0, maxBytes)); // a character is one byte at least
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end--;
  return bytes.subarray(0, end).toString();
}

/** Tells whether a text is at most so many bytes of UTF-8, without counting one that cannot be. */
export const fits = (text: string, maxBytes: number): boolean =>
  text.length <= maxBytes && (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes);
