/** What the address of the list holds: filter, text, order and columns. Everything else is a default and left out. */
export type ListAddress = { query?: string; search?: string; sortBy?: string; columns?: string };

export const DEFAULT_SORT = 'desc(createdAt)';

const text = (value: unknown, most: number): string | undefined => {
  const read = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, most) : '';
  return read.trim() ? read : undefined;
};

/** Reads the address; values of the wrong type are ignored. The limits are those of the API. */
export function readAddress(given: Record<string, unknown>): ListAddress {
  const sortBy = text(given.sortBy, 500);
  return withoutEmpty({
    query: text(given.query, 2_000),
    search: text(given.search, 200),
    sortBy: sortBy && /^(?:asc|desc)\([A-Za-z]+\)$/.test(sortBy) && sortBy !== DEFAULT_SORT ? sortBy : undefined,
    columns: text(given.columns, 1_000),
  });
}

const withoutEmpty = (address: Record<keyof ListAddress, string | undefined>): ListAddress =>
  Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));

export type Sort = { field: string; direction: 'asc' | 'desc' };

export function readSort(sortBy = DEFAULT_SORT): Sort {
  const [, direction = 'desc', field = 'createdAt'] = /^(asc|desc)\((\w+)\)$/.exec(sortBy) ?? [];
  return { field, direction: direction as Sort['direction'] };
}

/** Returns the order after a click on a column: ascending first, then descending; times begin with the latest. */
export function nextSort(current: Sort, field: string): string | undefined {
  const first = field.endsWith('At') ? 'desc' : 'asc';
  const other = first === 'asc' ? 'desc' : 'asc';
  const direction = current.field === field && current.direction === first ? other : first;
  const sortBy = `${direction}(${field})`;
  return sortBy === DEFAULT_SORT ? undefined : sortBy;
}

/** Columns that can be shown, in their order. Attributes follow as `attributes.<externalId>`. */
export const builtInColumns = ['channels', 'phoneNumber', 'email', 'labels', 'isSubscribed', 'createdAt', 'updatedAt'] as const;
const shownByDefault = ['channels', 'phoneNumber', 'email', 'labels', 'createdAt'];

type AttributeColumn = { externalId: string; isVisibleContactsTable: boolean };

/** Returns the columns that the address asks for, or the default ones: those of every contact, and attributes marked for the table. */
export function readColumns(columns: string | undefined, attributes: readonly AttributeColumn[]): string[] {
  const known = [...builtInColumns, ...attributes.map(({ externalId }) => `attributes.${externalId}`)];
  const marked = attributes.filter((one) => one.isVisibleContactsTable).map(({ externalId }) => `attributes.${externalId}`);
  const wanted = columns === undefined ? [...shownByDefault, ...marked] : columns.split(',');
  return known.filter((column) => wanted.includes(column));
}

/** Returns the columns for the address after one was switched on or off; undefined for the default. */
export function toggleColumn(
  shown: readonly string[],
  column: string,
  attributes: readonly AttributeColumn[],
): string | undefined {
  const next = shown.includes(column) ? shown.filter((one) => one !== column) : [...shown, column];
  const written = readColumns(next.join(','), attributes).join(',');
  return written === readColumns(undefined, attributes).join(',') ? undefined : written || 'none';
}
