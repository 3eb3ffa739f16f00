import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addBusinessTime, always, businessTimeBetween, type Hours, type Interval, isOpenAt, weekdays } from './hours.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const at = (text: string) => new Date(text);
const nineToFive = [{ from: '09:00', until: '17:00' }];
const office: Hours = {
  timeZone: 'Europe/Berlin',
  days: { monday: nineToFive, tuesday: nineToFive, wednesday: nineToFive, thursday: nineToFive, friday: nineToFive },
  holidays: [{ date: '2026-12-25', name: 'Christmas' }],
};

test('an office is open from its first minute to the minute before its end, and closed at weekends and on holidays', () => {
  assert.equal(isOpenAt(office, at('2026-11-17T07:59:59Z')), false);
  assert.equal(isOpenAt(office, at('2026-11-17T08:00:00Z')), true);
  assert.equal(isOpenAt(office, at('2026-11-17T15:59:59Z')), true);
  assert.equal(isOpenAt(office, at('2026-11-17T16:00:00Z')), false);
  assert.equal(isOpenAt(office, at('2026-11-21T10:00:00Z')), false);
  assert.equal(isOpenAt(office, at('2026-12-24T10:00:00Z')), true);
  assert.equal(isOpenAt(office, at('2026-12-25T10:00:00Z')), false);
});

test('business time skips nights, weekends and holidays', () => {
  const from = (start: string, hours: number) => addBusinessTime(office, at(start), hours * HOUR)?.toISOString();
  assert.equal(from('2026-11-17T09:00:00Z', 2), '2026-11-17T11:00:00.000Z');
  assert.equal(from('2026-11-20T15:00:00Z', 2), '2026-11-23T09:00:00.000Z'); // Friday to Monday
  assert.equal(from('2026-11-17T03:00:00Z', 8), '2026-11-17T16:00:00.000Z'); // the end of a day, not the start of the next
  assert.equal(from('2026-12-24T15:00:00Z', 2), '2026-12-28T09:00:00.000Z');
  assert.equal(from('2026-11-17T03:00:00Z', 0), '2026-11-17T03:00:00.000Z');
});

test('a clock change makes a night shift an hour shorter or longer', () => {
  const night: Hours = { timeZone: 'Europe/Berlin', days: { sunday: [{ from: '00:00', until: '06:00' }] }, holidays: [] };
  const length = (day: string) => businessTimeBetween(night, at(`${day}T00:00:00+01:00`), at(`${day}T12:00:00+01:00`)) / HOUR;
  assert.equal(length('2026-03-29'), 5);
  assert.equal(length('2026-03-22'), 6);
  assert.equal(businessTimeBetween(night, at('2026-10-24T22:00:00Z'), at('2026-10-25T12:00:00Z')) / HOUR, 7);
});

test('hours that never open lead to no time, and do not take long', () => {
  const never: Hours = { timeZone: 'UTC', days: {}, holidays: [] };
  assert.equal(addBusinessTime(never, at('2026-11-17T00:00:00Z'), 1), undefined);
  assert.equal(isOpenAt(never, at('2026-11-17T00:00:00Z')), false);
});

const time = fc.integer({ min: 0, max: 24 * 60 });
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const interval = fc
  .tuple(time, time)
  .filter(([a, b]) => a !== b)
  .map(([a, b]): Interval => ({ from: clock(Math.min(a, b)), until: clock(Math.max(a, b)) }));
const hours: fc.Arbitrary<Hours> = fc.record({
  timeZone: fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/Santiago',
  ),
  days: fc.record(Object.fromEntries(weekdays.map((day) => [day, fc.array(interval, { minLength: 1, maxLength: 3 })]))),
  holidays: fc.array(
    fc.date({ min: at('2026-01-01'), max: at('2026-12-31'), noInvalidDate: true }).map((date) => ({
      date: date.toISOString().slice(0, 10),
      name: null,
    })),
    { maxLength: 20 },
  ),
});
const moment = fc.date({ min: at('2026-01-01'), max: at('2027-01-01'), noInvalidDate: true });
const runs = { numRuns: 60 };

test('property: the business time up to the time that addBusinessTime returns is what was added, and that time is within the hours', () => {
  fc.assert(
    fc.property(hours, moment, fc.integer({ min: 1, max: 72 * HOUR }), (hours, start, ms) => {
      const end = addBusinessTime(hours, start, ms);
      if (end === undefined) return;
      assert.equal(businessTimeBetween(hours, start, end), ms);
      assert.equal(isOpenAt(hours, new Date(end.getTime() - 1)), true);
    }),
    runs,
  );
});

test('property: two parts of a duration lead to the same time as the whole', () => {
  fc.assert(
    fc.property(hours, moment, fc.nat(24 * HOUR), fc.integer({ min: 1, max: 24 * HOUR }), (hours, start, first, second) => {
      const between = addBusinessTime(hours, start, first);
      const end = between && addBusinessTime(hours, between, second);
      assert.deepEqual(end, addBusinessTime(hours, start, first + second));
    }),
    runs,
  );
});

test('property: business time is the number of open minutes', () => {
  fc.assert(
    fc.property(hours, moment, fc.nat(600), (hours, start, minutes) => {
      const first = Math.ceil(start.getTime() / MINUTE) * MINUTE;
      let open = 0;
      for (let i = 0; i < minutes; i++) if (isOpenAt(hours, new Date(first + i * MINUTE))) open += 1;
      assert.equal(businessTimeBetween(hours, new Date(first), new Date(first + minutes * MINUTE)), open * MINUTE);
    }),
    { numRuns: 20 },
  );
});

test('property: where every minute counts, business time is time', () => {
  fc.assert(
    fc.property(moment, fc.nat(30 * 24 * HOUR), (start, ms) => {
      assert.equal(addBusinessTime(always, start, ms)?.getTime(), start.getTime() + ms);
    }),
    runs,
  );
});
