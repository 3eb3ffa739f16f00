import { type FailureKey, failures } from '../platform/errors.ts';
import { failureKeys, isRepeatable } from './failure-keys.ts';
import type { Version } from './index.ts';
import { isOpen, type Route } from './route.ts';

type Json = Record<string, unknown>;

/** All response headers of the API, except those of HTTP itself. */
export const headers = {
  'X-Request-Id': header(
    'The id of this request. Quote it in support requests. A caller can set it with a request header of this name.',
  ),
  'X-RateLimit-Limit': header(
    'Requests per minute of the tenant, or of the person for a user token. Before authentication: failed logins per minute of the address.',
    'integer',
  ),
  'X-RateLimit-Remaining': header('Remaining requests of this minute.', 'integer'),
  'X-RateLimit-Reset': header('Start of the next minute, in UNIX seconds.', 'integer'),
  'Patchbay-Mode': header('`live`, or `sandbox` for a test tenant, which reaches only the sandbox.'),
  'Idempotency-Replayed': header('`true` if this is the stored response of the same Idempotency-Key; otherwise absent.'),
  'Retry-After': header('Seconds to wait before sending the request again; absent if waiting does not help.', 'integer'),
  'WWW-Authenticate': header('`Bearer`: send an access token in the Authorization header.'),
  'Set-Cookie': header('The session cookie, where the operation sets, renews or removes it; otherwise absent.'),
  'Content-Range': header('The range of these bytes and the size of the file.'),
  Deprecation: header('Since when this version is deprecated, as `@` and UNIX seconds (RFC 9745).'),
  Sunset: header('From this time this version answers 410, as an HTTP date (RFC 8594).'),
  Link: header('The migration guide, with `rel="deprecation"`.'),
} as const;

type HeaderName = keyof typeof headers;

function header(description: string, type: 'string' | 'integer' = 'string'): Json {
  return { description, schema: { type } };
}

const onEveryAnswer: HeaderName[] = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const whenDeprecated: HeaderName[] = ['Deprecation', 'Sunset', 'Link'];
const ofFailure: Partial<Record<FailureKey, HeaderName>> = {
  unauthorized: 'WWW-Authenticate',
  idempotency_in_progress: 'Retry-After',
  range_not_satisfiable: 'Content-Range',
  too_many_requests: 'Retry-After',
  too_many_queries: 'Retry-After',
  query_too_slow: 'Retry-After',
  file_store_unavailable: 'Retry-After',
  service_unavailable: 'Retry-After',
};

const refs = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const ofVersion = ({ prefix }: Version): HeaderName[] =>
  prefix === '/v2' ? [...onEveryAnswer, ...whenDeprecated] : onEveryAnswer;

/** Returns the headers of a successful response. */
export const successHeaders = (version: Version, route: Route): Json =>
  refs([
    ...ofVersion(version),
    ...(isOpen(route) ? (['Set-Cookie'] as const) : (['Patchbay-Mode'] as const)),
    ...(isRepeatable(route) ? (['Idempotency-Replayed'] as const) : []),
  ]);

/** Returns the headers of a partial response. */
export const partHeaders = (version: Version): Json => refs([...ofVersion(version), 'Patchbay-Mode', 'Content-Range']);

/**
 * Returns the failure responses of an operation by status. Several keys can share a status, each with an example. Operations with the
 * same failures share one response, which is added to `responses`.
 */
export function failureResponses(version: Version, route: Route, responses: Json): Json {
  const byStatus = Map.groupBy(failureKeys(version, route), (key) => failures[key].status);
  return Object.fromEntries(
    [...byStatus].map(([status, keys]) => {
      const name = [...(version.prefix === '/v2' ? ['v2'] : []), ...keys].join('.');
      responses[name] ??= failureResponse(version, keys);
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

const failureResponse = (version: Version, keys: FailureKey[]): Json => ({
  description: keys.map((key) => `\`${key}\`: ${failures[key].message}`).join('\n\n'),
  headers: refs([...ofVersion(version), ...new Set(keys.flatMap((key) => ofFailure[key] ?? []))]),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(keys.map((key) => [key, { $ref: `#/components/examples/${key}` }])),
    },
  },
});
