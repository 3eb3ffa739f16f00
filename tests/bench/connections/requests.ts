import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { quantile } from '../attempts.ts';

const CONNECTIONS = 32;
const ANSWERS_WITHIN_MS = 30_000;

export type Requests = { p99Ms: number; count: number; failed: number };
export type Reader = { url: string; token: string; chatIds: string[] };

/** Reads chats at a fixed rate, however long each read takes. The time of a read begins when it was due. */
export async function readChats({ url, token, chatIds }: Reader, perSecond: number, seconds: number): Promise<Requests> {
  const pool = new Pool(url, { connections: CONNECTIONS, headersTimeout: ANSWERS_WITHIN_MS, bodyTimeout: ANSWERS_WITHIN_MS });
  const times: number[] = [];
  let failed = 0;
  const readOne = async (n: number, dueAt: number) => {
    const path = `/v3/chats/${chatIds[n % chatIds.length]}`;
    const answer = await pool.request({ method: 'GET', path, headers: { authorization: `Bearer ${token}` } });
    await answer.body.dump();
    if (answer.statusCode !== 200) failed++;
    times.push(performance.now() - dueAt);
  };
  const reads: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    const dueAt = startedAt + (n * 1_000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 0) await wait(early);
    reads.push(readOne(n, dueAt).catch(() => void failed++));
  }
  await Promise.all(reads);
  await pool.close();
  return { p99Ms: quantile(times, 0.99), count: reads.length, failed };
}
