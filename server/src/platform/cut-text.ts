/** Returns the longest prefix of a text that has at most `maxBytes` bytes of UTF-8 and ends with a whole character. */
export function cutText(text: string, maxBytes: number): string {
  if (fits(text, maxBytes)) return text;
  const bytes = Buffer.from(text.slice(0, maxBytes)); // a character has at least one byte
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end--;
  return bytes.subarray(0, end).toString();
}

/** Returns whether a text has at most `maxBytes` bytes of UTF-8. Does not count a text that is certainly too long. */
export const fits = (text: string, maxBytes: number): boolean =>
  text.length <= maxBytes && (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes);
