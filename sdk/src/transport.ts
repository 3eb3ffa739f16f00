import { type Answer, attempt } from './attempt.ts';
import type { Call, CallOptions } from './call.ts';
import { type Feed, follow } from './feed.ts';
import type * as types from './generated/types.ts';
import type { Page } from './pages.ts';
import { remember } from './response.ts';
import { type RetryPolicy, standardPolicy, waitBefore } from './retry.ts';
import { type Settings, settingsOf } from './settings.ts';
import { sleep } from './sleep.ts';

export type { CallOptions } from './call.ts';
export type { PatchbayOptions } from './settings.ts';

/** How resources reach the API: one way for each kind of answer. */
export type Transport = {
  data<T>(call: Call, options?: CallOptions): Promise<T>;
  page<T>(call: Call, options?: CallOptions): Promise<Page<T>>;
  done(call: Call, options?: CallOptions): Promise<void>;
  bytes(call: Call, options?: CallOptions): Promise<Response>;
  stream(call: Call & { feed: Feed }, options?: CallOptions): AsyncGenerator<types.Event>;
};

export function createTransport(options: Parameters<typeof settingsOf>[0]): Transport {
  const settings = settingsOf(options);
  const json = (call: Call, options?: CallOptions) => persist(settings, call, 'json', options);
  return {
    data: async <T>(call: Call, options?: CallOptions) => {
      const { envelope, info } = await json(call, options);
      return remember(envelope.data as T, info);
    },
    page: async <T>(call: Call, options?: CallOptions) => {
      const { envelope, info } = await json(call, options);
      const { success: _success, ...page } = envelope;
      return remember(page as Page<T>, info);
    },
    done: async (call, options) => void (await json(call, options)),
    bytes: async (call, options) => {
      const { response, info } = await persist(settings, call, 'raw', options);
      return remember(response, info);
    },
    stream: ({ feed, ...call }, options = {}) =>
      follow(feed, settings, options.signal, (headers, query, signal) =>
        persist(settings, { ...call, path: call.path + query, headers }, 'raw', { ...options, signal, maxRetries: 0 }),
      ),
  };
}

/** Tries until it works, until it cannot, or until the retries are used up. One key for all attempts: they are one call. */
async function persist(settings: Settings, call: Call, want: Answer['want'], options: CallOptions = {}): Promise<Answer> {
  const key = call.isKeyed ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
  const policy: RetryPolicy = { ...standardPolicy, ...settings.policy };
  if (options.maxRetries !== undefined) policy.maxRetries = options.maxRetries;
  for (let retry = 1; ; retry++) {
    options.signal?.throwIfAborted();
    const result = await attempt(settings, call, want, { ...options, key, attempt: retry });
    if (result.info) for (const listener of [settings.onResponse, options.onResponse]) listener?.(result.info);
    if ('answer' in result) return result.answer;
    const waitMs = waitBefore(retry, result.outcome, policy, { now: Date.now(), random: Math.random });
    if (waitMs === null) throw result.error;
    await sleep(waitMs, options.signal);
  }
}
