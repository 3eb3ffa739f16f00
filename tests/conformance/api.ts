import { setTimeout as wait } from 'node:timers/promises';

// biome-ignore lint/suspicious/noExplicitAny: a check reads whatever the server answered and fails where it is wrong
export type Json = any;
export type Reply = { status: number; headers: Headers; text: string; body: Json };

/** `token: null` sends no credentials. A body that is a string, bytes or a form is sent unchanged, so that a check can send broken JSON. */
export type Options = { token?: string | null; headers?: Record<string, string>; body?: unknown; impatient?: boolean };

/** The API as one tenant's client: HTTP only. */
export type Api = {
  baseUrl: string;
  token: string;
  otherToken: string;
  call(method: string, path: string, options?: Options): Promise<Reply>;
  get(path: string, options?: Options): Promise<Reply>;
  post(path: string, body?: unknown, options?: Options): Promise<Reply>;
  put(path: string, body?: unknown, options?: Options): Promise<Reply>;
  del(path: string, options?: Options): Promise<Reply>;
  /** Registers something for deletion that was not created through this client. */
  keepInMind(path: string): void;
  /** Deletes what the checks created and did not delete. */
  tidy(): Promise<void>;
};

/** Paths where version 2 creates resources; it answers 200, not 201. */
const V2_CREATES = new Set(['/v2/attributes', '/v2/api_webhooks']);
/** Messages and notes are deleted with their chat. */
const GOES_WITH_ANOTHER = /\/(messages|notes)$/;

export function createApi(address: string, token: string, otherToken: string): Api {
  const baseUrl = address.replace(/\/+$/, '');
  const made: { path: string; token: string }[] = [];

  async function call(method: string, path: string, options: Options = {}): Promise<Reply> {
    const reply = await patiently(() => send(baseUrl, method, path, { token, ...options }), options.impatient ?? false);
    const isCreated = reply.status === 201 || (method === 'POST' && V2_CREATES.has(path) && reply.status === 200);
    if (isCreated && !GOES_WITH_ANOTHER.test(path))
      made.push({ path: `${path}/${reply.body.data.id}`, token: options.token === otherToken ? otherToken : token });
    return reply;
  }

  /** A channel with chats cannot be deleted, so its chats and contacts are deleted first. */
  async function remove(path: string, token: string): Promise<void> {
    const { status } = await call('DELETE', path, { token });
    const [, channelId] = /^\/v3\/channels\/(.+)$/.exec(path) ?? [];
    if (status !== 409 || channelId === undefined) return;
    const body = { query: `eq(channelId,"${channelId}")`, pagination: { limit: 100 } };
    const chats = await call('POST', '/v3/chats/search', { token, body });
    for (const { contactId } of chats.body.data) await call('DELETE', `/v3/contacts/${contactId}`, { token });
    await call('DELETE', path, { token });
  }

  return {
    baseUrl,
    token,
    otherToken,
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, body, options) => call('POST', path, { ...options, body }),
    put: (path, body, options) => call('PUT', path, { ...options, body }),
    del: (path, options) => call('DELETE', path, options),
    keepInMind: (path) => void made.push({ path, token }),
    async tidy() {
      for (const { path, token } of made.splice(0).reverse()) await remove(path, token).catch(() => undefined);
    },
  };
}

/** A tenant may have a small plan: a check that is not about the rate limit waits for the next minute. */
async function patiently(attempt: () => Promise<Reply>, impatient: boolean): Promise<Reply> {
  const reply = await attempt();
  const waitSeconds = Number(reply.headers.get('retry-after'));
  if (impatient || reply.status !== 429 || !(waitSeconds >= 1)) return reply;
  await wait((waitSeconds + 0.2) * 1000);
  return attempt();
}

async function send(baseUrl: string, method: string, path: string, options: Options): Promise<Reply> {
  const { token, body, headers } = options;
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isReady(body) ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

const isReady = (body: unknown): body is string | FormData | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array;

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
