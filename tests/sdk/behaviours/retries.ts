import assert from 'node:assert/strict';
import type { Behaviour } from '../bench.ts';

const gap = (seen: { at: number }[]): number => Number(seen[1]?.at) - Number(seen[0]?.at);
const refusal = (messageKey: string) => JSON.stringify({ success: false, error: { messageKey, message: messageKey } });
/** Tolerance between timers and clocks. */
const SLACK_MS = 50;

export const retries: Behaviour[] = [
  {
    name: 'lost connections, 408, 429 and 5xx are tried again',
    async check({ client, front }) {
      for (const status of [408, 429, 500, 502, 503, 504]) {
        front.seen.length = 0;
        front.next({ do: 'say', status });
        await client().usage.get();
        assert.equal(front.seen.length, 2, `after ${status}`);
      }
      front.seen.length = 0;
      front.next({ do: 'cut' });
      await client().usage.get();
      assert.equal(front.seen.length, 2, 'after a lost connection');
    },
  },
  {
    name: 'a call of ours that is still running under its key is asked for again',
    async check({ client, front }) {
      front.next({ do: 'say', status: 409, headers: { 'retry-after': '0' }, body: refusal('idempotency_in_progress') });
      await client().labels.create({ name: 'patience' });
      assert.equal(front.seen.length, 2);
    },
  },
  {
    name: 'refusals are not tried again',
    async check({ client, front }) {
      for (const status of [400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 422]) {
        front.seen.length = 0;
        front.next({ do: 'say', status, body: refusal('conflict') });
        await assert.rejects(client().usage.get(), `${status}`);
        assert.equal(front.seen.length, 1, `after ${status}`);
      }
    },
  },
  {
    name: 'retries are bounded, three by default',
    async check({ client, front, sdk }) {
      front.next(...Array.from({ length: 4 }, () => ({ do: 'say', status: 503 }) as const));
      const error = await client()
        .usage.get()
        .catch((error: unknown) => error);
      assert.ok(error instanceof sdk.ServerError);
      assert.deepEqual([error.attempts, front.seen.length], [4, 4]);
      front.seen.length = 0;
      front.next({ do: 'cut' });
      await assert.rejects(client({ maxRetries: 0 }).usage.get(), sdk.ConnectionError);
      front.next({ do: 'cut' });
      await assert.rejects(client().usage.get({ maxRetries: 0 }), sdk.ConnectionError);
      assert.equal(front.seen.length, 2);
    },
  },
  {
    name: 'waits grow, are never the same, and keep below their bound',
    async check({ client, front }) {
      const gaps: number[] = [];
      // Eight rounds; more where a busy machine makes every attempt slow.
      for (let round = 0; round < 8 || (round < 60 && Math.min(...gaps) >= 400); round++) {
        front.seen.length = 0;
        front.next({ do: 'say', status: 503 });
        await client().usage.get();
        gaps.push(gap(front.seen));
      }
      // The bound is 500 ms; all eight are near it once in a hundred thousand runs.
      assert.ok(Math.min(...gaps) < 400 && new Set(gaps).size > 1, `the waits were ${gaps.join(', ')} ms`);
    },
  },
  {
    name: 'Retry-After in seconds is kept to',
    async check({ client, front }) {
      front.next({ do: 'say', status: 503, headers: { 'retry-after': '2' } });
      await client().usage.get();
      assert.ok(gap(front.seen) >= 2_000 - SLACK_MS, `came back after ${gap(front.seen)} ms`);
    },
  },
  {
    name: 'Retry-After as a date is kept to',
    async check({ client, front }) {
      const at = Math.ceil(Date.now() / 1000) * 1000 + 3_000;
      front.next({ do: 'say', status: 429, headers: { 'retry-after': new Date(at).toUTCString() } });
      await client().usage.get();
      assert.ok(Number(front.seen[1]?.at) >= at - SLACK_MS, 'came back too early');
    },
  },
  {
    name: 'asked to wait longer than the cap, the call fails at once and says how long',
    async check({ client, front, sdk }) {
      front.next({ do: 'say', status: 429, headers: { 'retry-after': '3600' }, body: refusal('too_many_requests') });
      const error = await client()
        .usage.get()
        .catch((error: unknown) => error);
      assert.ok(error instanceof sdk.RateLimitError && error.is('too_many_requests'));
      assert.deepEqual([error.retryAfterMs, error.attempts, front.seen.length], [3_600_000, 1, 1]);
    },
  },
  {
    name: 'the token is asked for before every attempt',
    async check({ front, tenant, client }) {
      let asked = 0;
      front.next({ do: 'say', status: 503 });
      const token = async () => (++asked === 1 ? 'stale' : tenant.token);
      await client({ token }).usage.get();
      assert.deepEqual(
        front.seen.map(({ headers }) => headers.authorization),
        ['Bearer stale', `Bearer ${tenant.token}`],
      );
    },
  },
];
