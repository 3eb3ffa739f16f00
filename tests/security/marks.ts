/** Whatever is shorter may be anybody's. */
export const SHORTEST_MARK = 8;

/**
 * Which of the marks a text holds, for very many marks and many texts: one walk over the text instead of one search for each mark,
 * which was most of the work of a whole run. Where the beginning of a mark is found, the text is looked up by the lengths that marks
 * with this beginning have; there are few, as ids and times begin alike and are equally long.
 */
export function createFinder(marks: string[]): (text: string) => Set<string> {
  const tooShort = marks.find(({ length }) => length < SHORTEST_MARK);
  if (tooShort !== undefined) throw new Error(`${JSON.stringify(tooShort)} is too short to tell whose it is`);
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
