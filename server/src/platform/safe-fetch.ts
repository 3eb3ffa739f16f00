import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { checkUrl, isPublicAddress } from './address-guard.ts';

export type Address = { address: string; family: number };

/** All addresses of a name, A and AAAA. */
export type Resolver = (hostname: string) => Promise<Address[]>;

export type PostRequest = { url: string; headers: Record<string, string>; body: string | Buffer };

/** Named by the stage that failed: a name or a connection that takes too long is `dns` or `connect`. */
export type PostError = 'blocked_address' | 'dns' | 'connect' | 'timeout' | 'tls' | 'reset' | 'protocol';

type Answered = { kind: 'answered'; status: number; body: string; bodyTruncated: boolean; retryAfter: string | null };
type Failed = { kind: 'failed'; error: PostError; message: string };

export type PostOutcome = (Answered | Failed) & { durationMs: number };

export type SafeFetch = { post(request: PostRequest): Promise<PostOutcome>; close(): Promise<void> };

export type SafeFetchOptions = {
  /** For a developer's machine: every address may be called. */
  allowPrivate: boolean;
  resolve?: Resolver;
  connectTimeoutMs?: number;
  dnsTimeoutMs?: number;
  totalTimeoutMs?: number;
  maxResponseBytes?: number;
  /** Certificates to trust instead of the system's. */
  ca?: string;
  /** Which resolved addresses may be called; tests divide loopback with it. */
  permits?: (address: string) => boolean;
};

/**
 * Posts to URLs that strangers chose. A name is resolved once per connection, refused if any of its addresses is
 * not public, and connected to exactly those addresses, so it cannot change its answer in between. A kept
 * connection was vetted when it was made. Redirects are answers like any other. Never throws.
 */
export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const { totalTimeoutMs = 15_000, maxResponseBytes = 20_480 } = options;
  const agent = new Agent({
    connect: createConnect(options),
    connections: 100,
    clientTtl: 60_000, // a busy connection still notices within a minute that its name has moved
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
    headersTimeout: 0, // the total time covers both
    bodyTimeout: 0,
    allowH2: false,
  });
  return {
    async post(request) {
      const checked = checkUrl(request.url, options);
      if (!checked.ok) return { kind: 'failed', error: 'blocked_address', message: checked.reason, durationMs: 0 };
      return exchange(agent, checked.url, request, { totalTimeoutMs, maxResponseBytes });
    },
    close: async () => (agent.destroyed ? undefined : agent.close()),
  };
}

type Limits = { totalTimeoutMs: number; maxResponseBytes: number };

/** One request and its answer, over when the answer is, when there is enough of it, or when time is up. */
function exchange(agent: Agent, url: URL, request: PostRequest, limits: Limits): Promise<PostOutcome> {
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
        if (done) started.abort(ENOUGH); // time ran out while it waited for a connection
      },
    };
    const headers = ownHeaders(request.headers);
    agent.dispatch({ origin: url.origin, path: url.pathname + url.search, method: 'POST', headers, body: request.body }, handler);
  });
}

const ENOUGH = new Error('We have all we want of this answer');

/** Collects the answer up to the cap; a body that goes on beyond it is not read, and its connection is not kept. */
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

/** As text for people to read. A NUL would make PostgreSQL refuse the row that remembers the attempt. */
function readable(chunks: Buffer[]): string {
  const text = chunks.length === 1 ? (chunks[0]?.toString() ?? '') : Buffer.concat(chunks).toString();
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
}

/** The host and the framing follow from the URL and the body; a header of a subscriber cannot say otherwise. */
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

type NetworkError = Error & { code?: string; syscall?: string; failed?: Failed };

const RESETS = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);

function failureOf(error: NetworkError): Failed {
  const code = error.code ?? '';
  if (error.failed) return error.failed;
  if (code === 'UND_ERR_CLOSED' || code === 'UND_ERR_DESTROYED') return failed('reset', 'This server is shutting down');
  if (/^(ERR_SSL|ERR_TLS|EPROTO)/.test(code)) return failed('tls', `The receiver broke off TLS: ${code}`);
  if (RESETS.has(code) && !error.message.startsWith('bad ')) {
    return failed('reset', 'The receiver closed the connection before its answer was complete');
  }
  return failed('protocol', `The exchange was not valid HTTP: ${error.message}`);
}

