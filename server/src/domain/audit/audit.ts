import type { SearchRequest } from '../../platform/search/index.ts';
import { publishToFeed } from '../../registry/publish.ts';
import { alongWithCommit, type Ctx, idFor } from '../../storage/context.ts';
import type { Found } from '../../storage/search.ts';
import { insertEntry, removeValues, searchEntries } from './audit.store.ts';
import type { Change } from './changes.ts';

/** One accepted call of an operation that is not a read. */
export type AuditEntry = {
  id: string;
  createdAt: Date;
  operationId: string;
  resourceType: string;
  /** The resource that was created, changed or deleted; null if the call has none. */
  resourceId: string | null;
  tokenId: string;
  /** The user of the token; null for a token without a user. */
  userId: string | null;
  requestId: string;
  changes: Change[];
};

/** Writes the entry in the transaction of the change: both commit, or neither does. */
export function recordChange(ctx: Ctx, entry: Omit<AuditEntry, 'id' | 'createdAt'>): void {
  alongWithCommit(ctx, insertEntry(ctx, { ...entry, id: idFor(ctx), createdAt: ctx.clock.now() }));
  if (!HAVE_EVENTS.has(entry.resourceType)) publishToFeed(ctx, 'resource.changed', null, [changedResource(entry)]);
}

/** Each change of these resources has an event of its own that says more. */
const HAVE_EVENTS: ReadonlySet<string> = new Set(['chat', 'contact', 'message', 'note']);

const changedResource = ({ resourceType, resourceId, userId, operationId }: Omit<AuditEntry, 'id' | 'createdAt'>) => ({
  type: resourceType,
  id: resourceId,
  userId,
  operationId,
});

export const searchAuditLog = (ctx: Ctx, request: SearchRequest): Promise<Found<AuditEntry>> => searchEntries(ctx, request);

/** Removes the values of all entries about these contacts, chats and their notes. The entries and the field names stay. */
export const eraseValues = (ctx: Ctx, contactIds: string[], chatIds: string[]): Promise<void> =>
  removeValues(ctx, [...contactIds, ...chatIds], chatIds);
