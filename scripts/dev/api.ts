import { request } from 'undici';

type Answer = { status: number; body: Record<string, unknown> };
export type Api = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<Answer>;

export function createApi(baseUrl: string, token?: string): Api {
  const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  return async (method, path, body) => {
    const answer = await request(baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.body.text();
    return { status: answer.statusCode, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
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
