/** Longer names get no suggestion: no parameter is that long, and comparing them takes time. */
const LONGEST_COMPARED = 40;
const SHORTEST_PREFIX = 4;

/** Returns the known name that is most similar to a wrong one, or undefined when none is similar. */
export function nearestName(wrong: string, known: readonly string[]): string | undefined {
  if (wrong.length > LONGEST_COMPARED) return undefined;
  const sought = plain(wrong);
  const most = sought.length >= 5 ? 2 : sought.length >= 3 ? 1 : 0;
  let best: { name: string; distance: number } | undefined;
  for (const name of known) {
    const distance = distanceWithin(sought, plain(name), most);
    if (distance !== undefined && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { name, distance };
  }
  return best?.name ?? known.find((name) => sought.length >= SHORTEST_PREFIX && plain(name).startsWith(sought));
}

/** Normalises a name: `first_name`, `FirstName` and `firstName` are equal. */
const plain = (name: string): string => name.toLowerCase().replace(/[_\-\s]/g, '');

/** Returns how many characters must be inserted, deleted, replaced or swapped, or undefined when it is more than `most`. */
function distanceWithin(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(isSwap ? Math.min(cost, at(beforeLast, j - 2) + 1) : cost);
    }
    [beforeLast, last] = [last, row];
  }
  const distance = at(last, b.length);
  return distance <= most ? distance : undefined;
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
