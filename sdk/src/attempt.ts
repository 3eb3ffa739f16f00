import type { Call, CallOptions } from './call.ts';
import { rangeHeader } from './download.ts';
import {
  ConnectionError,
  familyOf,
  type InvalidParams,
  type PatchbayError,
  TimeoutError,
  UnreadableAnswerError,
} from './errors.ts';
import { type ResponseInfo, rateLimitOf } from './response.ts';
import { type Outcome, retryAfterMs } from './retry.ts';
import type { Settings } from './settings.ts';
import { formWith } from './upload.ts';

type Envelope = {
  success: boolean;
  data?: unknown;
  error?: { messageKey?: string; message?: string; invalidParams?: InvalidParams };
};

/** A good answer: parsed, or raw with its body still to be read. */
export type Answer = { want: 'json' | 'raw'; response: Response; envelope: Envelope; info: ResponseInfo };
export type Result = { answer: Answer; info: ResponseInfo } | { error: PatchbayError; outcome: Outcome; info?: ResponseInfo };

/** A large file over a slow line; the server allows as much. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000;

type Ways = CallOptions & { key: string | undefined; attempt: number };

/** Sends the call once. Throws only the reason of an aborted signal, and what is the caller's own mistake. */
export async function attempt(settings: Settings, call: Call, want: Answer['want'], ways: Ways): Promise<Result> {
  // An id of our own, so that a call whose answer was lost can be found in the request log.
  const requestId = crypto.randomUUID();
  const request = { method: call.method, headers: await headersOf(settings, call, ways.key, requestId), body: bodyOf(call) };
  const limit = deadline(
    ways.timeoutMs ?? (call.upload ? Math.max(UPLOAD_TIMEOUT_MS, settings.timeoutMs) : settings.timeoutMs),
    ways.signal,
  );
  try {
    const response = await settings.fetch(settings.baseUrl + call.path, {
      ...request,
      redirect: 'manual',
      credentials: 'omit',
      signal: limit.signal,
    });
    const info = infoOf(call, response, requestId, ways);
    if (want === 'raw' && response.ok) return { answer: { want, response, envelope: { success: true }, info }, info };
    return toResult(call, response, await response.text(), info);
  } catch (error) {
    ways.signal?.throwIfAborted();
    return lost(call, error, requestId, ways.attempt, limit.hasPassed());
  } finally {
    limit.clear();
  }
}

async function headersOf(
  settings: Settings,
  call: Call,
  key: string | undefined,
  requestId: string,
): Promise<Record<string, string>> {
  return {
    authorization: `Bearer ${await settings.token()}`,
    'x-request-id': requestId,
    ...(call.body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(call.download && rangeHeader(call.download)),
    ...call.headers,
  };
}

function bodyOf({ body, upload }: Call): FormData | string | null {
  if (upload) return formWith(upload);
  return body === undefined ? null : JSON.stringify(body);
}

/** The caller's signal and the timeout in one, and which of them it was. For raw answers it ends with the headers. */
function deadline(timeoutMs: number, signal: AbortSignal | undefined) {
  const passed = new AbortController();
  const timer = timeoutMs === 0 ? undefined : setTimeout(() => passed.abort(), timeoutMs);
  return {
    signal: signal ? AbortSignal.any([signal, passed.signal]) : passed.signal,
    hasPassed: () => passed.signal.aborted,
    clear: () => clearTimeout(timer),
  };
}

function toResult(call: Call, response: Response, text: string, info: ResponseInfo): Result {
  const envelope = parse(text);
  if (response.ok && envelope?.success === true) return { answer: { want: 'json', response, envelope, info }, info };
  const { status, headers } = response;
  const messageKey = envelope?.error?.messageKey ?? null;
  const outcome: Outcome = { status, messageKey, retryAfter: headers.get('retry-after') };
  const Family = response.ok ? UnreadableAnswerError : familyOf(status);
  const error = new Family({
    operation: call.operation,
    message: envelope?.error?.message ?? strange(response),
    requestId: info.requestId,
    attempts: info.attempts,
    status,
    messageKey,
    retryAfterMs: retryAfterMs(outcome.retryAfter, Date.now()),
    ...(envelope?.error?.invalidParams && { invalidParams: envelope.error.invalidParams }),
  });
  return { error, outcome, info };
}

function strange({ status, type, headers }: Response): string {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400))
    return 'the address answered with a redirect, which is not followed: check baseUrl';
  return `the answer with status ${status} is not one of this API (${headers.get('content-type') ?? 'no content type'}): check baseUrl and what is before it`;
}

function parse(text: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Envelope) : null;
  } catch {
    return null;
  }
}

/** No answer, or half of one. Whether the server did its work is not known; a repeat with the same key finds out. */
function lost(call: Call, cause: unknown, requestId: string, attempts: number, isLate: boolean): Result {
  const Family = isLate ? TimeoutError : ConnectionError;
  const message = isLate ? 'no answer in time' : `no answer: ${reason(cause)}`;
  return { error: new Family({ operation: call.operation, message, requestId, attempts, cause }), outcome: { lost: true } };
}

/** Node's error is "fetch failed"; the reason is its cause. */
function reason(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return [message, cause?.message || cause?.code].filter(Boolean).join(': ') || String(error);
}

const infoOf = ({ operation }: Call, { status, headers }: Response, sentId: string, { key, attempt }: Ways): ResponseInfo => ({
  operation,
  status,
  requestId: headers.get('x-request-id') ?? sentId,
  attempts: attempt,
  isReplayed: headers.get('idempotency-replayed') === 'true',
  idempotencyKey: key ?? null,
  rateLimit: rateLimitOf(headers),
  headers,
});
