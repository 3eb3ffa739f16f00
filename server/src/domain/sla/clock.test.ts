import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { always, businessTimeBetween, type Hours } from '../business-hours/index.ts';
import { advance, type Breach, type SlaEvent, type SlaState, start, type Target, type Terms, targets } from './clock.ts';

const MINUTE = 60_000;
const T0 = Date.parse('2026-11-16T08:00:00Z'); // a Monday
const minute = (n: number) => new Date(T0 + n * MINUTE);
const terms: Terms = { promised: { first_reply: 10, next_reply: 20, resolution: 120 }, hours: always };

type Step = [event: SlaEvent, minute: number];

/** Plays events after the first message at minute 0. */
function play(terms: Terms, steps: Step[]): { state: SlaState; breaches: Breach[] } {
  let state = start(terms, minute(0));
  const breaches: Breach[] = [];
  for (const [event, at] of steps) {
    const next = advance(state, terms, event, minute(at));
    state = next.state;
    breaches.push(...next.breaches);
  }
  return { state, breaches };
}
const missed = (terms: Terms, ...steps: Step[]) => play(terms, steps).breaches.map(({ target }) => target);

test('a reply in time meets the first reply; one after its time does not, also without a timer', () => {
  assert.deepEqual(missed(terms, ['replied', 9], ['passed', 100]), []);
  assert.deepEqual(missed(terms, ['replied', 11], ['passed', 100]), ['first_reply']);
  assert.deepEqual(missed(terms, ['passed', 10], ['passed', 11], ['replied', 12]), ['first_reply']);
});

test('each further message starts the next reply once; more messages do not move it', () => {
  const { state } = play(terms, [
    ['replied', 1],
    ['received', 5],
    ['received', 15],
  ]);
  assert.deepEqual(state.due.next_reply, minute(25));
  assert.deepEqual(missed(terms, ['replied', 1], ['received', 5], ['received', 15], ['replied', 26]), ['next_reply']);
  const again: Step[] = [
    ['replied', 1],
    ['received', 5],
    ['replied', 30],
    ['received', 31],
    ['replied', 60],
  ];
  assert.deepEqual(missed(terms, ...again), ['next_reply', 'next_reply']);
});

test('a snoozed chat keeps what was left; a message of the contact wakes it', () => {
  const { state } = play(terms, [
    ['snoozed', 4],
    ['opened', 50],
  ]);
  assert.deepEqual([state.due.first_reply, state.due.resolution], [minute(56), minute(166)]);
  assert.deepEqual(missed(terms, ['snoozed', 4], ['passed', 500], ['received', 600], ['replied', 605]), []);
  assert.deepEqual(missed(terms, ['snoozed', 4], ['received', 600], ['replied', 607]), ['first_reply']);
});

test('closing ends all times; the next message begins anew', () => {
  const { state, breaches } = play(terms, [
    ['closed', 5],
    ['passed', 900],
    ['replied', 901],
    ['received', 1000],
  ]);
  assert.deepEqual(breaches, []);
  assert.deepEqual([state.status, state.startedAt, state.due.first_reply], ['active', minute(1000), minute(1010)]);
  assert.deepEqual([state.firstRepliedAt, state.breaches], [null, []]);
});

test('without a promise nothing is due, and a breach is told once', () => {
  const none: Terms = { promised: { first_reply: null, next_reply: null, resolution: null }, hours: always };
  assert.deepEqual(missed(none, ['received', 5], ['replied', 9], ['received', 10], ['passed', 90_000], ['closed', 95_000]), []);
  assert.deepEqual(missed(terms, ['passed', 130], ['passed', 140], ['closed', 150]), ['first_reply', 'resolution']);
});

const office: Hours = {
  timeZone: 'America/New_York',
  days: {
    monday: [
      { from: '09:00', until: '12:00' },
      { from: '13:00', until: '17:00' },
    ],
    tuesday: [{ from: '08:00', until: '11:00' }],
  },
  holidays: [{ date: '2026-11-24', name: null }],
};
const limit = fc.option(fc.integer({ min: 1, max: 600 }));
const anyTerms: fc.Arbitrary<Terms> = fc.record({
  promised: fc.record({ first_reply: limit, next_reply: limit, resolution: limit }),
  hours: fc.constantFrom(always, office),
});
const change = fc.constantFrom<SlaEvent>('received', 'replied', 'snoozed', 'opened', 'closed');
const steps: fc.Arbitrary<Step[]> = fc
  .array(fc.tuple(change, fc.integer({ min: 1, max: 900 })), { maxLength: 14 })
  .map((parts) => {
    let at = 0;
    return parts.map(([event, wait]): Step => {
      at += wait;
      return [event, at];
    });
  });

/**
 * The same rules by counting: business time runs for a target from its cause until it is met, except while the chat is snoozed. It is
 * missed when the promised time has run by the end of a stretch.
 */
function missedByCounting({ promised, hours }: Terms, steps: Step[], until: number): Target[] {
  const found: Target[] = [];
  let running: { [T in Target]?: { ms: number; isMissed: boolean } } = {};
  let [isOver, isSnoozed, isAnswered] = [false, false, false];
  const begin = (target: Target) => {
    if (promised[target] !== null) running[target] ??= { ms: 0, isMissed: false };
  };
  begin('first_reply');
  begin('resolution');
  let last = 0;
  for (const [event, at] of [...steps, ['passed', until] as Step]) {
    for (const target of isSnoozed ? [] : targets) {
      const clock = running[target];
      if (!clock) continue;
      clock.ms += businessTimeBetween(hours, minute(last), minute(at));
      if (!clock.isMissed && clock.ms >= (promised[target] ?? Infinity) * MINUTE) {
        clock.isMissed = true;
        found.push(target);
      }
    }
    last = at;
    if (event === 'received') {
      if (isOver) {
        [isOver, isAnswered, running] = [false, false, {}];
        begin('first_reply');
        begin('resolution');
      } else if (isAnswered) begin('next_reply');
      isSnoozed = false;
    }
    if (isOver) continue;
    if (event === 'replied') {
      isAnswered = true;
      const { resolution } = running;
      running = resolution ? { resolution } : {};
    }
    if (event === 'snoozed') isSnoozed = true;
    if (event === 'opened') isSnoozed = false;
    if (event === 'closed') [isOver, isSnoozed, running] = [true, false, {}];
  }
  return found;
}

const END = 20_000;

test('property: what is missed equals a count of the time that ran', () => {
  fc.assert(
    fc.property(anyTerms, steps, (terms, steps) => {
      assert.deepEqual(missed(terms, ...steps, ['passed', END]), missedByCounting(terms, steps, END));
    }),
    { numRuns: 150 },
  );
});

test('property: timers at any time change nothing of what is missed, nor of the state', () => {
  fc.assert(
    fc.property(anyTerms, steps, fc.array(fc.integer({ min: 1, max: 9_000 }), { maxLength: 8 }), (terms, steps, timers) => {
      const checks = timers.map((at): Step => ['passed', at]);
      const mixed = [...steps, ...checks].sort(([, a], [, b]) => a - b);
      const [plain, timed] = [play(terms, [...steps, ['passed', END]]), play(terms, [...mixed, ['passed', END]])];
      assert.deepEqual(timed.state, plain.state);
      const texts = (breaches: Breach[]) => breaches.map(({ target, dueAt }) => `${target} ${dueAt.toISOString()}`).sort();
      assert.deepEqual(texts(timed.breaches), texts(plain.breaches));
    }),
    { numRuns: 150 },
  );
});
