import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../platform/errors.ts';
import { checkDays, cutoff } from './days.ts';

const refusedFields = (work: () => void): string[] => {
  try {
    work();
    return [];
  } catch (error) {
    assert.ok(error instanceof Failure);
    return Object.keys(error.detail.invalidParams ?? {});
  }
};

test('a tenant can set the retention of the installation or a shorter one; 0 is unlimited', () => {
  const installation = { messageDays: 0, eventDays: 30 };
  assert.deepEqual(
    refusedFields(() => checkDays({ messageDays: 3650, eventDays: 30 }, installation)),
    [],
  );
  assert.deepEqual(
    refusedFields(() => checkDays({ messageDays: null, eventDays: null }, installation)),
    [],
  );
  assert.deepEqual(
    refusedFields(() => checkDays({ messageDays: null, eventDays: 31 }, installation)),
    ['eventDays'],
  );
  assert.deepEqual(
    refusedFields(() => checkDays({ messageDays: 8, eventDays: 8 }, { messageDays: 7, eventDays: 7 })),
    ['messageDays', 'eventDays'],
  );
});

test('the cutoff is so many days ago, and there is none without a retention', () => {
  const now = new Date('2026-03-31T12:00:00.000Z');
  assert.equal(cutoff(7, now)?.toISOString(), '2026-03-24T12:00:00.000Z');
  assert.equal(cutoff(null, now), undefined);
});
