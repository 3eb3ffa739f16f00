/** Shorter texts may belong to any tenant. */
export const SHORTEST_MARK = 8;

/**
 * Finds which of very many marks a text contains, in one pass over the text instead of one search per mark. Where the prefix of a mark
 * occurs, the text is looked up with the lengths of marks with this prefix; there are few, because ids and times have equal
 * lengths.
 */
export function createFinder(marks: string[]): (text: string) => Set<string> {
  const tooShort = marks.find(({ length }) => length < SHORTEST_MARK);
  if (tooShort !== undefined) throw new Error(`${JSON.stringify(tooShort)} is too short to identify its tenant`);
  const all = new Set(marks);
  const beginnings = Map.groupBy(marks, (mark) => mark.slice(0, SHORTEST_MARK));
  const lengthsByBeginning = new Map(
    [...beginnings].map(([beginning, own]) => [beginning, [...new Set(own.map(({ length }) => length))]]),
  );
  return (text) => {
    const found = new Set<string>();
    for (let at = 0; at + SHORTEST_MARK <= text.length; at++) {
      for (const length of lengthsByBeginning.get(text.slice(at, at + SHORTEST_MARK)) ?? []) {
        const candidate = text.slice(at, at + length);
        if (all.has(candidate)) found.add(candidate);
      }
    }
    return found;
  };
}
