import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Behaviour } from '../bench.ts';

/** Time for an attempt that must not happen. */
const A_WHILE_MS = 1_500;

/** Aborts a moment after the server has seen the call. */
function abortSoon({ seen }: { seen: unknown[] }, reason: Error): AbortSignal {
  const control = new AbortController();
  const look = setInterval(() => {
    if (seen.length === 0) return;
    clearInterval(look);
    setTimeout(() => control.abort(reason), 300);
  }, 20);
  return control.signal;
}

export const endings: Behaviour[] = [
  {
    name: 'an attempt without an answer ends at its timeout, and the next may pass',
    async check({ client, front, sdk }) {
      front.next({ do: 'hang' });
      await client({ timeoutMs: 6_000 }).usage.get();
      assert.equal(front.seen.length, 2);
      front.next({ do: 'hang' });
      const error = await client({ timeoutMs: 300, maxRetries: 0 })
        .usage.get()
        .catch((error: unknown) => error);
      assert.ok(error instanceof sdk.TimeoutError && error instanceof sdk.ConnectionError);
      assert.ok(error.requestId, 'a call without an answer can be asked for');
    },
  },
  {
    name: 'the timeout counts until the whole answer is there',
    async check({ client, front, sdk }) {
      front.next({ do: 'half', ending: 'hang' });
      const late = client({ timeoutMs: 500, maxRetries: 0 }).usage.get();
      const ended = await Promise.race([late.catch((error: unknown) => error), wait(20_000, 'still waiting', { ref: false })]);
      assert.ok(ended instanceof sdk.TimeoutError, String(ended));
    },
  },
  {
    name: 'half an answer is a lost connection',
    async check({ client, front, direct }) {
      front.next({ do: 'half', ending: 'cut' });
      await client().labels.create({ name: 'whole' });
      assert.equal(front.seen.length, 2);
      assert.equal((await direct.labels.search()).pagination.total, 1);
    },
  },
  {
    name: 'an aborted call rejects with the reason, before, during and between attempts, and nothing follows',
    async check({ client, front }) {
      const reason = new Error('changed my mind');
      await assert.rejects(client().usage.get({ signal: AbortSignal.abort(reason) }), (error) => error === reason);
      assert.equal(front.seen.length, 0);
      for (const misdeed of [{ do: 'hang' }, { do: 'say', status: 503, headers: { 'retry-after': '30' } }] as const) {
        front.seen.length = 0;
        front.next(misdeed);
        const call = client().usage.get({ signal: abortSoon(front, reason) });
        const ended = await Promise.race([call.catch((error: unknown) => error), wait(20_000, 'still waiting', { ref: false })]);
        assert.equal(ended, reason);
        await wait(A_WHILE_MS);
        assert.equal(front.seen.length, 1);
      }
      front.next({ do: 'hang' }); // without retries it is not a lost connection either
      const once = client().usage.get({ signal: abortSoon(front, reason), maxRetries: 0 });
      await assert.rejects(once, (error) => error === reason);
    },
  },
  {
    name: 'without a reason of its own, an aborted call is an AbortError as fetch has it',
    async check({ client }) {
      await assert.rejects(client().usage.get({ signal: AbortSignal.abort() }), { name: 'AbortError' });
    },
  },
];
