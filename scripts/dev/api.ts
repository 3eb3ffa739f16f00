import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';

type Answer = { status: number; body: Record<string, unknown> };
export type Api = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<Answer>;

/** Temporary refusals: the demo is created while the computer is busy with other things. */
const RETRIED: ReadonlySet<number> = new Set([429, 503]);
const MOST_TRIES = 20;
const RETRY_MS = 500;

export function createApi(baseUrl: string, token?: string): Api {
  const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  return async (method, path, body) => {
    for (let tries = 1; ; tries++) {
      const answer = await request(baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      const text = await answer.body.text();
      const isFinal = !RETRIED.has(answer.statusCode) || tries === MOST_TRIES;
      if (isFinal) return { status: answer.statusCode, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
      await wait(RETRY_MS);
    }
  };
}

/** Returns the data of an answer, or throws what the server said. */
export function accepted<T = Record<string, unknown>>({ status, body }: Answer): T {
  if (status >= 300) throw new Error(`The API refused a request of the demo: ${JSON.stringify(body)}`);
  return body.data as T;
}

/** Runs `work` for every item, a few at a time. */
export async function inParallel<T>(items: readonly T[], width: number, work: (item: T, index: number) => Promise<void>) {
  const rest = [...items.entries()];
  const worker = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}
