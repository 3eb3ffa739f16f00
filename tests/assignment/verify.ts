import { type Assigned, type Change, decisionsOf, type Queued } from './decisions.ts';
import type { Entry } from './history.ts';
import type { Office, Person, Team } from './office.ts';

export type Figures = {
  decisions: number;
  assigned: number;
  /** Assignments to somebody who had no free place. */
  overCapacity: number;
  /** Assignments to somebody who was away. */
  toAway: number;
  /** Assignments to somebody who may not see the channel of the chat. */
  notAllowed: number;
  /** The largest difference of an assignment from the ideal, see `distance`. */
  unfair: number;
  /** Chats that were passed over: somebody who may see them got a chat that began to wait later. */
  outOfOrder: number;
};

/**
 * Replays the decisions in the order of their commits and compares each assignment with the ideal. Eligible for a chat are the members of
 * its team who are available, have fewer open chats than their maximum and may see its channel. The chats of a team are assigned in the
 * order in which they began to wait, each to the ideal member: in round robin the eligible one whose last turn is the longest ago, in
 * least open the eligible one with the fewest open chats.
 *
 * A chat that is closed, or a person who comes or goes, while a decision is made may count or not. Everybody therefore has a smallest and
 * a largest number of open chats, and is or is not surely available. The judge takes what is best for the server: what it calls wrong is
 * wrong at every moment of the decision.
 */
export function verify(history: Entry[], { people, teams }: Office): Figures {
  const figures: Figures = { decisions: 0, assigned: 0, overCapacity: 0, toAway: 0, notAllowed: 0, unfair: 0, outOfOrder: 0 };
  const states = new Map(people.map((person) => [person.id, newState(person)]));
  const waiting = new Map<string, Queued>();
  const given = new Set<string>();
  const passed = new Set<string>();
  for (const { surelySeen, possiblySeen, assigned } of decisionsOf(history)) {
    figures.decisions += 1;
    for (const change of surelySeen) {
      if (change.kind !== 'queued') apply(change, states);
      else if (!given.has(change.chatId)) waiting.set(change.chatId, change); // else the decision before saw it while it was made
    }
    for (const state of states.values()) Object.assign(state, { mayCome: false, mayGo: false, mayBeFreed: 0 });
    for (const change of possiblySeen) consider(change, states);
    for (const { chatId } of assigned) {
      waiting.delete(chatId);
      given.add(chatId);
    }
    for (const [teamId, turns] of Map.groupBy(assigned, (one) => one.teamId)) {
      const team = teams.find(({ id }) => id === teamId) as Team;
      for (const turn of turns.sort(byQueue)) {
        judge(turn, team, states, figures);
        notePassed(turn, states, waiting, passed);
      }
    }
  }
  return { ...figures, outOfOrder: passed.size };
}

type State = Person & {
  isAvailable: boolean;
  /** Came or went while the decision was made. */
  mayCome: boolean;
  mayGo: boolean;
  openChats: number;
  /** Chats that were closed while the decision was made. */
  mayBeFreed: number;
  /** When the person got the last chat of a team, by the id of the team. */
  lastTurn: Map<string, number>;
};
type States = Map<string, State>;

const newState = (person: Person): State => ({
  ...person,
  isAvailable: true,
  mayCome: false,
  mayGo: false,
  openChats: 0,
  mayBeFreed: 0,
  lastTurn: new Map(),
});

function apply(change: Exclude<Change, Queued>, states: States): void {
  const state = states.get(change.userId);
  if (!state) return;
  if (change.kind === 'freed') state.openChats -= 1;
  else state.isAvailable = change.kind === 'available';
}

function consider(change: Change, states: States): void {
  const state = change.kind === 'queued' ? undefined : states.get(change.userId);
  if (!state) return;
  if (change.kind === 'freed') state.mayBeFreed += 1;
  if (change.kind === 'available') state.mayCome = true;
  if (change.kind === 'away') state.mayGo = true;
}

const byQueue = (a: Queued | Assigned, b: Queued | Assigned): number => a.queuedAt - b.queuedAt || (a.chatId < b.chatId ? -1 : 1);

const fewestOpen = ({ openChats, mayBeFreed }: State): number => openChats - mayBeFreed;
const isSeenBy = ({ channelIds }: Person, channelId: string): boolean => channelIds === null || channelIds.includes(channelId);
const isSurelyEligible = (state: State, channelId: string): boolean =>
  state.isAvailable && !state.mayGo && state.openChats < state.max && isSeenBy(state, channelId);

/** Judges one assignment, and then makes it. */
function judge({ userId, channelId }: Assigned, team: Team, states: States, figures: Figures): void {
  const chosen = states.get(userId) as State;
  figures.assigned += 1;
  if (!chosen.isAvailable && !chosen.mayCome) figures.toAway += 1;
  if (fewestOpen(chosen) >= chosen.max) figures.overCapacity += 1;
  if (!isSeenBy(chosen, channelId)) figures.notAllowed += 1;
  const members = team.memberIds.map((id) => states.get(id) as State);
  const others = members.filter((one) => one !== chosen && isSurelyEligible(one, channelId));
  figures.unfair = Math.max(figures.unfair, distance(team, chosen, others));
  chosen.openChats += 1;
  chosen.lastTurn.set(team.id, figures.assigned);
}

/**
 * Returns how far a choice is from the ideal. Round robin: how many eligible members had their last turn before the chosen one. Least
 * open: how many more open chats the chosen one had than the eligible member with the fewest.
 */
function distance({ id, policy }: Team, chosen: State, others: State[]): number {
  if (policy === 'least_open') return Math.max(0, ...others.map((other) => fewestOpen(chosen) - other.openChats));
  const turn = (state: State): number => state.lastTurn.get(id) ?? 0;
  return others.filter((other) => turn(other) < turn(chosen)).length;
}

/** Notes the chats that surely waited longer in the same team and that the person might have got instead. */
function notePassed(turn: Assigned, states: States, waiting: Map<string, Queued>, passed: Set<string>): void {
  const chosen = states.get(turn.userId) as State;
  for (const chat of waiting.values())
    if (chat.teamId === turn.teamId && byQueue(chat, turn) < 0 && isSeenBy(chosen, chat.channelId)) passed.add(chat.chatId);
}
