import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  afterChoices,
  type Candidate,
  channelsWithPlaces,
  chooseAssignees,
  freePlaces,
  type WaitingChat,
} from './choose-assignees.ts';

const candidate = (userId: string, fields: Partial<Candidate> = {}): Candidate => ({
  userId,
  openChats: 0,
  maxOpenChats: null,
  lastTurn: 0,
  channelIds: null,
  ...fields,
});
const chats = (...channels: string[]): WaitingChat[] => channels.map((channelId, i) => ({ id: `${i}`, channelId }));
const some = (count: number): WaitingChat[] => chats(...Array.from({ length: count }, () => 'x'));
const names = (turns: { userId: string }[]): string => turns.map(({ userId }) => userId).join('');

test('round robin continues after the last turn of each member; a full member is passed over', () => {
  const team = [candidate('a', { lastTurn: 7 }), candidate('b', { lastTurn: 5, openChats: 3, maxOpenChats: 4 }), candidate('c')];
  assert.equal(names(chooseAssignees('round_robin', team, 7, some(7))), 'cbacaca');
});

test('least open fills up the emptiest member first, and takes turns among equals', () => {
  const team = [candidate('a', { openChats: 2 }), candidate('b', { lastTurn: 2 }), candidate('c', { lastTurn: 1 })];
  assert.equal(names(chooseAssignees('least_open', team, 2, some(7))), 'cbcbacb');
});

test('without members, or without places, chats wait', () => {
  assert.deepEqual(chooseAssignees('round_robin', [], 0, some(3)), []);
  assert.deepEqual(chooseAssignees('least_open', [candidate('a', { openChats: 9, maxOpenChats: 5 })], 0, some(3)), []);
});

test('a chat goes to a member who may see its channel, or waits while others are assigned', () => {
  const team = [candidate('a', { channelIds: ['x'], maxOpenChats: 1 }), candidate('b', { channelIds: ['y'], lastTurn: 4 })];
  const choices = chooseAssignees('round_robin', team, 4, chats('y', 'x', 'x', 'y', 'z'));
  assert.deepEqual(choices, [
    { chatId: '0', userId: 'b', turn: 5 },
    { chatId: '1', userId: 'a', turn: 6 },
    { chatId: '3', userId: 'b', turn: 7 },
  ]);
  assert.deepEqual(channelsWithPlaces(team), ['x', 'y']);
  assert.deepEqual(channelsWithPlaces(afterChoices(team, choices)), ['y']);
  assert.equal(channelsWithPlaces([...team, candidate('c')]), null);
});

const channel = fc.constantFrom('x', 'y', 'z');
const team = fc
  .uniqueArray(
    fc.record({
      userId: fc.stringMatching(/^[a-z]{1,3}$/),
      openChats: fc.nat(12),
      maxOpenChats: fc.option(fc.integer({ min: 1, max: 10 })),
      lastTurn: fc.nat(50),
      channelIds: fc.constant(null),
    }),
    { selector: ({ userId }) => userId, maxLength: 8 },
  )
  .map((members) => members.map((one, i) => ({ ...one, lastTurn: one.lastTurn * 10 + i }))); // turns are distinct
const policy = fc.constantFrom('round_robin' as const, 'least_open' as const);
const TURNS = 1_000;

/** The number of open chats of each member after the first `count` turns. */
const after = (members: Candidate[], turns: { userId: string }[], count: number) =>
  members.map((one) => ({ ...one, got: turns.slice(0, count).filter(({ userId }) => userId === one.userId).length }));

test('property: as many chats are assigned as there are places, and nobody exceeds the limit', () => {
  fc.assert(
    fc.property(policy, team, fc.nat(40), (policy, members, chats) => {
      const turns = chooseAssignees(policy, members, TURNS, some(chats));
      assert.equal(turns.length, Math.min(chats, members.length === 0 ? 0 : freePlaces(members)));
      for (const { got, openChats, maxOpenChats } of after(members, turns, turns.length))
        if (got > 0) assert.ok(maxOpenChats === null || openChats + got <= maxOpenChats);
    }),
  );
});

test('property: least open never gives a chat to a member while another with a place has fewer', () => {
  fc.assert(
    fc.property(team, fc.nat(40), (members, chats) => {
      const turns = chooseAssignees('least_open', members, TURNS, some(chats));
      for (const [i, { userId }] of turns.entries()) {
        const before = after(members, turns, i).map((one) => ({ ...one, open: one.openChats + one.got }));
        const taken = before.find((one) => one.userId === userId)?.open ?? 0;
        for (const { open, maxOpenChats } of before) assert.ok(open >= taken || open >= (maxOpenChats ?? Infinity));
      }
    }),
  );
});

test('property: in round robin, two members who have places to the end differ by at most one', () => {
  fc.assert(
    fc.property(team, fc.nat(40), (members, chats) => {
      const turns = chooseAssignees('round_robin', members, TURNS, some(chats));
      const ends = after(members, turns, turns.length);
      const free = ends.filter(({ got, openChats, maxOpenChats }) => openChats + got < (maxOpenChats ?? Infinity));
      const counts = free.map(({ got }) => got);
      assert.ok(free.length === 0 || Math.max(...counts) - Math.min(...counts) <= 1);
    }),
  );
});

test('property: a batch decides as its parts one after the other', () => {
  const limited = fc
    .tuple(team, fc.array(fc.option(fc.uniqueArray(channel)), { minLength: 8, maxLength: 8 }))
    .map(([members, allowed]) => members.map((one, i) => ({ ...one, channelIds: allowed[i] ?? null })));
  fc.assert(
    fc.property(policy, limited, fc.array(channel, { maxLength: 40 }), fc.nat(40), (policy, members, channels, first) => {
      const all = chats(...channels);
      const whole = chooseAssignees(policy, members, TURNS, all);
      const part = chooseAssignees(policy, members, TURNS, all.slice(0, first));
      const rest = chooseAssignees(policy, afterChoices(members, part), TURNS + part.length, all.slice(first));
      assert.deepEqual([...part, ...rest], whole);
    }),
  );
});
