import type { Answered, ProviderHttp, ProviderRequest } from '../platform/provider-http.ts';
import type { Refusal } from './adapter.ts';
import { type Classify, readGraphError } from './meta.ts';

export type GraphRequest = {
  method: ProviderRequest['method'];
  path: string;
  query?: Record<string, string>;
  body?: object;
  /** Meta ignores it; a gateway in front of Meta can honour it. */
  idempotencyKey?: string;
};
type GraphSettings = { baseUrl: string; apiVersion: string; accessToken: string };
/** `unknown`: Graph may have executed the request. */
export type GraphAnswer = { kind: 'ok'; json: unknown } | Refusal | { kind: 'unknown'; message: string };

/** Calls Graph. Its error code decides; the HTTP status counts only without a code. */
export async function askGraph(http: ProviderHttp, settings: GraphSettings, request: GraphRequest, classify: Classify) {
  const answer = await http.request(toRequest(settings, request));
  if (answer.kind === 'answered') return readAnswer(answer, classify);
  return answer.reached ? ({ kind: 'unknown', message: answer.message } as const) : unanswered(answer.message);
}

/** Calls Graph with a request that can be repeated: an unknown outcome becomes a retry. */
export async function askGraphAgain(...args: Parameters<typeof askGraph>): Promise<Exclude<GraphAnswer, { kind: 'unknown' }>> {
  const answer = await askGraph(...args);
  return answer.kind === 'unknown' ? unanswered(answer.message) : answer;
}

export const unanswered = (message: string): Refusal => ({
  kind: 'refused',
  error: { key: 'provider_error', code: null, message },
  next: 'retry',
});

export const graphUrl = ({ baseUrl, apiVersion }: Pick<GraphSettings, 'baseUrl' | 'apiVersion'>, path: string): string =>
  `${baseUrl.replace(/\/+$/, '')}/${apiVersion}/${path}`;

function toRequest(settings: GraphSettings, { method, path, query, body, idempotencyKey }: GraphRequest): ProviderRequest {
  const url = graphUrl(settings, path);
  const headers: Record<string, string> = { authorization: `Bearer ${settings.accessToken}` };
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  if (body) headers['content-type'] = 'application/json';
  return {
    method,
    url: query ? `${url}?${new URLSearchParams(query)}` : url,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  };
}

export function readAnswer(answer: Answered, classify: Classify): GraphAnswer {
  const json = jsonOf(answer.body);
  const error = readGraphError(json?.error);
  if (error) return withAskedWait(classify(error), answer.headers);
  if (answer.status >= 200 && answer.status < 300) return { kind: 'ok', json };
  const message = `Meta answered HTTP ${answer.status} without an error code: ${answer.body.slice(0, 200) || 'nothing at all'}`;
  if (answer.status >= 500 || answer.status === 408) return { kind: 'unknown', message };
  return withAskedWait(
    { kind: 'refused', error: { ...byStatus(answer.status), message }, next: nextOf(answer.status) },
    answer.headers,
  );
}

function jsonOf(body: string): { error?: unknown } | undefined {
  try {
    const json: unknown = JSON.parse(body);
    return typeof json === 'object' && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Statuses without a code come from a proxy: Graph always sends a code. */
const nextOf = (status: number) => (status === 429 ? 'slow_down' : status === 401 || status === 403 ? 'stop_channel' : 'fail');
const byStatus = (status: number) => ({
  key: { 429: 'rate_limited', 401: 'channel_needs_attention', 403: 'channel_needs_attention' }[status] ?? 'provider_error',
  code: null,
});

/** Returns when a rate limit ends: Meta sends minutes in a header of its own, a gateway sends Retry-After. */
function withAskedWait(refusal: Refusal, headers: Answered['headers']): Refusal {
  if (refusal.next !== 'slow_down') return refusal;
  const usage = [headers['x-business-use-case-usage']].flat()[0] ?? '';
  const minutes = [...usage.matchAll(/"estimated_time_to_regain_access":\s*(\d{1,5})/g)].map((match) => Number(match[1]));
  const seconds = Math.max(0, ...minutes) * 60 || Number([headers['retry-after']].flat()[0]) || 0;
  return seconds > 0 ? { ...refusal, retryAfterSeconds: Math.min(seconds, 86_400) } : refusal;
}
