import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../security/client.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server answered and fails where it is wrong
export type Json = any;
export type Reply = { status: number; body: Json };

/** Calls the API as one tenant, alternating between the servers. */
export type Api = ReturnType<typeof createApi>;

const PAGE = 100;
/** A busy server may answer that it is unavailable, or that this tenant exceeds its share. */
const RETRIED: ReadonlySet<number> = new Set([429, 503]);
const MOST_TRIES = 60;
const RETRY_MS = 1_000;

export function createApi(baseUrls: string[], token: string) {
  let calls = 0;
  const call = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    for (let tries = 1; ; tries++) {
      const { status, text } = await send(baseUrls[calls++ % baseUrls.length] ?? '', { method, path, token, body });
      if (!RETRIED.has(status) || tries === MOST_TRIES) return { status, body: text ? JSON.parse(text) : null };
      await wait(RETRY_MS);
    }
  };
  /** Returns the data of a successful response; throws otherwise. */
  const data = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const reply = await call(method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body.data;
  };
  return {
    baseUrl: baseUrls[0] ?? '',
    token,
    call,
    data,
    get: (path: string) => data('GET', path),
    post: (path: string, body: unknown = {}) => data('POST', path, body),
    put: (path: string, body: unknown) => data('PUT', path, body),
    /** Returns all pages of a search. */
    async all(path: string, query?: string): Promise<Json[]> {
      const found: Json[] = [];
      for (let cursor: string | undefined; ; ) {
        const body = { ...(query && { query }), pagination: { limit: PAGE, ...(cursor !== undefined && { cursor }) } };
        const reply = await call('POST', path, body);
        if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
        found.push(...reply.body.data);
        cursor = reply.body.pagination.nextCursor ?? undefined;
        if (cursor === undefined) return found;
      }
    },
  };
}

const LOOK_EVERY_MS = 100;
/** Long, because the machine may be busy; a lost message never arrives. */
const PATIENCE_MS = 120_000;

/** Polls until the value matches. Throws with the last value after the timeout. */
export async function until<T>(read: () => Promise<T>, fits: (value: T) => boolean, withinMs = PATIENCE_MS): Promise<T> {
  for (const endsAt = Date.now() + withinMs; ; await wait(LOOK_EVERY_MS)) {
    const value = await read();
    if (fits(value)) return value;
    if (Date.now() > endsAt) throw new Error(`it never came to be, but stayed ${JSON.stringify(value)?.slice(0, 600)}`);
  }
}
