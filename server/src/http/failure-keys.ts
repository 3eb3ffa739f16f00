import { type FailureKey, failures } from '../platform/errors.ts';
import type { Version } from './index.ts';
import { isOpen, type Route } from './route.ts';

/** Failures of every operation. */
const always: FailureKey[] = [
  'invalid_body_params',
  'unauthorized',
  'insufficient_billing_plan',
  'forbidden',
  'contact_not_found',
];
const whenRepeatable: FailureKey[] = ['idempotency_in_progress', 'idempotency_key_reused'];
/** Every request that is not a GET can have a body, which is read even if the operation needs none. */
const whenBodyIsRead: FailureKey[] = ['payload_too_large', 'unsupported_media_type'];
const atAnyTime: FailureKey[] = [
  'too_many_requests',
  'too_many_queries',
  'internal_error',
  'query_too_slow',
  'service_unavailable',
  'tenant_moving',
  'tenant_moved',
];

/**
 * Returns all failures of an operation: those of its method and path, and those in its `fails`. In tests, another failure becomes a
 * 500, so that the OpenAPI document stays complete.
 */
export function failureKeys(version: Version, route: Route): FailureKey[] {
  const keys = new Set<FailureKey>([...always, ...notFound(route), ...(route.fails ?? [])]);
  if (route.method !== 'GET') for (const key of ['conflict' as const, ...whenBodyIsRead]) keys.add(key);
  if (isRepeatable(route)) for (const key of whenRepeatable) keys.add(key);
  if (route.bytes) keys.add('range_not_satisfiable');
  if (route.bytes || route.upload) keys.add('file_store_unavailable');
  if (version.prefix === '/v2') keys.add('version_sunset');
  return [...keys, ...atAnyTime];
}

/** Each id in a path may not exist. Deleting such an id is no failure. */
const notFound = (route: Route): FailureKey[] =>
  paramNames(route)
    .map((name) => `${name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_not_found`)
    .filter((key): key is FailureKey => key in failures && route.method !== 'DELETE');

export const paramNames = (route: Route): string[] => [...route.path.matchAll(/:([A-Za-z]+)/g)].map((match) => String(match[1]));
/** Returns whether Idempotency-Key is accepted. Its answers are stored by tenant, so an operation without one has none. */
export const isRepeatable = (route: Route): boolean => !isOpen(route) && (route.method === 'POST' || route.method === 'PUT');
