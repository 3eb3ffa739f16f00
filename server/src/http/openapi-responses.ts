import { type FailureKey, failures } from '../platform/errors.ts';
import { failureKeys, isRepeatable } from './failure-keys.ts';
import type { Version } from './index.ts';
import type { Route } from './route.ts';

type Json = Record<string, unknown>;

/** All response headers of the API, except those of HTTP itself. */
export const headers = {
  'X-Request-Id': header(
    'The id of this request. Quote it when you ask for help; a caller may choose it with a header of this name.',
  ),
  'X-RateLimit-Limit': header(
    'How many requests the tenant may send in a minute; before a tenant is known, how many failed logins the address may have.',
    'integer',
  ),
  'X-RateLimit-Remaining': header('How many of them are left in this minute.', 'integer'),
  'X-RateLimit-Reset': header('When the next minute begins, in UNIX seconds.', 'integer'),
  'Patchbay-Mode': header('`live`, or `sandbox` where the tenant is a test tenant that reaches nobody.'),
  'Idempotency-Replayed': header(
    '`true` where this is the first answer to the same Idempotency-Key again; otherwise it is left out.',
  ),
  'Retry-After': header(
    'How many seconds to wait before the request is sent again; left out where waiting does not help.',
    'integer',
  ),
  'WWW-Authenticate': header('`Bearer`: send an access token in the Authorization header.'),
  'Content-Range': header('Which bytes these are, and how many there are.'),
  Deprecation: header('Since when this version is deprecated, as `@` and UNIX seconds (RFC 9745).'),
  Sunset: header('From when on this version answers 410, as an HTTP date (RFC 8594).'),
  Link: header('Leads to what to use instead, with `rel="deprecation"`.'),
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
  refs([...ofVersion(version), 'Patchbay-Mode', ...(isRepeatable(route) ? (['Idempotency-Replayed'] as const) : [])]);

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
