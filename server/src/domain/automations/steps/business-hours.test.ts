import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isOpen } from './business-hours.ts';

const weekdays = (from: string, until: string) => {
  const hours = [{ from, until }];
  return { monday: hours, tuesday: hours, wednesday: hours, thursday: hours, friday: hours };
};
const berlin = { timeZone: 'Europe/Berlin', days: weekdays('09:00', '17:00') };
const at = (time: string) => new Date(time);

for (const [time, expected, why] of [
  ['2026-11-16T08:00:00Z', true, 'winter: nine in Berlin is eight in UTC'],
  ['2026-11-16T07:59:59.999Z', false, 'not a moment before'],
  ['2026-11-16T15:59:59.999Z', true, 'until the last moment'],
  ['2026-11-16T16:00:00Z', false, 'and no longer'],
  ['2026-07-13T07:00:00Z', true, 'summer: nine in Berlin is seven in UTC'],
  ['2026-07-13T15:00:00Z', false, 'and five is three'],
  ['2026-11-15T12:00:00Z', false, 'a Sunday'],
] as const) {
  test(`Berlin, Monday to Friday from nine to five, at ${time}: ${why}`, () => assert.equal(isOpen(berlin, at(time)), expected));
}

test('on the day of a clock change, local time counts', () => {
  const sunday = (from: string, until: string) => ({ timeZone: 'Europe/Berlin', days: { sunday: [{ from, until }] } });
  // Clocks go from 02:00 to 03:00 at 01:00 UTC on 29 March 2026, and from 03:00 back to 02:00 at 01:00 UTC on 25 October.
  assert.equal(isOpen(sunday('03:00', '04:00'), at('2026-03-29T01:00:00Z')), true);
  assert.equal(isOpen(sunday('02:00', '03:00'), at('2026-03-29T01:00:00Z')), false);
  assert.equal(isOpen(sunday('02:00', '03:00'), at('2026-03-29T00:59:59Z')), false);
  assert.equal(isOpen(sunday('02:00', '03:00'), at('2026-10-25T00:30:00Z')), true, 'the first time');
  assert.equal(isOpen(sunday('02:00', '03:00'), at('2026-10-25T01:30:00Z')), true, 'and the second');
  assert.equal(isOpen(sunday('02:00', '03:00'), at('2026-10-25T02:00:00Z')), false);
});

test('the day is the day there, and 24:00 is its end', () => {
  const evening = (timeZone: string) => ({ timeZone, days: { friday: [{ from: '22:00', until: '24:00' }] } });
  assert.equal(isOpen(evening('America/New_York'), at('2026-11-14T04:59:59Z')), true, 'Saturday in UTC, Friday in New York');
  assert.equal(isOpen(evening('America/New_York'), at('2026-11-14T05:00:00Z')), false);
  assert.equal(isOpen(evening('Asia/Kolkata'), at('2026-11-13T16:30:00Z')), true, 'half an hour off');
  assert.equal(isOpen(evening('Pacific/Kiritimati'), at('2026-11-13T09:59:00Z')), true, 'fourteen hours ahead');
});

test('pauses, days without hours and no days at all', () => {
  const hours = {
    timeZone: 'UTC',
    days: {
      monday: [
        { from: '00:00', until: '12:00' },
        { from: '13:00', until: '24:00' },
      ],
      tuesday: [],
    },
  };
  assert.equal(isOpen(hours, at('2026-11-16T00:00:00Z')), true);
  assert.equal(isOpen(hours, at('2026-11-16T12:30:00Z')), false);
  assert.equal(isOpen(hours, at('2026-11-16T13:00:00Z')), true);
  assert.equal(isOpen(hours, at('2026-11-17T13:00:00Z')), false);
  assert.equal(isOpen({ timeZone: 'UTC', days: {} }, at('2026-11-17T13:00:00Z')), false);
});

test('an unknown time zone and an invalid time have no result', () => {
  assert.equal(isOpen({ timeZone: 'Europe/Atlantis', days: {} }, at('2026-11-17T13:00:00Z')), undefined);
  assert.equal(isOpen(berlin, new Date(Number.NaN)), undefined);
});

test('property: open all week is always open, in every time zone', () => {
  const all = [{ from: '00:00', until: '24:00' }];
  const days = { ...weekdays('00:00', '24:00'), saturday: all, sunday: all };
  const zones = Intl.supportedValuesOf('timeZone');
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.date({ min: at('2000-01-01'), max: at('2040-01-01'), noInvalidDate: true }),
      (timeZone, now) => {
        assert.equal(isOpen({ timeZone, days }, now), true);
      },
    ),
    { numRuns: 300 },
  );
});
