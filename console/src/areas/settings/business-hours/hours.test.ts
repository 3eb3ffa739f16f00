import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addInterval,
  barsOf,
  closedWeek,
  copyDay,
  faultOf,
  fieldValueOf,
  groupsOf,
  minutesOf,
  timeOf,
  untilOf,
  usualWeek,
} from './hours.ts';

const nine = { from: '09:00', until: '12:00' };
const one = { from: '13:00', until: '17:30' };

test('times are minutes after midnight, up to 24:00', () => {
  assert.equal(minutesOf('09:30'), 570);
  assert.equal(minutesOf('24:00'), 1440);
  for (const text of ['', '9:30', '24:01', '12:60', 'noon']) assert.equal(minutesOf(text), null, text);
  assert.equal(timeOf(570), '09:30');
  assert.equal(untilOf('00:00'), '24:00');
  assert.equal(fieldValueOf('24:00'), '00:00');
});

test('a new interval is in the free time after the last one', () => {
  assert.deepEqual(addInterval([]), [{ from: '09:00', until: '17:00' }]);
  assert.deepEqual(addInterval([nine])?.[1], { from: '13:00', until: '17:00' });
  assert.deepEqual(addInterval([{ from: '09:00', until: '22:00' }])?.[1], { from: '23:00', until: '24:00' });
  assert.equal(addInterval([{ from: '00:00', until: '24:00' }]), null);
  assert.equal(addInterval([nine, nine, nine, nine, nine]), null);
});

test('faults: missing times, wrong order, overlaps; the order of intervals does not matter', () => {
  assert.equal(faultOf([one, nine]), null);
  assert.equal(faultOf([{ from: '', until: '12:00' }]), 'incomplete');
  assert.equal(faultOf([{ from: '12:00', until: '12:00' }]), 'order');
  assert.equal(faultOf([one, { from: '12:00', until: '13:01' }]), 'overlap');
  assert.equal(faultOf([nine, { from: '12:00', until: '13:00' }]), null);
});

test('bars are percent of a day', () => {
  assert.deepEqual(barsOf([{ from: '06:00', until: '24:00' }]), [{ start: 25, width: 75 }]);
  assert.deepEqual(barsOf([{ from: '10:00', until: '09:00' }]), []);
});

test('neighbouring days with the same hours are one group; closed days end it', () => {
  const week = copyDay(usualWeek(), 'monday', ['saturday']);
  week.wednesday = [];
  assert.deepEqual(
    groupsOf(week).map(({ from, to }) => [from, to]),
    [
      ['monday', 'tuesday'],
      ['thursday', 'saturday'],
    ],
  );
  assert.deepEqual(groupsOf(closedWeek()), []);
});

test('a copied day is independent of its source', () => {
  const week = copyDay({ ...closedWeek(), monday: [nine, one] }, 'monday', ['tuesday', 'friday']);
  assert.deepEqual(week.friday, [nine, one]);
  assert.notEqual(week.friday[0], week.monday[0]);
  assert.deepEqual(week.sunday, []);
});
