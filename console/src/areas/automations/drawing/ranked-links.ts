type Link = readonly [from: string, to: string];

/** Ranks that all lines together may cross before long ones are left out. The time of the layout grows with the square of this number. */
const MOST_CROSSED = 500;
const LONGEST = 2;

/**
 * Returns the lines that decide where boxes are: those that lead forward. Lines that close a loop do not count, and in large graphs neither
 * do lines over many ranks, such as those of 200 requests to the step for errors: with them the layout would take half a minute.
 */
export function rankedLinks(ids: readonly string[], links: readonly Link[]): Link[] {
  const order = finishOrder(ids, links);
  const forward = links.filter(([from, to]) => (order.get(from) ?? 0) > (order.get(to) ?? 0));
  const ranks = ranksOf(ids, forward, order);
  const span = ([from, to]: Link): number => (ranks.get(to) ?? 0) - (ranks.get(from) ?? 0);
  const crossed = forward.reduce((sum, link) => sum + span(link), 0);
  return crossed <= MOST_CROSSED ? forward : forward.filter((link) => span(link) <= LONGEST);
}

const targetsOf = (links: readonly Link[]): Map<string, string[]> => {
  const targets = new Map<string, string[]>();
  for (const [from, to] of links) targets.set(from, [...(targets.get(from) ?? []), to]);
  return targets;
};

/** Numbers the boxes by the end of a depth-first search: lines that close a loop lead to a number that is not smaller. */
function finishOrder(ids: readonly string[], links: readonly Link[]): Map<string, number> {
  const targets = targetsOf(links);
  const order = new Map<string, number>();
  const begun = new Set<string>();
  for (const id of ids) {
    const open = begun.has(id) ? [] : [{ id, next: 0 }];
    begun.add(id);
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const target = targets.get(top.id)?.[top.next++];
      if (target === undefined) {
        order.set(top.id, order.size);
        open.pop();
      } else if (!begun.has(target)) {
        begun.add(target);
        open.push({ id: target, next: 0 });
      }
    }
  }
  return order;
}

/** The rank of a box is the longest way to it. */
function ranksOf(ids: readonly string[], forward: readonly Link[], order: ReadonlyMap<string, number>): Map<string, number> {
  const targets = targetsOf(forward);
  const ranks = new Map<string, number>();
  for (const id of ids.toSorted((a, b) => (order.get(b) ?? 0) - (order.get(a) ?? 0))) {
    const rank = ranks.get(id) ?? 0;
    ranks.set(id, rank);
    for (const target of targets.get(id) ?? []) ranks.set(target, Math.max(ranks.get(target) ?? 0, rank + 1));
  }
  return ranks;
}
