/** Returns the most similar word, if one is similar enough. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const [best] = [...new Set(known)].map((one) => ({ one, far: distance(word, one) })).toSorted((a, b) => a.far - b.far);
  return best && best.far <= Math.max(1, Math.floor(word.length / 3)) ? best.one : undefined;
}

/** Levenshtein: how many letters must be put in, taken out or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length] ?? 0;
}
