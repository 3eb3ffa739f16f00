/** A member of a team who is available. `channelIds`: the channels that the member may see, null for all. */
export type Candidate = {
  userId: string;
  openChats: number;
  maxOpenChats: number | null;
  lastTurn: number;
  channelIds: readonly string[] | null;
};

export type WaitingChat = { id: string; channelId: string };

export type Choice = { chatId: string; userId: string; turn: number };

/**
 * Returns who gets the waiting chats of a team, in their order. A chat is left out if nobody who may see its channel has a free place.
 * Round robin gives a chat to the member whose last turn is the longest ago, `least_open` to the one with the fewest open chats, and of
 * those to the one whose turn it is. Nobody gets more than `maxOpenChats`.
 */
export function chooseAssignees(
  policy: 'round_robin' | 'least_open',
  candidates: readonly Candidate[],
  turns: number,
  chats: readonly WaitingChat[],
): Choice[] {
  const members = candidates.map((candidate) => ({ ...candidate }));
  const choices: Choice[] = [];
  for (const { id, channelId } of chats) {
    const able = members.filter((member) => hasPlace(member) && isAllowed(member, channelId));
    const next = firstBy(able, policy === 'least_open' ? byOpenChats : byTurn);
    if (!next) continue;
    next.openChats += 1;
    next.lastTurn = turns + choices.length + 1;
    choices.push({ chatId: id, userId: next.userId, turn: next.lastTurn });
  }
  return choices;
}

const hasPlace = ({ openChats, maxOpenChats }: Candidate): boolean => maxOpenChats === null || openChats < maxOpenChats;
const isAllowed = ({ channelIds }: Candidate, channelId: string): boolean =>
  channelIds === null || channelIds.includes(channelId);

const byTurn = (a: Candidate, b: Candidate): number => a.lastTurn - b.lastTurn || (a.userId < b.userId ? -1 : 1);
const byOpenChats = (a: Candidate, b: Candidate): number => a.openChats - b.openChats || byTurn(a, b);

const firstBy = (members: Candidate[], compare: (a: Candidate, b: Candidate) => number): Candidate | undefined =>
  members.reduce<Candidate | undefined>((first, one) => (first && compare(first, one) <= 0 ? first : one), undefined);

/** Returns the candidates as they are after the choices. */
export function afterChoices(candidates: readonly Candidate[], choices: readonly Choice[]): Candidate[] {
  const byUser = Map.groupBy(choices, ({ userId }) => userId);
  return candidates.map((one) => {
    const got = byUser.get(one.userId) ?? [];
    return { ...one, openChats: one.openChats + got.length, lastTurn: got.at(-1)?.turn ?? one.lastTurn };
  });
}

/** Returns how many chats the members can take together. */
export const freePlaces = (candidates: readonly Candidate[]): number =>
  candidates.reduce((sum, { openChats, maxOpenChats }) => sum + Math.max(0, (maxOpenChats ?? Infinity) - openChats), 0);

/** Returns the channels whose chats somebody with a free place may see; null for all. */
export function channelsWithPlaces(candidates: readonly Candidate[]): string[] | null {
  const free = candidates.filter(hasPlace);
  if (free.some(({ channelIds }) => channelIds === null)) return null;
  return [...new Set(free.flatMap(({ channelIds }) => channelIds ?? []))];
}
