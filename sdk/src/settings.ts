import type { ResponseInfo } from './response.ts';
import type { RetryPolicy } from './retry.ts';

export type PatchbayOptions = {
  /** An access token, or a function that gives one: it is asked before every attempt. */
  token: string | (() => string | Promise<string>);
  /** Where the API is, for example https://patchbay.example.com. A path in it is kept. */
  baseUrl: string;
  /** Replaces the platform's fetch: for a proxy, a log, or a test. */
  fetch?: typeof fetch;
  /** How often a call is tried again; 3 by default. 0 means never. */
  maxRetries?: number;
  /** For each attempt, until the whole answer is there; 30,000 by default. 0 means no limit. */
  timeoutMs?: number;
  /** A Retry-After beyond this is not waited for: the call fails at once, and the error has the time. 60,000 by default. */
  maxRetryAfterMs?: number;
  /** Hears of the answer of every attempt of every call. */
  onResponse?: (info: ResponseInfo) => void;
};

export type Settings = {
  token: () => string | Promise<string>;
  baseUrl: string;
  fetch: typeof fetch;
  timeoutMs: number;
  policy: Partial<RetryPolicy>;
  onResponse: PatchbayOptions['onResponse'];
};

const TIMEOUT_MS = 30_000;

export function settingsOf(options: PatchbayOptions): Settings {
  const { token, timeoutMs = TIMEOUT_MS, maxRetries, maxRetryAfterMs } = options;
  if (!token) throw new TypeError('A token is missing: new Patchbay({ token, baseUrl })');
  return {
    token: typeof token === 'function' ? token : () => token,
    baseUrl: addressOf(options.baseUrl),
    // Called as a function of its own: browsers refuse a fetch that was pulled off its window.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: wholeNumber('timeoutMs', timeoutMs),
    policy: {
      ...(maxRetries !== undefined && { maxRetries: wholeNumber('maxRetries', maxRetries) }),
      ...(maxRetryAfterMs !== undefined && { maxRetryAfterMs: wholeNumber('maxRetryAfterMs', maxRetryAfterMs) }),
    },
    onResponse: options.onResponse,
  };
}

function addressOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new TypeError(`baseUrl must be an address such as https://patchbay.example.com, and is ${JSON.stringify(baseUrl)}`);
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/+$/, '');
}

function wholeNumber(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new TypeError(`${name} must be a whole number that is not negative, and is ${value}`);
}
