import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { recipientStates } from './recipient.ts';
import { type Stand, settleMerged } from './settle-merged.ts';

const BASE = 'base';
const OTHER = 'other';

/** Up to four ids of one person in up to three runs, at most one row per run and id, as the table's key has it. */
const stands: fc.Arbitrary<Stand[]> = fc
  .uniqueArray(
    fc.record({
      runId: fc.constantFrom('run 1', 'run 2', 'run 3'),
      contactId: fc.constantFrom(BASE, OTHER, 'merged earlier', 'merged earlier still'),
      state: fc.constantFrom(...recipientStates),
    }),
    { selector: ({ runId, contactId }) => `${runId} ${contactId}`, maxLength: 12 },
  )
  .map((rows) => rows.map((row, i) => ({ ...row, id: `${i}`, channelId: 'one', messageId: null, handleId: null })));

const after = (rows: Stand[]) => {
  const { move, skip, takeBack, retire } = settleMerged(rows, BASE, OTHER);
  const settled = new Set([...skip, ...takeBack, ...retire]);
  return { move: new Set(move), skip, takeBack, retire, settled };
};

test('of one run at most one row of a person can still be written to or tried again', () => {
  fc.assert(
    fc.property(stands, (rows) => {
      const { settled } = after(rows);
      for (const group of Map.groupBy(rows, ({ runId }) => runId).values()) {
        const open = group.filter((row) => row.state !== 'skipped' && row.state !== 'cancelled');
        assert.equal(open.filter((row) => !settled.has(row)).length, Math.min(1, open.length));
      }
    }),
  );
});

test('whoever was written to, or may have been, is not passed over for one who was not', () => {
  const near = ['sent', 'unknown', 'queued', 'planned', 'failed'];
  fc.assert(
    fc.property(stands, (rows) => {
      const { settled } = after(rows);
      for (const row of rows.filter((one) => settled.has(one))) {
        const others = rows.filter((one) => one.runId === row.runId && !settled.has(one) && near.includes(one.state));
        assert.ok(others.every((one) => near.indexOf(one.state) <= near.indexOf(row.state)));
      }
    }),
  );
});

test('each row is settled by its state, once, and the table’s key holds after the move', () => {
  fc.assert(
    fc.property(stands, (rows) => {
      const { move, skip, takeBack, retire, settled } = after(rows);
      assert.equal(settled.size, skip.length + takeBack.length + retire.length);
      assert.ok(skip.every(({ state }) => state === 'planned'));
      assert.ok(takeBack.every(({ state }) => state === 'queued'));
      assert.ok(retire.every(({ state }) => ['sent', 'unknown', 'failed'].includes(state)));
      const keys = rows.map((row) => `${row.runId} ${move.has(row) ? BASE : row.contactId}`);
      assert.equal(new Set(keys).size, keys.length);
      assert.ok([...move].every(({ contactId, state }) => contactId === OTHER && state !== 'skipped' && state !== 'cancelled'));
    }),
  );
});
