type Data = { id?: unknown; contactId?: unknown; contact?: { id?: unknown } | null };

/** Returns the id of the contact that an event of the feed is about, or undefined. */
export function changedContact({ event, data }: { event: string; data: Record<string, unknown> }): string | undefined {
  const { id, contactId, contact } = data as Data;
  const found = event.startsWith('contact.') ? id : (contactId ?? contact?.id);
  return typeof found === 'string' ? found : undefined;
}

/** Lists with more loaded pages are not loaded again by events: each page is a request. */
const MOST_RELOADED_PAGES = 3;

type Query = { queryKey: readonly unknown[]; state: { data?: unknown } };

/** What changed: contacts, and whether their rows in lists did. A message changes no row. */
export type Changes = { contactIds: ReadonlySet<string>; areRows: boolean };

/** Returns whether a query of this area shows one of the changes. */
export function isAffected({ queryKey, state }: Query, { contactIds, areRows }: Changes): boolean {
  const [area, kind, id] = queryKey;
  if (area !== 'contacts') return false;
  if (kind === 'list')
    return areRows && ((state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0) <= MOST_RELOADED_PAGES;
  return typeof id === 'string' && contactIds.has(id);
}
