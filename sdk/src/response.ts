/** The metadata of a response. */
export type ResponseInfo = {
  operation: string;
  status: number;
  /** Quote it when you ask for help; `patchbay.requests.get` finds the call by it. */
  requestId: string;
  attempts: number;
  /** The server had the answer already: an earlier attempt had come through. */
  isReplayed: boolean;
  idempotencyKey: string | null;
  rateLimit: { limit: number; remaining: number; resetAt: Date } | null;
  headers: Headers;
};

const infos = new WeakMap<object, ResponseInfo>();

/** Stored beside the data and not in it, so that the data is exactly what the API returned. */
export function remember<T>(data: T, info: ResponseInfo): T {
  if (typeof data === 'object' && data !== null) infos.set(data, info);
  return data;
}

/** Request id, status and rate limit of the call that gave this result; undefined for a copy of it, or for no object. */
export const responseOf = (result: unknown): ResponseInfo | undefined =>
  typeof result === 'object' && result !== null ? infos.get(result) : undefined;

export function rateLimitOf(headers: Headers): ResponseInfo['rateLimit'] {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
  if (!limit || !remaining || !reset) return null;
  return { limit: Number(limit), remaining: Number(remaining), resetAt: new Date(Number(reset) * 1000) };
}
