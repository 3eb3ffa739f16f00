import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { Pool } from 'undici';
import { callbackOf } from '../whatsapp-line.ts';
import type { Target } from './setup.ts';

const CONNECTIONS = 64;
/** Chats that are read for each message in and each message out. */
const READS = 4;
/** Few enough that the tenant does not exceed its share of the database connections, which would be refused. */
const AT_ONCE = 6;
const TICK_MS = 20;
/** A unit that would be beyond this is not offered: the load must not grow without bound where the server is too slow. */
const MOST_UNDER_WAY = 500;
const DRAINS_WITHIN_MS = 300_000;
const MOST_ERRORS_KEPT = 5;

/** Counters of the load. A unit is one message in, one message out with their webhook deliveries, and four reads of chats. */
export type Load = { offered: number; done: number; skipped: number; failed: number; errors: string[] };
export type LoadGenerator = {
  load: Load;
  /** Returns the units per second that are done, with all jobs that follow from them, when they are offered as fast as possible. */
  capacity(seconds: number): Promise<number>;
  /** Offers units at this rate until the signal, and waits for those under way. */
  offer(perSecond: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
};

export function createLoad(target: Target, client: Client): LoadGenerator {
  const pool = new Pool(target.url, { connections: CONNECTIONS });
  const load: Load = { offered: 0, done: 0, skipped: 0, failed: 0, errors: [] };
  let next = 0;
  const runUnit = async () => {
    const n = next++;
    load.offered++;
    try {
      await unit(pool, target, n);
      load.done++;
    } catch (error) {
      load.failed++;
      if (load.errors.length < MOST_ERRORS_KEPT) load.errors.push((error as Error).message);
    }
  };
  return {
    load,
    async capacity(seconds) {
      const startedAt = performance.now();
      const doneBefore = load.done;
      const runner = async () => {
        while (performance.now() - startedAt < seconds * 1_000) await runUnit();
      };
      await Promise.all(Array.from({ length: AT_ONCE }, runner));
      await drained(client);
      return (load.done - doneBefore) / ((performance.now() - startedAt) / 1_000);
    },
    async offer(perSecond, signal) {
      const underWay = new Set<Promise<void>>();
      const startedAt = performance.now();
      for (let due = 0; !signal.aborted; await wait(TICK_MS)) {
        for (const wanted = ((performance.now() - startedAt) / 1_000) * perSecond; due < wanted; due++) {
          if (underWay.size >= MOST_UNDER_WAY) {
            load.skipped++;
            continue;
          }
          const one = runUnit().finally(() => underWay.delete(one));
          underWay.add(one);
        }
      }
      await Promise.all(underWay);
    },
    close: () => pool.close(),
  };
}

async function unit(pool: Pool, target: Target, n: number): Promise<void> {
  const { chatIds, contactIds } = target;
  const one = callbackOf('soak', n, 1);
  await ask(pool, 'POST', `/inbound/${target.inboundChannelId}`, one.headers, one.body, 200);
  const headers = { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' };
  const contactId = contactIds[n % contactIds.length];
  const message = { type: 'text', text: `Your order ${n} is on its way`, purpose: 'utility' };
  await ask(
    pool,
    'POST',
    '/v3/messages',
    headers,
    JSON.stringify({ contactId, channelId: target.smsChannelId, ...message }),
    201,
  );
  for (let i = 0; i < READS; i++)
    await ask(pool, 'GET', `/v3/chats/${chatIds[(n * READS + i) % chatIds.length]}`, headers, undefined, 200);
}

async function ask(
  pool: Pool,
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string>,
  body: string | undefined,
  wanted: number,
): Promise<void> {
  const answer = await pool.request({ method, path, headers, ...(body !== undefined && { body }) });
  const text = await answer.body.text();
  if (answer.statusCode !== wanted) throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
}

/** Returns the number of jobs that are due: work that was accepted and is not done. */
export async function countDueJobs(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>('select count(*) from jobs where due_at <= now()');
  return Number(rows[0]?.count);
}

async function drained(client: Client): Promise<void> {
  for (const startedAt = performance.now(); (await countDueJobs(client)) > 0; await wait(50))
    if (performance.now() - startedAt > DRAINS_WITHIN_MS)
      throw new Error('jobs are left five minutes after the load; is a worker running?');
}
