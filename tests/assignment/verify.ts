import type { Entry } from './history.ts';
import type { Acknowledged, Office, Person } from './office.ts';

export type Figures = {
  assigned: number;
  /** Assignments to somebody who had no free place. */
  overCapacity: number;
  /** Assignments to somebody who was away. */
  toAway: number;
  /** Round robin: the most chats that one member got while another had a free place all the time and got none. Least open: the most open
   * chats that a chosen member had more than another with a free place. */
  unfair: number;
  /** Chats that were passed by a chat that began to wait later. */
  outOfOrder: number;
};

/** A chat that began to wait this long before a decision was surely committed when the decision read the queue. */
const SURELY_COMMITTED_MS = 10_000;

/**
 * Replays the history and judges every assignment by what its transaction can have seen. A change was surely seen if its caller had the
 * answer before the transaction began; it was possibly seen if its entry is earlier. Everything else a chat assignment depends on are
 * earlier assignments, which are always seen.
 */
export function verify(history: Entry[], { people, teams }: Office, acknowledged: Acknowledged): Figures {
  const figures: Figures = { assigned: 0, overCapacity: 0, toAway: 0, unfair: 0, outOfOrder: 0 };
  const states = new Map(people.map((person) => [person.id, newState(person)]));
  const passedBy = new Map<string, number>();
  const taken = new Map<string, Taken[]>(teams.map(({ id }) => [id, []]));
  const queuedAt = new Map<string, number>();
  for (const entry of history) {
    if (entry.kind === 'queued') queuedAt.set(entry.chatId ?? '', entry.at);
    const state = states.get(entry.userId ?? '');
    if (!state) continue;
    if (entry.kind === 'freed')
      state.freed.push({ at: entry.at, answeredAt: acknowledged.closed.get(entry.chatId ?? '') ?? Infinity });
    if (entry.kind === 'away' || entry.kind === 'available') {
      state.isAvailable = entry.kind === 'available';
      state.answeredAt = acknowledged.availability.get(state.id)?.[state.changes++] ?? Infinity;
    }
    if (entry.kind !== 'assigned') continue;
    const team = teams.find(({ id }) => id === entry.teamId);
    if (!team) continue;
    figures.assigned += 1;
    if (!state.isAvailable) figures.toAway += 1;
    if (openAtLeast(state, entry) >= state.max) figures.overCapacity += 1;
    const others = team.memberIds.flatMap((id) => (id === state.id ? [] : [states.get(id) as State]));
    figures.unfair = Math.max(figures.unfair, unfairness(team, state, others, entry, passedBy));
    taken.get(team.id)?.push({ queuedAt: queuedAt.get(entry.chatId ?? '') ?? 0, startedAt: entry.startedAt });
    state.assigned += 1;
  }
  for (const one of taken.values()) figures.outOfOrder += countPassed(one);
  return figures;
}

type State = Person & {
  isAvailable: boolean;
  /** When the caller had the answer to the last change of availability, and how many changes there were. */
  answeredAt: number;
  changes: number;
  assigned: number;
  freed: { at: number; answeredAt: number }[];
};

const newState = (person: Person): State => ({ ...person, isAvailable: true, answeredAt: 0, changes: 0, assigned: 0, freed: [] });

const openAtLeast = ({ assigned, freed }: State, { at }: Entry): number => assigned - freed.filter((one) => one.at < at).length;
const openAtMost = ({ assigned, freed }: State, { startedAt }: Entry): number =>
  assigned - freed.filter(({ answeredAt }) => answeredAt < startedAt).length;

const surelyHasPlace = (state: State, entry: Entry): boolean =>
  state.isAvailable && state.answeredAt < entry.startedAt && openAtMost(state, entry) < state.max;

function unfairness(
  { id, policy }: Office['teams'][number],
  chosen: State,
  others: State[],
  entry: Entry,
  passedBy: Map<string, number>,
): number {
  const free = others.filter((other) => surelyHasPlace(other, entry));
  if (policy === 'least_open') return Math.max(0, ...free.map((other) => openAtLeast(chosen, entry) - openAtMost(other, entry)));
  let most = 0;
  for (const other of others) {
    passedBy.set(`${id} ${other.id} ${chosen.id}`, 0); // the other has passed the chosen one no longer
    const key = `${id} ${chosen.id} ${other.id}`;
    const count = free.includes(other) ? (passedBy.get(key) ?? 0) + 1 : 0;
    passedBy.set(key, count);
    most = Math.max(most, count);
  }
  return most;
}

type Taken = { queuedAt: number; startedAt: number };

/** Counts the chats of a team that surely waited when a chat was assigned that began to wait later. `taken` is in the order of assignment. */
const countPassed = (taken: Taken[]): number =>
  taken.filter(({ queuedAt }, i) =>
    taken.slice(0, i).some((one) => one.queuedAt > queuedAt && one.startedAt - queuedAt > SURELY_COMMITTED_MS),
  ).length;
