import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canCancel, differences, refusalOfMove, resumeAt, steps } from './steps.ts';

const out = { direction: 'out', cell: 'west', gate: 'open', step: 'copy' } as const;
const gone = { direction: 'out', cell: 'west', gate: 'moved', step: 'done' } as const;

test('a move goes on at the step it had reached; a freeze begins again behind the changes that came meanwhile', () => {
  for (const step of steps) assert.equal(resumeAt({ step, gate: 'open' }), step === 'freeze' ? 'tail' : step);
  assert.equal(resumeAt({ step: 'freeze', gate: 'frozen' }), 'tail');
  assert.equal(resumeAt({ step: 'flip', gate: 'moved' }), 'flip');
  assert.equal(resumeAt({ step: 'cleanup', gate: 'moved' }), 'cleanup');
});

test('a move is cancelled only while the tenant belongs to the source', () => {
  assert.deepEqual((['open', 'held', 'frozen', 'moved', 'arriving'] as const).filter(canCancel), ['open', 'held', 'frozen']);
});

test('a move is refused while another one has not ended', () => {
  assert.equal(refusalOfMove(undefined, undefined, 'west'), undefined);
  assert.equal(refusalOfMove(out, { ...out, direction: 'in', cell: 'east', gate: 'arriving' }, 'west'), undefined, 'it goes on');
  assert.match(refusalOfMove(out, undefined, 'north') ?? '', /moving to west/);
  assert.match(refusalOfMove(gone, undefined, 'north') ?? '', /has moved to west/);
  assert.match(refusalOfMove({ ...out, direction: 'in', gate: 'arriving' }, undefined, 'north') ?? '', /still moving here/);
});

test('a tenant can come back when the cell it goes to has finished giving it away', () => {
  const here = { ...out, direction: 'in', cell: 'east', gate: 'open', step: 'done' } as const;
  assert.equal(refusalOfMove(here, { ...gone, cell: 'west' }, 'east'), undefined);
  assert.match(refusalOfMove(here, { ...gone, step: 'cleanup' }, 'east') ?? '', /has not finished/);
});

test('a move that has ended here is refused', () => {
  assert.equal(refusalOfMove(gone, undefined, 'west'), undefined, 'the command reports that it is done');
});

test('tables differ by their number of rows, by their values, and by their absence', () => {
  const here = [
    { name: 'chats', rows: 2, hash: '10' },
    { name: 'labels', rows: 1, hash: '7' },
    { name: 'files', rows: 1, hash: '3' },
    { name: 'users', rows: 0, hash: '0' },
  ];
  const there = [here[0], { name: 'labels', rows: 1, hash: '8' }, { name: 'users', rows: 0, hash: '0' }].flatMap(
    (one) => one ?? [],
  );
  assert.deepEqual(differences(here, there), [
    'labels (1 rows in the source, 1 in the target)',
    'files (1 rows in the source, none in the target)',
  ]);
});
