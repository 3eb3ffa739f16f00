import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  afterChoices,
  type Candidate,
  type Choice,
  chooseAssignees,
  type WaitingChat,
} from '../../server/src/domain/chats/choose-assignees.ts';
import { seeded } from '../chaos/random.ts';
import type { Entry, Snapshot } from './history.ts';
import type { Office, Person, Team } from './office.ts';
import { verify } from './verify.ts';

const CHATS = 10_000;
const ids = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${String(i).padStart(5, '0')}`);
const people: Person[] = ids('p', 20).map((id, i) => ({ id, max: 1 + (i % 9), channelIds: i % 4 === 0 ? ['open'] : null }));
const teamOf = (policy: Team['policy']): Team => ({
  id: policy,
  policy,
  memberIds: people.map(({ id }) => id),
  channelIds: ['open', 'hidden'],
});

/** How a server decides; each mutant replaces one part. */
type Server = {
  choose: (...given: Parameters<typeof chooseAssignees>) => Choice[];
  order: (queue: WaitingChat[]) => WaitingChat[];
  candidates: (known: (Candidate & { isAvailable: boolean })[]) => Candidate[];
};

const correct: Server = {
  choose: chooseAssignees,
  order: (queue) => queue,
  candidates: (known) => known.filter(({ isAvailable }) => isAvailable),
};

/**
 * Plays the office without processes: in each round chats arrive, are closed, people come and go, and the server decides. Some closes
 * commit while it decides: whether it has seen them is left to chance.
 */
function play(server: Server, policy: Team['policy'], chats = CHATS): ReturnType<typeof verify> {
  const random = seeded(7);
  const history: Entry[] = [];
  let [transaction, seq, arrived, turns] = [1, 0, 0, 0];
  const snapshot = (): Snapshot => ({ xmin: transaction, xmax: transaction, running: new Set() });
  type Fields = Entry extends infer E ? (E extends Entry ? Omit<E, 'seq' | 'transaction'> : never) : never;
  const write = (entry: Fields, own = transaction++) => void history.push({ ...entry, seq: seq++, transaction: own } as Entry);
  const open = new Map<string, string[]>(people.map(({ id }) => [id, []]));
  let known = people.map(({ id, max, channelIds }) => ({
    userId: id,
    openChats: 0,
    maxOpenChats: max,
    lastTurn: 0,
    channelIds,
    isAvailable: true,
  }));
  let queue: (WaitingChat & { queuedAt: number })[] = [];
  const close = (userId: string) => {
    if (open.get(userId)?.pop() === undefined) return 0;
    write({ kind: 'freed', userId });
    return 1;
  };
  while (arrived < chats || queue.length > 0) {
    for (let n = random.below(12); n > 0 && arrived < chats; n--) {
      const chat = { id: `c${String(arrived++).padStart(6, '0')}`, channelId: random.below(3) === 0 ? 'hidden' : 'open' };
      queue.push({ ...chat, queuedAt: arrived });
      write({ kind: 'queued', chatId: chat.id, teamId: policy, channelId: chat.channelId, queuedAt: arrived });
    }
    for (const one of known) {
      if (random.below(3) === 0) one.openChats -= close(one.userId);
      if (random.below(10) > 0) continue;
      one.isAvailable = !one.isAvailable;
      write({ kind: one.isAvailable ? 'available' : 'away', userId: one.userId });
    }
    const own = transaction++;
    write({ kind: 'decided', snapshot: snapshot() }, own);
    for (const one of known) if (random.below(20) === 0) one.openChats -= close(one.userId) * random.below(2); // seen or not
    const places = server.candidates(known).reduce((sum, one) => sum + Math.max(0, one.maxOpenChats ?? 0) - one.openChats, 0);
    const choices = server.choose(policy, server.candidates(known), turns, server.order(queue).slice(0, Math.max(0, places)));
    turns += choices.length;
    for (const { chatId, userId } of choices) {
      const { channelId, queuedAt } = queue.find(({ id }) => id === chatId) as (typeof queue)[number];
      write({ kind: 'assigned', chatId, userId, teamId: policy, channelId, queuedAt, snapshot: snapshot() }, own);
      open.get(userId)?.push(chatId);
    }
    const taken = new Set(choices.map(({ chatId }) => chatId));
    queue = queue.filter(({ id }) => !taken.has(id));
    known = afterChoices(known, choices).map((one, i) => ({
      ...(one as (typeof known)[number]),
      openChats: open.get(one.userId)?.length ?? 0,
      isAvailable: known[i]?.isAvailable ?? true,
    }));
  }
  return verify(history, { people, teams: [teamOf(policy)] } as unknown as Office);
}

const without =
  (change: Partial<Candidate>): Server['choose'] =>
  (policy, candidates, turns, chats) =>
    chooseAssignees(
      policy,
      candidates.map((one) => ({ ...one, ...change })),
      turns,
      chats,
    );

for (const policy of ['round_robin', 'least_open'] as const) {
  test(`${policy}: the judge finds nothing wrong with 10,000 ideal assignments`, () => {
    const { decisions, ...figures } = play(correct, policy);
    assert.ok(decisions > 1_000);
    assert.deepEqual(figures, { assigned: CHATS, overCapacity: 0, toAway: 0, notAllowed: 0, unfair: 0, outOfOrder: 0 });
  });

  test(`${policy}: the judge sees each planted bug`, () => {
    const found = (server: Partial<Server>) => play({ ...correct, ...server }, policy, 1_000);
    assert.ok(found({ order: (queue) => queue.toReversed() }).outOfOrder > 0, 'newest chat first');
    assert.ok(found({ choose: without({ maxOpenChats: null }) }).overCapacity > 0, 'capacity ignored');
    assert.ok(found({ choose: without({ openChats: 0 }) }).overCapacity > 0, 'open chats not counted');
    assert.ok(found({ choose: without({ channelIds: null }) }).notAllowed > 0, 'channels ignored');
    assert.ok(found({ candidates: (known) => known }).toAway > 0, 'away person chosen');
    const first: Server['choose'] = (_policy, candidates, turns, chats) =>
      chooseAssignees('round_robin', candidates.map((one, i) => ({ ...one, lastTurn: i })).slice(0, 1), turns, chats);
    assert.ok(found({ choose: (...given) => [...first(...given)] }).unfair > 1, 'always the first person');
  });
}

test('round_robin: the judge sees that turns are not taken', () => {
  assert.ok(play({ ...correct, choose: without({ lastTurn: 0 }) }, 'round_robin', 1_000).unfair > 1);
});

test('least_open: the judge sees that open chats are not compared', () => {
  const byTurn: Server['choose'] = (_policy, ...given) => chooseAssignees('round_robin', ...given);
  assert.ok(play({ ...correct, choose: byTurn }, 'least_open', 1_000).unfair > 1);
});
