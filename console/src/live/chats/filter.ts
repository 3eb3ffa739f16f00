import type { types } from '@patchbay/sdk';
import { evaluateFilter, type Filter, parseFilter } from '../../../../server/src/platform/search/filter-language.ts';

export type { Filter };

/** Returns the parsed filter of a list, or null for all chats. Ids are compared in lower case, as the database does. */
export const filterOf = (query: string | undefined): Filter | null => (query?.trim() ? parseFilter(lowerIds(query)) : null);

const UUID = /"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/gi;
const lowerIds = (query: string): string => query.replace(UUID, (id) => id.toLowerCase());

/** The fields of a chat that filters can name. `type` returns the type of a channel. */
export function fieldsOf(chat: types.Chat, type: (channelId: string) => string | undefined): Record<string, unknown> {
  const { contact, handle: _handle, latestMessage: _message, sla: _sla, ...fields } = chat;
  return {
    ...fields,
    isUnread: chat.unreadCount > 0,
    channelType: type(chat.channelId) ?? null,
    // A list without members is null for a filter.
    labelId: contact.labels.length > 0 ? contact.labels.map(({ id }) => id) : null,
    attributes: Object.fromEntries(contact.attributes.map(({ externalId, value }) => [externalId, emptyAsNull(value)])),
  };
}

const emptyAsNull = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? null : value);

/** Returns whether a chat belongs to a list, by the code that the server uses for conditions. */
export const matches = (filter: Filter | null, fields: Record<string, unknown>): boolean =>
  filter === null || evaluateFilter(filter, fields);

/** Returns whether a chat of which only some fields are known may belong to a list. */
export const mayMatch = (filter: Filter | null, known: Record<string, unknown>): boolean =>
  filter === null || verdict(filter, known) !== false;

/** Returns undefined if the answer depends on a field that is not known. */
function verdict(filter: Filter, known: Record<string, unknown>): boolean | undefined {
  switch (filter.fn) {
    case 'and':
      return combine(filter.args, known, false);
    case 'or':
      return combine(filter.args, known, true);
    case 'not': {
      const inner = verdict(filter.arg, known);
      return inner === undefined ? undefined : !inner;
    }
    default:
      return Object.hasOwn(known, rootOf(filter.field.text)) ? evaluateFilter(filter, known) : undefined;
  }
}

/** One `decisive` answer decides; otherwise an unknown one leaves it open. */
function combine(args: Filter[], known: Record<string, unknown>, decisive: boolean): boolean | undefined {
  const verdicts = args.map((arg) => verdict(arg, known));
  if (verdicts.includes(decisive)) return decisive;
  return verdicts.includes(undefined) ? undefined : !decisive;
}

const rootOf = (path: string): string => path.split('.', 1)[0] ?? path;

/** Returns whether a filter reads one of these fields. */
export function reads(filter: Filter | null, roots: readonly string[]): boolean {
  if (filter === null) return false;
  if ('args' in filter) return filter.args.some((arg) => reads(arg, roots));
  return 'arg' in filter ? reads(filter.arg, roots) : roots.includes(rootOf(filter.field.text));
}

/** Returns whether the contact of a chat has a text in a name, or a number or an address that begins with it. */
export function matchesSearch(search: string | undefined, { contact }: types.Chat): boolean {
  const part = search?.trim().toLowerCase();
  if (!part) return true;
  const names = [contact.firstName, contact.lastName, contact.displayName].filter(Boolean).join(' ').toLowerCase();
  const digits = part.replace(/[^\d+@a-z.]/g, '');
  return (
    names.includes(part) ||
    contact.handles.some(({ value }) => [part, digits].some((start) => start !== '' && value.toLowerCase().startsWith(start)))
  );
}
