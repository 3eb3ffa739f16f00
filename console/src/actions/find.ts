/** Returns a text without accents, in small letters: "Münze" is found by "munze". */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Returns how well words match a text: higher is better, null is not at all. The start of the text counts most, then starts of words. */
export function matchScore(text: string, query: string): number | null {
  const [haystack, words] = [folded(text), folded(query).split(/\s+/).filter(Boolean)];
  let score = 0;
  for (const word of words) {
    const at = haystack.indexOf(word);
    if (at < 0) return null;
    score += at === 0 ? 3 : /\s/.test(haystack[at - 1] ?? '') ? 2 : 1;
  }
  return score;
}

/** Splits a text around the first word that matches, for highlighting. */
export function splitMatch(text: string, query: string): [before: string, match: string, after: string] {
  const word = folded(query).split(/\s+/).find(Boolean) ?? '';
  const at = word ? folded(text).indexOf(word) : -1;
  const isSameLength = folded(text).length === text.length;
  if (at < 0 || !isSameLength) return [text, '', ''];
  return [text.slice(0, at), text.slice(at, at + word.length), text.slice(at + word.length)];
}
