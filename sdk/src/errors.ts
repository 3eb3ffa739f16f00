import type { ErrorKey } from './generated/types.ts';

export type InvalidParams = Record<string, { key: string; message: string }>;

export type ErrorDetail = {
  message: string;
  operation: string;
  /** The id of the last attempt, as the server's log has it. */
  requestId: string | null;
  attempts: number;
  status?: number | null;
  messageKey?: string | null;
  invalidParams?: InvalidParams;
  retryAfterMs?: number | null;
  cause?: unknown;
};

/** Whatever went wrong with a call. `messageKey` is what to program against; `message` is for people. */
export class PatchbayError extends Error {
  /** The operation of the API, for example `createContact`. */
  readonly operation: string;
  /** The status of the answer, or null where there was none. */
  readonly status: number | null;
  /** A key of the list in the API's reference, or null where the answer was none of the API's own. */
  readonly messageKey: ErrorKey | (string & {}) | null;
  /** What is wrong with the body: dotted path → key and message. */
  readonly invalidParams: InvalidParams;
  readonly requestId: string | null;
  readonly attempts: number;
  /** How long the server asked to wait, where it did. */
  readonly retryAfterMs: number | null;

  constructor(detail: ErrorDetail) {
    const request = detail.requestId ? ` (request ${detail.requestId})` : '';
    super(`${detail.operation}: ${detail.message}${request}`, 'cause' in detail ? { cause: detail.cause } : {});
    this.name = new.target.name;
    this.operation = detail.operation;
    this.status = detail.status ?? null;
    this.messageKey = detail.messageKey ?? null;
    this.invalidParams = detail.invalidParams ?? {};
    this.requestId = detail.requestId;
    this.attempts = detail.attempts;
    this.retryAfterMs = detail.retryAfterMs ?? null;
  }

  /** True when the API gave one of these keys. */
  is(...keys: ErrorKey[]): boolean {
    return (keys as (string | null)[]).includes(this.messageKey);
  }
}

/** 400, 405, 413, 415, 416, 422 and other 4xx: the request itself has to change. */
export class InvalidRequestError extends PatchbayError {}
/** 401: no token, or one that is not accepted. */
export class AuthenticationError extends PatchbayError {}
/** 402: the tenant's plan lacks the feature. */
export class PlanError extends PatchbayError {}
/** 403: the token lacks the scope. */
export class PermissionError extends PatchbayError {}
/** 404 and 410: there is no such thing, or no longer. */
export class NotFoundError extends PatchbayError {}
/** 409: it does not fit what is there. */
export class ConflictError extends PatchbayError {}
/** 429: the limit of this minute is used up. */
export class RateLimitError extends PatchbayError {}
/** 5xx: the server's fault, or of something before it. */
export class ServerError extends PatchbayError {}
/** No answer: the address cannot be reached, or the connection broke. */
export class ConnectionError extends PatchbayError {}
/** No answer in time. */
export class TimeoutError extends ConnectionError {}
/** An answer, but not one of this API: a proxy's page, a redirect, half a body. */
export class UnreadableAnswerError extends PatchbayError {}

const families: Record<number, typeof PatchbayError> = {
  401: AuthenticationError,
  402: PlanError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  429: RateLimitError,
};

/** The class for a status. */
export const familyOf = (status: number): typeof PatchbayError =>
  families[status] ?? (status >= 500 ? ServerError : status >= 400 ? InvalidRequestError : UnreadableAnswerError);
