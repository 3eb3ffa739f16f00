import type { SearchRequest } from '../../platform/search/index.ts';
import { alongWithCommit, type Ctx, idFor } from '../../storage/context.ts';
import type { Found } from '../../storage/search.ts';
import { insertEntry, searchEntries, updateToNames } from './audit.store.ts';
import type { Change } from './changes.ts';

/** Who changed what: one accepted call of an operation that is not a read. */
export type AuditEntry = {
  id: string;
  createdAt: Date;
  operationId: string;
  resourceType: string;
  /** The thing that was made, changed or deleted; null where the call touched none. */
  resourceId: string | null;
  tokenId: string;
  /** The person whose token it was, if it is a person's. */
  userId: string | null;
  requestId: string;
  changes: Change[];
};

/** Writes the entry with the commit of the change itself: both are true, or neither is. */
export function recordChange(ctx: Ctx, entry: Omit<AuditEntry, 'id' | 'createdAt'>): void {
  alongWithCommit(ctx, insertEntry(ctx, { ...entry, id: idFor(ctx), createdAt: ctx.clock.now() }));
}

export const searchAuditLog = (ctx: Ctx, request: SearchRequest): Promise<Found<AuditEntry>> => searchEntries(ctx, request);

/** Who is erased is erased here too, with the notes about them: that something changed stays, its values go. */
export const forgetValues = (ctx: Ctx, contactIds: string[], chatIds: string[]): Promise<void> =>
  updateToNames(ctx, [...contactIds, ...chatIds], chatIds);
