export type Part = { at: number; part: string; isHit: boolean };

const BEFORE = 40;
const LONGEST = 240;

/** Splits a text around the searched words. A long text begins shortly before the first of them. */
export function markHits(text: string, search: string): Part[] {
  const words = search.split(/\s+/).filter(Boolean).map(escaped);
  if (words.length === 0) return [{ at: 0, part: text.slice(0, LONGEST), isHit: false }];
  const first = new RegExp(words.join('|'), 'iu').exec(text)?.index ?? 0;
  const start = first > BEFORE * 2 ? first - BEFORE : 0;
  const shown = `${start > 0 ? '…' : ''}${text.slice(start, start + LONGEST)}`;
  let at = 0;
  return shown.split(new RegExp(`(${words.join('|')})`, 'giu')).map((part, index) => {
    const here = at;
    at += part.length;
    return { at: here + index / 1_000, part, isHit: index % 2 === 1 };
  });
}

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
