import type { types } from '@patchbay/sdk';
import { type Filters, filtersOf, type InboxSearch, SORTS, type Sort } from './search-params.ts';

/** What a search of chats is asked for; also the body of a count and the target of a bulk action. */
export type ChatQuery = { query?: string; search?: string; sortBy: string };

export type QueryContext = {
  userId: string;
  now: Date /** Chats in which the person was mentioned. */;
  mentionedIn?: readonly string[];
};

type StandardView = { filters: Filters; sort: Sort; isMentions?: true };

/** The views that everybody has, in the order in which they are shown. */
export const STANDARD_VIEWS = {
  mine: { filters: { status: 'open', assignee: 'me' }, sort: 'recent' },
  unassigned: { filters: { status: 'open', assignee: 'none' }, sort: 'recent' },
  mentions: { filters: {}, sort: 'recent', isMentions: true },
  open: { filters: { status: 'open' }, sort: 'recent' },
  waiting: { filters: { status: 'open', waiting: true }, sort: 'waiting' },
  closing: { filters: { status: 'open', window: true }, sort: 'closing' },
  snoozed: { filters: { status: 'snoozed' }, sort: 'snoozed' },
  closed: { filters: { status: 'closed' }, sort: 'recent' },
} as const satisfies Record<string, StandardView>;

export type StandardViewId = keyof typeof STANDARD_VIEWS;
export const DEFAULT_VIEW: StandardViewId = 'mine';

export const isStandard = (view: string): view is StandardViewId => Object.hasOwn(STANDARD_VIEWS, view);

export const viewOf = (search: InboxSearch): string => search.view ?? DEFAULT_VIEW;

/** Returns the filters that apply: those of the view, replaced by those of the address. */
export function effectiveFilters(search: InboxSearch): Filters {
  const view = viewOf(search);
  return { ...(isStandard(view) && STANDARD_VIEWS[view].filters), ...filtersOf(search) };
}

/** Returns the sort order of the address, of the standard view, or undefined if a saved view has its own. */
export function sortOf(search: InboxSearch, saved?: Pick<types.View, 'sortBy'>): Sort | undefined {
  if (search.sort) return search.sort;
  const view = viewOf(search);
  if (isStandard(view)) return STANDARD_VIEWS[view].sort;
  return saved?.sortBy ? (Object.keys(SORTS) as Sort[]).find((sort) => SORTS[sort] === saved.sortBy) : 'recent';
}

/** Returns the API call of an address. The address, the view and the call are one query. */
export function chatQueryOf(search: InboxSearch, context: QueryContext, saved?: Pick<types.View, 'query' | 'sortBy'>): ChatQuery {
  const view = viewOf(search);
  const conditions = [
    ...(saved?.query ? [saved.query] : []),
    ...(isStandard(view) && 'isMentions' in STANDARD_VIEWS[view] ? [oneOf('id', context.mentionedIn ?? [])] : []),
    ...(search.filter ? [search.filter] : []),
    ...conditionsOf(effectiveFilters(search), context),
  ];
  const query = conditions.length > 1 ? `and(${conditions.join(',')})` : conditions[0];
  const sort = sortOf(search, saved);
  return {
    ...(query && { query }),
    ...(search.q && { search: search.q }),
    sortBy: sort ? SORTS[sort] : (saved?.sortBy ?? SORTS.recent),
  };
}

function conditionsOf(filters: Filters, { userId, now }: QueryContext): string[] {
  const { status, assignee, team, channel, type, label, unread, waiting, window } = filters;
  const conditions = [
    status && status !== 'any' && equals('status', status),
    assignee && assignee !== 'any' && idOrNone('assignedUserId', assignee === 'me' ? userId : assignee),
    team && team !== 'any' && idOrNone('assignedTeamId', team),
    channel && equals('channelId', channel),
    type && equals('channelType', type),
    label && equals('labelId', label),
    unread !== undefined && `eq(isUnread,${unread})`,
    waiting !== undefined && (waiting ? 'not(isNull(waitingSince))' : 'isNull(waitingSince)'),
    window && `gt(openUntil,"${now.toISOString()}")`,
  ];
  return conditions.filter((condition) => typeof condition === 'string' && condition !== '') as string[];
}

const equals = (field: string, value: string): string => `eq(${field},${JSON.stringify(value)})`;
const idOrNone = (field: string, value: string): string => (value === 'none' ? `isNull(${field})` : equals(field, value));

const NO_ID = '00000000-0000-0000-0000-000000000000';
/** A query has at most 2,000 characters. */
const MOST_IDS = 40;

/** Returns the condition that a field is one of these ids. */
export const oneOf = (field: string, ids: readonly string[]): string =>
  `in(${field},${(ids.length > 0 ? ids.slice(0, MOST_IDS) : [NO_ID]).map((id) => JSON.stringify(id)).join(',')})`;

/** A name for the list of an address. The time in a query does not make it another list. */
export const listKeyOf = (
  search: InboxSearch,
  saved?: Pick<types.View, 'query' | 'sortBy'>,
  mentionedIn: readonly string[] = [],
): string =>
  JSON.stringify([
    viewOf(search),
    filtersOf(search),
    search.sort,
    search.q,
    search.filter,
    saved?.query,
    saved?.sortBy,
    mentionedIn,
  ]);
