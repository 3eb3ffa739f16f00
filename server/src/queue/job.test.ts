import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { Ctx } from '../storage/context.ts';
import { enqueue } from './enqueue.ts';
import { decodeRef, defineJob, encodeRef, InvalidJobInput, parseInput, waitAfter } from './job.ts';

const policy = { name: 'kind', input: z.object({ id: z.string() }), retryAfterSeconds: [1, 5] } as const;
const job = defineJob({ ...policy, concurrencyLimit: 1, tenantLimit: 2, timers: 'none' });

test('a kind that does not declare its limits does not compile', () => {
  // @ts-expect-error no limit per tenant
  defineJob({ ...policy, concurrencyLimit: 1, timers: 'none' });
  // @ts-expect-error no limit per concurrency key
  defineJob({ ...policy, tenantLimit: 2, timers: 'none' });
  // @ts-expect-error it does not say whether it takes timers
  defineJob({ ...policy, concurrencyLimit: 1, tenantLimit: 2 });
  // @ts-expect-error a kind without timers is given no time
  const withTime = (ctx: Ctx) => enqueue(ctx, job, { id: 'a' }, { at: new Date() });
  assert.ok(withTime);
});

test('an input is what the schema makes of it, or an error that names the kind', () => {
  assert.deepEqual(parseInput(job, { id: 'a' }), { id: 'a' });
  assert.deepEqual(parseInput(job, { id: 'a', cursor: 3 }), { id: 'a', cursor: 3 }, 'fields of a newer version stay');
  assert.throws(
    () => parseInput(job, { id: 1 }),
    (error) => error instanceof InvalidJobInput && /a kind job/.test(error.message),
  );
});

test('the last wait repeats, and a reference survives its way through the broker', () => {
  assert.deepEqual(
    [1, 2, 3, 1_700_000_000].map((attempt) => waitAfter(job, attempt)),
    [1, 5, 5, 5],
  );
  const ref = { tenantId: 'a', id: 'b', attempt: 3 };
  assert.deepEqual(decodeRef(encodeRef(ref)), ref);
  assert.equal(decodeRef('nonsense'), undefined);
});
