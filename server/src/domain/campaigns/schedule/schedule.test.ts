import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Failure } from '../../../platform/errors.ts';
import { cpuMs } from '../../../test-kit/cpu.ts';
import { checkSchedule } from './check.ts';
import { dueInstant, nextInstant, type Schedule } from './schedule.ts';

const newYork = (scheduledAt: string, ...recurrenceRules: string[]): Schedule => ({
  scheduledAt: new Date(scheduledAt),
  recurrenceRules,
  timeZone: 'America/New_York',
  missed: 'run_late',
});

/** Returns the first instants as text. */
function firstOf(schedule: Schedule, most = 4): string[] {
  const found: string[] = [];
  let after: Date | null = new Date(0);
  while (found.length < most) {
    after = nextInstant(schedule, after);
    if (!after) break;
    found.push(after.toISOString().replace('.000Z', 'Z'));
  }
  return found;
}

const refusal = (schedule: Partial<Schedule>): Record<string, { message: string }> => {
  try {
    checkSchedule({ ...newYork('2026-03-07T07:30:00Z'), ...schedule }, new Date('2026-03-01T00:00:00Z'));
    return {};
  } catch (error) {
    assert.ok(error instanceof Failure, String(error));
    return error.detail.invalidParams ?? {};
  }
};

describe('instants', () => {
  test('without rules there is one, scheduledAt', () => {
    assert.deepEqual(firstOf(newYork('2026-03-07T07:30:00Z')), ['2026-03-07T07:30:00Z']);
    assert.deepEqual(firstOf({ ...newYork('2026-03-07T07:30:00Z'), scheduledAt: null }), []);
  });

  test('the local hour stays the same through both clock changes', () => {
    assert.deepEqual(firstOf(newYork('2026-03-07T14:00:00Z', 'FREQ=DAILY'), 3), [
      '2026-03-07T14:00:00Z',
      '2026-03-08T13:00:00Z',
      '2026-03-09T13:00:00Z',
    ]);
    assert.deepEqual(firstOf(newYork('2026-10-31T04:00:00Z', 'FREQ=HOURLY;INTERVAL=6;COUNT=8')).slice(1), [
      '2026-10-31T10:00:00Z',
      '2026-10-31T16:00:00Z',
      '2026-10-31T22:00:00Z',
    ]);
  });

  test('a local time that a clock change skips is omitted and not counted', () => {
    assert.deepEqual(firstOf(newYork('2026-03-07T07:30:00Z', 'FREQ=DAILY;COUNT=3')), [
      '2026-03-07T07:30:00Z',
      '2026-03-09T06:30:00Z',
      '2026-03-10T06:30:00Z',
    ]);
  });

  test('of a local time that occurs twice the first is used', () => {
    assert.deepEqual(firstOf(newYork('2026-10-31T05:30:00Z', 'FREQ=DAILY'), 3), [
      '2026-10-31T05:30:00Z',
      '2026-11-01T05:30:00Z',
      '2026-11-02T06:30:00Z',
    ]);
  });

  test('a start in the second of two equal hours stays where it is', () => {
    assert.deepEqual(firstOf(newYork('2026-11-01T06:30:00Z', 'FREQ=DAILY'), 2), ['2026-11-01T06:30:00Z', '2026-11-02T06:30:00Z']);
    assert.deepEqual(firstOf(newYork('2026-11-01T06:30:00Z', 'FREQ=MINUTELY;INTERVAL=20'), 3), [
      '2026-11-01T06:30:00Z',
      '2026-11-01T06:50:00Z',
      '2026-11-01T07:10:00Z',
    ]);
  });

  test('the instant after a moment in the second of two equal hours is not before it', () => {
    const hourly = newYork('2026-10-31T05:45:00Z', 'FREQ=HOURLY');
    assert.deepEqual(nextInstant(hourly, new Date('2026-11-01T06:10:00Z')), new Date('2026-11-01T07:45:00Z'));
  });

  test('several rules give one series of instants, each once', () => {
    assert.deepEqual(firstOf(newYork('2026-06-01T13:00:00Z', 'FREQ=DAILY;BYDAY=MO,TU', 'FREQ=WEEKLY;BYDAY=TU,WE')), [
      '2026-06-01T13:00:00Z',
      '2026-06-02T13:00:00Z',
      '2026-06-03T13:00:00Z',
      '2026-06-08T13:00:00Z',
    ]);
  });

  test('UNTIL is a time in UTC, a local time, or a local day', () => {
    const last = (until: string) => firstOf(newYork('2026-06-01T13:00:00Z', `FREQ=DAILY;UNTIL=${until}`), 9).at(-1);
    assert.equal(last('20260603T130000Z'), '2026-06-03T13:00:00Z');
    assert.equal(last('20260603T125959Z'), '2026-06-02T13:00:00Z');
    assert.equal(last('20260603T090000'), '2026-06-03T13:00:00Z');
    assert.equal(last('20260603'), '2026-06-03T13:00:00Z');
  });

  test('fractions of a second in the start keep the first instant', () => {
    assert.deepEqual(firstOf(newYork('2026-06-01T13:00:00.700Z', 'FREQ=DAILY'), 1), ['2026-06-01T13:00:00Z']);
  });

  test('every 29 February is found, across a century without one', () => {
    assert.deepEqual(firstOf(newYork('2095-06-01T13:00:00Z', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29'), 2), [
      '2096-02-29T14:00:00Z',
      '2104-02-29T14:00:00Z',
    ]);
  });
});

describe('missed instants', () => {
  const at = (text: string) => new Date(`2026-06-0${text}:00Z`);
  const daily = newYork('2026-06-01T13:00:00Z', 'FREQ=DAILY');

  test('a future instant, or one just past, is the next', () => {
    assert.deepEqual(dueInstant(daily, at('1T13:00'), at('1T14:00')), at('2T13:00'));
    assert.deepEqual(dueInstant(daily, at('1T13:00'), at('2T13:04')), at('2T13:00'));
    assert.deepEqual(dueInstant({ ...daily, missed: 'skip' }, at('1T13:00'), at('2T13:04')), at('2T13:00'));
  });

  test('of three that were missed the latest runs, or the next to come', () => {
    assert.deepEqual(dueInstant(daily, at('1T13:00'), at('4T15:00')), at('4T13:00'));
    assert.deepEqual(dueInstant({ ...daily, missed: 'skip' }, at('1T13:00'), at('4T15:00')), at('5T13:00'));
  });

  test('after a year of every five minutes the latest is found quickly', () => {
    const often = newYork('2026-06-01T13:00:00Z', 'FREQ=MINUTELY;INTERVAL=5');
    const look = () =>
      assert.deepEqual(dueInstant(often, at('1T13:00'), new Date('2027-06-01T13:07:00Z')), new Date('2027-06-01T13:05:00Z'));
    assert.ok(cpuMs(look) < 1_000);
  });

  test('a missed single instant runs late, or never', () => {
    const once = newYork('2026-06-01T13:00:00Z');
    assert.deepEqual(dueInstant(once, at('1T12:59'), at('4T15:00')), at('1T13:00'));
    assert.equal(dueInstant({ ...once, missed: 'skip' }, at('1T12:59'), at('4T15:00')), null);
  });
});

const numbers = (count: number, step = 1): string => Array.from({ length: count }, (_, i) => i * step).join(',');

describe('refusals', () => {
  const refused: [string, RegExp][] = [
    ['', /is no part of a rule/],
    ['DAILY', /"DAILY" is no part of a rule/],
    ['DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY', /no part of a rule\. Write one rule per string/],
    ['INTERVAL=2', /says how often with FREQ/],
    ['FREQ=FORTNIGHTLY', /FREQ must be YEARLY/],
    ['FREQ=SECONDLY', /least is five minutes/],
    ['FREQ=DAILY;FREQ=WEEKLY', /FREQ is there twice/],
    ['FREQ=DAILY;INTERVAL=0', /INTERVAL must be a whole number from 1/],
    ['FREQ=DAILY;BYHOUR=25', /BYHOUR must be a whole number from 0 to 23/],
    ['FREQ=DAILY;BYHOUR=', /BYHOUR must be/],
    ['FREQ=DAILY;COUNT=-1', /COUNT must be/],
    ['FREQ=DAILY;COUNT=1001', /COUNT must be .* to 1000/],
    ['FREQ=DAILY;COUNT=2;UNTIL=20270101', /take one of the two out/],
    ['FREQ=DAILY;UNTIL=tomorrow', /UNTIL must be a time such as/],
    ['FREQ=DAILY;UNTIL=20261399', /UNTIL/],
    ['FREQ=WEEKLY;BYDAY=2MO', /BYDAY with numeric value/],
    ['FREQ=WEEKLY;BYMONTHDAY=3', /BYMONTHDAY/],
    ['FREQ=MONTHLY;BYYEARDAY=3', /BYYEARDAY/],
    ['FREQ=MONTHLY;BYWEEKNO=3', /BYWEEKNO/],
    ['FREQ=DAILY;BYSETPOS=2', /BYSETPOS/],
    ['RSCALE=HEBREW;FREQ=YEARLY', /"RSCALE=HEBREW" is no part of a rule/],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', /never fires/],
    ['FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30', /never fires/],
    ['FREQ=MINUTELY;INTERVAL=60;BYMINUTE=7', /never fires/],
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=2SU;BYHOUR=2;BYMINUTE=30', /never fires/],
    ['FREQ=DAILY;UNTIL=20200101', /never fires/],
    ['FREQ=YEARLY;INTERVAL=50;BYMONTH=1', /more than ten years/],
    ['FREQ=MINUTELY', /at most every five minutes; this would run at 2026-03-07T07:30:00.000Z and at 2026-03-07T07:31:00.000Z/],
    ['FREQ=DAILY;BYHOUR=9;BYMINUTE=0,4', /at most every five minutes/],
    ['FREQ=DAILY;BYHOUR=9;BYSECOND=0,30', /at most every five minutes/],
    [`FREQ=YEARLY;BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};COUNT=1000`, /at most every five minutes/],
    ['FREQ=HOURLY;BYMINUTE=0,58', /at most every five minutes; this would run at/],
    [`FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=${numbers(24)}`, /more than 5000 times in one period; use a shorter FREQ/],
    [`FREQ=DAILY;BYHOUR=${'1,'.repeat(300)}1`, /at most 500 characters/],
  ];
  for (const [rule, words] of refused) {
    test(`${rule.slice(0, 60)} is refused`, async () => {
      const refuse = () => assert.match(refusal({ recurrenceRules: [rule] })['recurrenceRules.0']?.message ?? 'accepted', words);
      assert.ok(cpuMs(refuse) < 15_000, 'and soon');
    });
  }

  test('any combination of rules is computed in little time', async () => {
    const often = `BYHOUR=${numbers(24)};BYMINUTE=${numbers(12, 5)}`;
    for (const rule of [
      `FREQ=YEARLY;${often};COUNT=1000`,
      `FREQ=MONTHLY;BYDAY=1MO,2TU,3WE,-1FR;${often};BYSETPOS=1,-1;COUNT=1000`,
      `FREQ=YEARLY;BYMONTH=1,2,3;BYMONTHDAY=1,2,3,31;${often};BYSETPOS=366;COUNT=1000`,
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29',
      'FREQ=MINUTELY;INTERVAL=7;BYMONTH=2;BYMONTHDAY=29;BYHOUR=3;BYMINUTE=7;COUNT=1000',
    ]) {
      const before = process.cpuUsage();
      refusal({ recurrenceRules: Array(5).fill(rule) });
      const { user } = process.cpuUsage(before);
      assert.ok(user / 1000 < 5_000, `${rule} took ${Math.round(user / 1000)} ms of processor time`);
    }
  });

  test('rules that are valid alone and too close together', async () => {
    const recurrenceRules = ['FREQ=HOURLY;BYMINUTE=0', 'FREQ=MONTHLY;BYMONTHDAY=15;BYHOUR=9;BYMINUTE=3'];
    assert.match(refusal({ recurrenceRules })['recurrenceRules.1']?.message ?? 'accepted', /at most every five minutes/);
    assert.deepEqual(refusal({ recurrenceRules: ['FREQ=DAILY;BYHOUR=9', 'FREQ=WEEKLY;BYHOUR=9'] }), {});
  });

  test('an invalid time zone, and too many rules', async () => {
    for (const timeZone of ['Mars/Olympus', '+02:00', ''])
      assert.match(refusal({ timeZone }).timeZone?.message ?? 'accepted', /IANA/);
    assert.match(refusal({ recurrenceRules: Array(6).fill('FREQ=DAILY') }).recurrenceRules?.message ?? 'accepted', /at most 5/);
  });

  test('usual rules are accepted', async () => {
    for (const rule of [
      'RRULE:FREQ=DAILY',
      'freq=weekly;byday=mo,th',
      'FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=17',
      'FREQ=MINUTELY;INTERVAL=5',
      'FREQ=DAILY;BYHOUR=9;BYMINUTE=0,1,2;BYSETPOS=1',
      'FREQ=DAILY;BYMINUTE=0,1;COUNT=1',
      'FREQ=DAILY;COUNT=1000',
      'FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9,13,17',
      `FREQ=DAILY;BYHOUR=${numbers(24)};BYMINUTE=${numbers(12, 5)};COUNT=1000`,
    ])
      assert.deepEqual(refusal({ recurrenceRules: [rule] }), {}, rule);
  });
});
