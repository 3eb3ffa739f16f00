/** The filters of the inbox, as they are in the address. */
export type Filters = {
  status?: 'open' | 'snoozed' | 'closed' | 'any';
  /** `me`, `none`, `any` or the id of a user. */
  assignee?: string;
  /** `none`, `any` or the id of a team. */
  team?: string;
  /** The id of a channel. */
  channel?: string;
  /** The type of channels, such as `whatsapp`. */
  type?: string;
  /** The id of a label. */
  label?: string;
  unread?: boolean;
  /** Only chats in which the contact waits for an answer. */
  waiting?: boolean;
  /** Only chats with an open messaging window. */
  window?: boolean;
};

export const SORTS = {
  recent: 'desc(lastMessageAt)',
  oldest: 'asc(lastMessageAt)',
  waiting: 'asc(waitingSince)',
  closing: 'asc(openUntil)',
  snoozed: 'asc(snoozedUntil)',
  created: 'desc(createdAt)',
} as const;
export type Sort = keyof typeof SORTS;

/** The whole address of the inbox. */
export type InboxSearch = Filters & {
  /** The name of a standard view or the id of a saved one. */
  view?: string;
  sort?: Sort;
  /** Part of a contact's name, number or address. */
  q?: string;
  /** Another condition in the filter language of the API. */
  filter?: string;
  /** Searches messages. */
  find?: string;
  /** The message of the open chat to scroll to. */
  messageId?: string;
};

const TEXTS = ['view', 'assignee', 'team', 'channel', 'type', 'label', 'q', 'filter', 'find', 'messageId'] as const;
const SWITCHES = ['unread', 'waiting', 'window'] as const;
const STATUSES = ['open', 'snoozed', 'closed', 'any'] as const;
const LONGEST = 2_000;

/** Reads the address. What it does not know or cannot use is left out, so that an old link still opens. */
export function readSearch(raw: Record<string, unknown>): InboxSearch {
  const found: Record<string, unknown> = {};
  for (const name of TEXTS) {
    const value = raw[name];
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && text.trim() !== '' && text.length <= LONGEST) found[name] = text;
  }
  for (const name of SWITCHES) if (typeof raw[name] === 'boolean') found[name] = raw[name];
  if (STATUSES.includes(raw.status as 'open')) found.status = raw.status;
  if (typeof raw.sort === 'string' && Object.hasOwn(SORTS, raw.sort)) found.sort = raw.sort;
  return found;
}

const FILTERS = ['status', 'assignee', 'team', 'channel', 'type', 'label', 'unread', 'waiting', 'window'] as const;

export function filtersOf(search: InboxSearch): Filters {
  return Object.fromEntries(FILTERS.filter((name) => search[name] !== undefined).map((name) => [name, search[name]]));
}

/** Removes every filter from the address. */
export const NO_FILTERS: Partial<InboxSearch> = Object.fromEntries(
  [...FILTERS, 'filter', 'sort', 'q'].map((name) => [name, undefined]),
);
