import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInOrder } from './in-order.ts';

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('changes of one chat reach the server in the order in which they were made, also after one that was refused', async () => {
  const inOrder = createInOrder();
  const sent: string[] = [];
  const send = (name: string, ms: number) =>
    inOrder('chat', async () => {
      await later(ms);
      sent.push(name);
      if (name === 'refused') throw new Error('refused');
    });
  const results = await Promise.allSettled([send('close', 20), send('refused', 10), send('undo', 0)]);
  assert.deepEqual(sent, ['close', 'refused', 'undo']);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
});

test('a chat does not wait for another', async () => {
  const inOrder = createInOrder();
  const first = inOrder('one', () => later(500).then(() => 'late'));
  assert.equal(await Promise.race([first, inOrder('two', async () => 'at once')]), 'at once');
});
