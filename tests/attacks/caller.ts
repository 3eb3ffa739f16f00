import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { upload as uploadFile } from '../uploads/api.ts';

// biome-ignore lint/suspicious/noExplicitAny: a scenario reads whatever the server answered and fails where it is wrong
export type Reply = { status: number; bytes: number; ms: number; body: any };

const WITHIN_MS = 120_000;

/** Returns calls for one token that measure how long an answer took and how large it was. */
export function callerFor(baseUrl: string, token: string) {
  const call = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const startedAt = performance.now();
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const text = await answer.text();
    return { status: answer.status, bytes: text.length, ms: performance.now() - startedAt, body: bodyOf(text) };
  };
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, body: unknown) => call('POST', path, body),
    put: (path: string, body: unknown) => call('PUT', path, body),
    /** Uploads a CSV file and returns its id. */
    uploadCsv: async (text: string): Promise<string> => {
      const answer = await uploadFile(baseUrl, token, 'list.csv', Buffer.from(text), 'text/csv');
      if (answer.status !== 201) throw new Error(`the upload was answered with ${answer.status}: ${answer.body}`);
      return JSON.parse(answer.body.toString()).data.id;
    },
  };
}

/** An answer too large to be parsed in reasonable time is verified by its size alone. */
const bodyOf = (text: string) => (text.length < 1_000_000 ? JSON.parse(text) : undefined);

const LOOK_EVERY_MS = 20;

/** Returns the longest time the server took to answer a call that needs no database while the work went on. */
export async function longestStall(baseUrl: string, work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let longestMs = 0;
  const look = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await fetch(`${baseUrl}/livez`).then((answer) => answer.text());
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      await wait(LOOK_EVERY_MS);
    }
  };
  const looking = look();
  try {
    await work();
  } finally {
    isOver = true;
    await looking;
  }
  return longestMs;
}

/** Returns the processor time that a process has used, which does not depend on what else the machine does. Linux only. */
export async function cpuSecondsOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const TICKS_PER_SECOND = 100;

/** Waits until `look` returns something, for at most so long. */
export async function until<T>(what: string, ms: number, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`${what}: not after ${ms} ms`);
    await wait(100);
  }
}
