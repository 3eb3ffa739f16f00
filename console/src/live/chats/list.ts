import type { Filter } from './filter.ts';
import { filterOf } from './filter.ts';
import { compareKeys, type Keys, type Order, orderOf } from './order.ts';

export type ListQuery = { query?: string | undefined; search?: string | undefined; sortBy?: string | undefined };

type Row = { readonly id: string; readonly keys: Keys };

/** Where a loaded page begins: after these keys, with this cursor. The first page has neither. */
type PageStart = { cursor: string | null; after: Keys | null; isStale: boolean };

/**
 * The loaded part of a search: ids with their sort keys, in order. Chats beyond the last row are unknown until the next page is loaded.
 * While `isHolding`, rows that arrive or move up wait in `waiting`, so that nothing moves under the hand.
 */
export type ChatList = {
  readonly asked: ListQuery;
  readonly filter: Filter | null;
  readonly order: Order;
  readonly rows: Row[];
  readonly keys: Map<string, Keys>;
  readonly waiting: Map<string, Keys>;
  /** Rows that were dropped while the list is held. One that comes back unchanged, as repeated events cause, returns to its place. */
  readonly dropped: Map<string, Keys>;
  pages: PageStart[];
  /** Undefined before the first page; null when everything is loaded. */
  nextCursor: string | null | undefined;
  isHolding: boolean;
  /** A chat that stays in the list although it no longer matches: the open one. */
  pinned: string | null;
  version: number;
};

export const createList = (asked: ListQuery): ChatList => ({
  asked,
  filter: filterOf(asked.query),
  order: orderOf(asked.sortBy),
  rows: [],
  keys: new Map(),
  waiting: new Map(),
  dropped: new Map(),
  pages: [],
  nextCursor: undefined,
  isHolding: false,
  pinned: null,
  version: 0,
});

/** Returns the index of the first row that does not come before these keys. */
function positionOf({ rows, order }: ChatList, keys: Keys): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareKeys(order, (rows[middle] as Row).keys, keys) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function indexOf(list: ChatList, id: string): number {
  const keys = list.keys.get(id);
  return keys ? positionOf(list, keys) : -1;
}

/** Returns whether a row with these keys would be in the loaded part. */
export function isLoaded(list: ChatList, keys: Keys): boolean {
  if (list.nextCursor === undefined) return false;
  const last = list.rows.at(-1);
  return list.nextCursor === null || (last !== undefined && compareKeys(list.order, keys, last.keys) < 0);
}

/** Adds a row or moves it. Beyond the last loaded row it is dropped. While the list is held, only rows that keep their place change. */
export function placeRow(list: ChatList, id: string, keys: Keys): void {
  const before = list.keys.get(id);
  const isSame = isEqual(list, before, keys);
  if (isSame && !list.waiting.has(id)) return;
  if (isSame) list.waiting.delete(id);
  else if (!isLoaded(list, keys)) dropRow(list, id);
  else if (list.isHolding && !isEqual(list, list.dropped.get(id), keys)) list.waiting.set(id, keys);
  else moveRow(list, id, keys);
  list.version++;
}

const isEqual = ({ order }: ChatList, a: Keys | undefined, b: Keys): boolean => a !== undefined && compareKeys(order, a, b) === 0;

function moveRow(list: ChatList, id: string, keys: Keys): void {
  removeRow(list, id);
  list.rows.splice(positionOf(list, keys), 0, { id, keys });
  list.keys.set(id, keys);
  list.waiting.delete(id);
  list.dropped.delete(id);
}

export function dropRow(list: ChatList, id: string): void {
  const isWaiting = list.waiting.delete(id);
  const keys = list.keys.get(id);
  if (list.isHolding && keys) list.dropped.set(id, keys);
  if (removeRow(list, id) || isWaiting) list.version++;
}

function removeRow(list: ChatList, id: string): boolean {
  const index = indexOf(list, id);
  if (index < 0) return false;
  list.rows.splice(index, 1);
  list.keys.delete(id);
  return true;
}

/** Holds arriving rows back, or shows those that wait. */
export function setHolding(list: ChatList, isHolding: boolean): void {
  list.isHolding = isHolding;
  if (isHolding) return;
  list.dropped.clear();
  if (list.waiting.size === 0) return;
  for (const [id, keys] of list.waiting) moveRow(list, id, keys);
  list.version++;
}

/** Adds the next page. */
export function appendPage(list: ChatList, rows: readonly Row[], nextCursor: string | null): void {
  list.pages.push({ cursor: list.nextCursor ?? null, after: list.rows.at(-1)?.keys ?? null, isStale: false });
  for (const row of rows) moveRow(list, row.id, row.keys);
  list.nextCursor = nextCursor;
  list.version++;
}

/** Replaces a page by what the server has now. Rows of the page that it no longer has are dropped. */
export function replacePage(list: ChatList, index: number, rows: readonly Row[], nextCursor: string | null): void {
  const page = list.pages[index];
  if (!page) return;
  const end = nextCursor === null ? null : (rows.at(-1)?.keys ?? null);
  const fresh = new Set(rows.map(({ id }) => id));
  const isInPage = ({ keys }: Row) =>
    (page.after === null || compareKeys(list.order, keys, page.after) > 0) &&
    (end === null || compareKeys(list.order, keys, end) <= 0);
  for (const row of list.rows.filter((row) => isInPage(row) && !fresh.has(row.id) && row.id !== list.pinned))
    removeRow(list, row.id);
  for (const row of rows) moveRow(list, row.id, row.keys);
  page.isStale = false;
  if (end === null || index === list.pages.length - 1) endAt(list, index, nextCursor);
  list.version++;
}

/** Forgets the pages after this one. */
function endAt(list: ChatList, index: number, nextCursor: string | null): void {
  list.pages = list.pages.slice(0, index + 1);
  list.nextCursor = nextCursor;
}

/** After a lost connection every page may have changed: each is loaded again when it is shown. */
export function markStale(list: ChatList): void {
  for (const page of list.pages) page.isStale = true;
  list.version++;
}

/** Returns the page that contains a row. */
export function pageAt(list: ChatList, index: number): number {
  const keys = list.rows[index]?.keys;
  if (!keys) return list.pages.length - 1;
  return list.pages.findLastIndex(({ after }) => after === null || compareKeys(list.order, keys, after) > 0);
}
