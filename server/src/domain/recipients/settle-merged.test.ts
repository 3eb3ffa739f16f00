import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { recipientStates } from './recipient.ts';
import { type RecipientRow, settleMerged } from './settle-merged.ts';

const BASE = 'base';
const OTHER = 'other';

/** Rows of up to four merged ids in up to three runs; at most one per run and id, as the table's key requires. */
const recipientRows: fc.Arbitrary<RecipientRow[]> = fc
  .uniqueArray(
    fc.record({
      runId: fc.constantFrom('run 1', 'run 2', 'run 3'),
      contactId: fc.constantFrom(BASE, OTHER, 'merged earlier', 'merged earlier still'),
      state: fc.constantFrom(...recipientStates),
    }),
    { selector: ({ runId, contactId }) => `${runId} ${contactId}`, maxLength: 12 },
  )
  .map((rows) => rows.map((row, i) => ({ ...row, id: `${i}`, channelId: 'one', messageId: null, handleId: null })));

const after = (rows: RecipientRow[]) => {
  const { move, skip, cancel, retire } = settleMerged(rows, BASE, OTHER);
  const settled = new Set([...skip, ...cancel, ...retire]);
  return { move: new Set(move), skip, cancel, retire, settled };
};

test('in each run at most one row of a merged contact stays open', () => {
  fc.assert(
    fc.property(recipientRows, (rows) => {
      const { settled } = after(rows);
      for (const group of Map.groupBy(rows, ({ runId }) => runId).values()) {
        const open = group.filter((row) => row.state !== 'skipped' && row.state !== 'cancelled');
        assert.equal(open.filter((row) => !settled.has(row)).length, Math.min(1, open.length));
      }
    }),
  );
});

test('the row closest to sent stays open', () => {
  const order = ['sent', 'unknown', 'queued', 'planned', 'failed'];
  fc.assert(
    fc.property(recipientRows, (rows) => {
      const { settled } = after(rows);
      for (const row of rows.filter((one) => settled.has(one))) {
        const others = rows.filter((one) => one.runId === row.runId && !settled.has(one) && order.includes(one.state));
        assert.ok(others.every((one) => order.indexOf(one.state) <= order.indexOf(row.state)));
      }
    }),
  );
});

test('each row is settled once, by its state, and the key of the table holds after the move', () => {
  fc.assert(
    fc.property(recipientRows, (rows) => {
      const { move, skip, cancel, retire, settled } = after(rows);
      assert.equal(settled.size, skip.length + cancel.length + retire.length);
      assert.ok(skip.every(({ state }) => state === 'planned'));
      assert.ok(cancel.every(({ state }) => state === 'queued'));
      assert.ok(retire.every(({ state }) => ['sent', 'unknown', 'failed'].includes(state)));
      const keys = rows.map((row) => `${row.runId} ${move.has(row) ? BASE : row.contactId}`);
      assert.equal(new Set(keys).size, keys.length);
      assert.ok([...move].every(({ contactId, state }) => contactId === OTHER && state !== 'skipped' && state !== 'cancelled'));
    }),
  );
});
