import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJournal, type Send } from './journal.ts';

const send = (vendorId: string | null, ownId: string): Send => ({
  vendorId,
  ownId,
  to: '1',
  at: '2026-11-15T00:00:00.000Z',
  body: {},
  idempotencyKey: null,
  accepted: vendorId !== null,
  errorCode: vendorId === null ? 131026 : null,
});

test('the journal keeps the newest sends and counts those it dropped', () => {
  const journal = createJournal(3);
  for (const id of ['a', 'b', 'c', 'd', 'e']) journal.add(send(id, id));
  assert.deepEqual(
    [...journal.all()].map(({ ownId }) => ownId),
    ['c', 'd', 'e'],
  );
  assert.equal(journal.byVendorId('a'), undefined);
  assert.equal(journal.byVendorId('e')?.ownId, 'e');
  assert.deepEqual([journal.summary().total, journal.summary().forgotten], [3, 2]);
});

test('refused tries of one message are no duplicates; a second delivery is', () => {
  const journal = createJournal();
  journal.add(send(null, 'a'));
  journal.add(send('1', 'a'));
  assert.equal(journal.summary().duplicateOwnIds, 0);
  journal.add(send('2', 'a'));
  assert.deepEqual([journal.summary().duplicateOwnIds, journal.summary().distinctOwnIds], [1, 1]);
});
