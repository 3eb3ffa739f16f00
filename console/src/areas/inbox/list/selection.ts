import type { Target } from '../actions/change.ts';
import type { ChatQuery } from '../queries/chat-query.ts';

/** The chosen chats: some by id, or all that the query finds, also those that are not loaded. */
export type Selection = { kind: 'some'; ids: ReadonlySet<string> } | { kind: 'all'; except: ReadonlySet<string> };

export const NOTHING: Selection = { kind: 'some', ids: new Set() };
export const ALL: Selection = { kind: 'all', except: new Set() };

export const isEmpty = (selection: Selection): boolean => selection.kind === 'some' && selection.ids.size === 0;

export const isSelected = (selection: Selection, id: string): boolean =>
  selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id);

export function toggle(selection: Selection, id: string): Selection {
  const changed = new Set(selection.kind === 'some' ? selection.ids : selection.except);
  if (!changed.delete(id)) changed.add(id);
  return selection.kind === 'some' ? { kind: 'some', ids: changed } : { kind: 'all', except: changed };
}

/** Adds the rows between two, as with Shift. */
export function addRange(selection: Selection, ids: readonly string[]): Selection {
  if (selection.kind === 'all') return { kind: 'all', except: new Set([...selection.except].filter((id) => !ids.includes(id))) };
  return { kind: 'some', ids: new Set([...selection.ids, ...ids]) };
}

/** Returns how many are chosen; null if nobody knows, because counting stopped. */
export function countOf(selection: Selection, total: number | null): number | null {
  if (selection.kind === 'some') return selection.ids.size;
  return total === null ? null : Math.max(0, total - selection.except.size);
}

/** Returns the target of a bulk action. */
export function targetOf(selection: Selection, { query, search }: ChatQuery, total: number | null): Target {
  if (selection.kind === 'some') return { ids: [...selection.ids] };
  const left = [...selection.except].map((id) => JSON.stringify(id)).join(',');
  const conditions = [query, left && `not(in(id,${left}))`].filter(Boolean);
  const all = conditions.length > 1 ? `and(${conditions.join(',')})` : conditions[0];
  // The API wants a query or a search; every chat has an id.
  return { query: all ?? (search ? undefined : 'not(isNull(id))'), search, count: countOf(selection, total) };
}
