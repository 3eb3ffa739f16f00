/** A member of a team who is available. */
export type Candidate = { userId: string; openChats: number; maxOpenChats: number | null; lastTurn: number };

export type Turn = { userId: string; turn: number };

/**
 * Returns who gets the next chats of a team, one entry per chat; fewer than `chats` when all places are taken. Round robin gives a chat to
 * the member whose last turn is the longest ago, `least_open` to the one with the fewest open chats, and of those to the one whose turn it
 * is. Nobody gets more than `maxOpenChats`.
 */
export function chooseAssignees(
  policy: 'round_robin' | 'least_open',
  candidates: readonly Candidate[],
  turns: number,
  chats: number,
): Turn[] {
  const members = candidates.map((candidate) => ({ ...candidate }));
  const chosen: Turn[] = [];
  while (chosen.length < chats) {
    const next = firstBy(members.filter(hasPlace), policy === 'least_open' ? byOpenChats : byTurn);
    if (!next) break;
    next.openChats += 1;
    next.lastTurn = turns + chosen.length + 1;
    chosen.push({ userId: next.userId, turn: next.lastTurn });
  }
  return chosen;
}

const hasPlace = ({ openChats, maxOpenChats }: Candidate): boolean => maxOpenChats === null || openChats < maxOpenChats;

const byTurn = (a: Candidate, b: Candidate): number => a.lastTurn - b.lastTurn || (a.userId < b.userId ? -1 : 1);
const byOpenChats = (a: Candidate, b: Candidate): number => a.openChats - b.openChats || byTurn(a, b);

const firstBy = (members: Candidate[], compare: (a: Candidate, b: Candidate) => number): Candidate | undefined =>
  members.reduce<Candidate | undefined>((first, one) => (first && compare(first, one) <= 0 ? first : one), undefined);

/** Returns how many chats the members can take together. */
export const freePlaces = (candidates: readonly Candidate[]): number =>
  candidates.reduce((sum, { openChats, maxOpenChats }) => sum + Math.max(0, (maxOpenChats ?? Infinity) - openChats), 0);