const failing = (error: PostError, message: string) => Object.assign(new Error(message), { failed: failed(error, message) });

/** The connector: resolve, vet, dial what was vetted, and look again at who answered. */
function createConnect(options: SafeFetchOptions): buildConnector.connector {
  const { connectTimeoutMs = 5_000, ca } = options;
  const permits = options.permits ?? (options.allowPrivate ? () => true : isPublicAddress);
  const vet = createVetter(options, permits);
  const pins = new Map<string, Address[]>();
  // Node gives each address but the last 250 ms, which cuts off far receivers when the last is of a family we lack.
  const patience = { timeout: connectTimeoutMs, autoSelectFamilyAttemptTimeout: 1_000 };
  const dial = buildConnector({ ...patience, ca, lookup: pinnedLookup(pins), allowH2: false });
  const connect = async (target: buildConnector.Options, callback: buildConnector.Callback) => {
    try {
      pins.set(target.hostname, await vet(target.hostname));
      dial(target, (error, socket) => {
        const fault = error ? connectFault(error, target) : peerFault(socket.remoteAddress, target.hostname, permits);
        if (fault === null && socket) return callback(null, socket);
        socket?.destroy();
        callback(fault ?? GONE, null);
      });
    } catch (error) {
      callback(error as Error, null);
    } finally {
      pins.delete(target.hostname); // the lookup happens inside the call of dial, so it is over
    }
  };
  return (target, callback) => void connect(target, callback);
}

type Permits = (address: string) => boolean;

/** All addresses of a name or a literal, or the reason why not even the good ones among them are called. */
function createVetter(options: SafeFetchOptions, permits: Permits): Resolver {
  const { dnsTimeoutMs = 5_000, resolve = (hostname: string) => lookup(hostname, { all: true }) } = options;
  const asking = new Map<string, Promise<Address[]>>();
  // The system resolves on a few shared threads: a name that never answers may hold one of them, not all.
  const ask = (hostname: string) => {
    const known = asking.get(hostname);
    if (known) return known;
    const answer = (async () => resolve(hostname))().finally(() => asking.delete(hostname));
    asking.set(hostname, answer);
    return answer;
  };
  return async (hostname) => {
    const family = isIP(hostname);
    const unresolved = () => failing('dns', `The name ${hostname} cannot be resolved`);
    const addresses = family ? [{ address: hostname, family }] : await within(dnsTimeoutMs, ask(hostname), unresolved);
    if (addresses.length === 0) throw unresolved();
    if (!addresses.every(({ address }) => permits(address))) throw failing('blocked_address', notPublic(hostname));
    return addresses;
  };
}

/** The work's result, or the fault when it fails or takes longer than this. */
async function within<T>(ms: number, work: Promise<T>, fault: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, ms);
  });
  return Promise.race([work, late])
    .catch(() => Promise.reject(fault()))
    .finally(() => clearTimeout(timer));
}

/** Node asks for all addresses when it may try both families, and for one when it may not. */
const pinnedLookup =
  (pins: ReadonlyMap<string, Address[]>): LookupFunction =>
  (hostname, options, callback) => {
    const addresses = pins.get(hostname) ?? [];
    const [first] = addresses;
    if (!first) callback(failing('dns', `${hostname} was not vetted`), '');
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  };

const GONE = failing('reset', 'The receiver closed the connection at once');

/** Belt and braces. A peer that hung up already has no address, and that is not its name's fault. */
function peerFault(address: string | undefined, hostname: string, permits: Permits): Error | null {
  if (address === undefined) return GONE;
  return permits(address) ? null : failing('blocked_address', notPublic(hostname));
}

/** Says no address: which machines a name leads to inside our network is nobody's business. */
const notPublic = (hostname: string) => `${hostname} leads to an address that is not public`;

function connectFault(error: NetworkError, { hostname, port, protocol }: buildConnector.Options): Error {
  const code = error.code ?? error.message;
  if (error.failed) return error;
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return failing('connect', `No connection to ${hostname} in time`);
  if (code === 'ECONNRESET' || code === 'EPIPE') return GONE;
  const dialling = error.syscall === 'connect' || error instanceof AggregateError || protocol === 'http:';
  if (dialling) return failing('connect', `No connection to ${hostname}${port && `:${port}`}: ${code}`);
  return failing('tls', `The certificate or TLS of ${hostname} cannot be trusted: ${code}`);
}
