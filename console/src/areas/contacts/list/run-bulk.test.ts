import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runBulk } from './run-bulk.ts';

const ids = Array.from({ length: 20 }, (_, i) => String(i));

test('every id is done once; failures are counted and do not stop the others', async () => {
  const seen: string[] = [];
  const task = async (id: string) => {
    seen.push(id);
    if (id === '3' || id === '7') throw new Error(id);
  };
  const result = await runBulk(ids, task, { signal: new AbortController().signal, onProgress: () => undefined });
  assert.deepEqual([result.done, result.failed], [20, 2]);
  assert.equal(new Set(seen).size, 20);
});

test('after an abort no further id is started', async () => {
  const stop = new AbortController();
  const result = await runBulk(ids, async () => undefined, {
    signal: stop.signal,
    onProgress: (done) => done === 5 && stop.abort(),
  });
  assert.ok(result.done >= 5 && result.done < 12, String(result.done));
});
