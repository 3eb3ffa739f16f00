import { LRUCache } from 'lru-cache';
import type { Agent, Dispatcher } from 'undici';
import { checkUrl } from './address-guard.ts';
import { type ConnectError, type ConnectFault, createGuardedAgents, type GuardOptions } from './guarded-agent.ts';

export type PostRequest = {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  /** The tenant, which has connections of its own. */
  owner: string;
};

/** The stage that failed. A timeout of name resolution is `dns`, one of the connection is `connect`. */
export type PostError = ConnectError | 'timeout' | 'protocol';

type Answered = { kind: 'answered'; status: number; body: string; bodyTruncated: boolean; retryAfter: string | null };
type Failed = { kind: 'failed'; error: PostError; message: string };

export type PostOutcome = (Answered | Failed) & { durationMs: number };

export type AnyRequest = Omit<PostRequest, 'body'> & { method: string; body: string | Buffer | null };

export type SafeFetch = {
  post(request: PostRequest): Promise<PostOutcome>;
  /** The same with another method. */
  request(request: AnyRequest): Promise<PostOutcome>;
  close(): Promise<void>;
};

export type SafeFetchOptions = GuardOptions & { totalTimeoutMs?: number; maxResponseBytes?: number };

/** Creates a client for URLs that users chose, over guarded connections. Does not follow redirects. Never throws. */
export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const { totalTimeoutMs = 15_000, maxResponseBytes = 20_480 } = options;
  const agents = createGuardedAgents(options);
  const limits = { totalTimeoutMs, maxResponseBytes };
  const targets = new LRUCache<string, Target>({ max: REMEMBERED_URLS });
  const call = async (request: AnyRequest): Promise<PostOutcome> => {
    const target = targets.get(request.url) ?? targetOf(request.url, options);
    if (target.reason !== null) return { kind: 'failed', error: 'blocked_address', message: target.reason, durationMs: 0 };
    targets.set(request.url, target);
    return agents.use(request.owner, (agent) => exchange(agent, target, request, limits));
  };
  return {
    post: (request) => call({ ...request, method: 'POST' }),
    request: call,
    close: () => agents.close(),
  };
}

/** Parsing a URL takes as long as signing its request. */
const REMEMBERED_URLS = 5_000;

type Target = { reason: null; origin: string; path: string } | { reason: string };

/** The answer depends on the text of the URL only: the addresses that a name leads to are checked for each connection. */
function targetOf(text: string, options: SafeFetchOptions): Target {
  const checked = checkUrl(text, options);
  if (!checked.ok) return { reason: checked.reason };
  const { origin, pathname, search } = checked.url;
  return { reason: null, origin, path: pathname + search };
}

type Limits = { totalTimeoutMs: number; maxResponseBytes: number };

/** Sends one request. Ends with the response, when enough of it was read, or at the timeout. */
function exchange(
  agent: Agent,
  { origin, path }: Extract<Target, { reason: null }>,
  request: AnyRequest,
  limits: Limits,
): Promise<PostOutcome> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let controller: Dispatcher.DispatchController | null = null;
    let done = false;
    const finish = (outcome: Answered | Failed) => {
      if (done) return;
      done = true;
      clearTimeout(timer);
      resolve({ ...outcome, durationMs: Math.round(performance.now() - startedAt) });
    };
    const timer = setTimeout(() => {
      finish(failed('timeout', `The receiver did not finish its answer within ${limits.totalTimeoutMs} ms`));
      controller?.abort(ENOUGH);
    }, limits.totalTimeoutMs);
    const handler: Dispatcher.DispatchHandler = {
      ...createReader(limits.maxResponseBytes, finish),
      onRequestStart(started) {
        controller = started;
        if (done) started.abort(ENOUGH); // the timeout passed while the request waited for a connection
      },
    };
    const headers = ownHeaders(request.headers);
    agent.dispatch(
      {
        origin,
        path,
        method: request.method as Dispatcher.HttpMethod,
        headers,
        body: request.body,
      },
      handler,
    );
  });
}

const ENOUGH = new Error('We have all we want of this answer');

/** Collects the response up to a limit. A longer body is not read, and its connection is closed. */
function createReader(maxBytes: number, finish: (outcome: Answered | Failed) => void): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = [];
  let room = maxBytes;
  let status = 0;
  let retryAfter: string | null = null;
  const answered = (bodyTruncated: boolean): Answered => ({
    kind: 'answered',
    status,
    body: readable(chunks),
    bodyTruncated,
    retryAfter,
  });
  return {
    onResponseStart(_controller, statusCode, headers) {
      status = statusCode;
      retryAfter = [headers['retry-after']].flat()[0] ?? null;
    },
    onResponseData(controller, chunk) {
      chunks.push(chunk.subarray(0, room));
      room -= chunk.length;
      if (room >= 0) return;
      finish(answered(true));
      controller.abort(ENOUGH);
    },
    onResponseEnd: () => finish(answered(false)),
    onResponseError: (_controller, error) => finish(failureOf(error)),
  };
}

/** Returns the body as text. PostgreSQL rejects a text with NUL. */
function readable(chunks: Buffer[]): string {
  const text = chunks.length === 1 ? (chunks[0]?.toString() ?? '') : Buffer.concat(chunks).toString();
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
}

/** Headers that follow from the URL and the body. Custom headers of a webhook cannot replace them. */
const NOT_THEIRS = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'expect']);

function ownHeaders(headers: Record<string, string>): string[] {
  const list: string[] = [];
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !NOT_THEIRS.has(name.toLowerCase())) list.push(name, value);
  }
  return list;
}

const failed = (error: PostError, message: string): Failed => ({ kind: 'failed', error, message });

const RESETS = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);

function failureOf(error: ConnectFault): Failed {
  const code = error.code ?? '';
  if (error.failed) return failed(error.failed.error, error.failed.message);
  if (code === 'UND_ERR_CLOSED' || code === 'UND_ERR_DESTROYED') return failed('reset', 'This server is shutting down');
  if (/^(ERR_SSL|ERR_TLS|EPROTO)/.test(code)) return failed('tls', `The receiver broke off TLS: ${code}`);
  if (RESETS.has(code) && !error.message.startsWith('bad ')) {
    return failed('reset', 'The receiver closed the connection before its answer was complete');
  }
  return failed('protocol', `The exchange was not valid HTTP: ${error.message}`);
}
