import type { types } from '@patchbay/sdk';
import { parseSort } from '../../../../server/src/platform/search/filter-language.ts';

type Key = string | number | boolean | null;

/** The values by which a row is sorted; the last is the id. */
export type Keys = readonly Key[];

type Order = readonly { field: string; direction: 'asc' | 'desc' }[];

export type { Order };

export const DEFAULT_ORDER = 'desc(lastMessageAt)';

/** Parses a sort order. The id is the last key in the direction of the key before it, as on the server. */
export function orderOf(sortBy: string | undefined): Order {
  const keys = parseSort(sortBy?.trim() || DEFAULT_ORDER).map(({ direction, field }) => ({ direction, field: field.text }));
  const last = keys.at(-1)?.direction ?? 'asc';
  return keys.some(({ field }) => field === 'id') ? keys : [...keys, { field: 'id', direction: last }];
}

/** Times are texts of one form, so they are compared as texts. */
export function keysOf(order: Order, chat: types.Chat): Keys {
  const fields = chat as unknown as Record<string, Key>;
  return order.map(({ field }) => (field === 'isUnread' ? chat.unreadCount > 0 : (fields[field] ?? null)));
}

/** Returns the keys of a chat of which only some fields are known, or undefined. */
export const knownKeys = (order: Order, known: Record<string, unknown>): Keys | undefined =>
  order.every(({ field }) => Object.hasOwn(known, field)) ? order.map(({ field }) => known[field] as Key) : undefined;

/** Returns a number below 0 if `a` comes first. Nulls come last in both directions. */
export function compareKeys(order: Order, a: Keys, b: Keys): number {
  for (const [i, { direction }] of order.entries()) {
    const compared = compareKey(a[i] ?? null, b[i] ?? null, direction);
    if (compared !== 0) return compared;
  }
  return 0;
}

function compareKey(a: Key, b: Key, direction: 'asc' | 'desc'): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b === (direction === 'asc') ? -1 : 1;
}
