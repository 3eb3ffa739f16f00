import type { Download } from './download.ts';
import type { ResponseInfo } from './response.ts';
import type { Upload } from './upload.ts';

/** Options of every call, beside its ids and its body. */
export type CallOptions = {
  /** Your own key instead of a random one: then a call that is repeated after a crash is recognised too. */
  idempotencyKey?: string;
  /** Ends the call, its waits and its retries. The promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** For each attempt; 0 means no limit. */
  timeoutMs?: number;
  maxRetries?: number;
  /** Hears of the answer of every attempt, failed ones too. */
  onResponse?: (info: ResponseInfo) => void;
};

/** One call of an operation, before it is sent. */
export type Call = {
  operation: string;
  method: string;
  path: string;
  body?: unknown;
  upload?: Upload;
  download?: Download;
  headers?: Record<string, string>;
  isKeyed?: boolean;
};
