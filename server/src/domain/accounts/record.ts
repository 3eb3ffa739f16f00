import { NIL_ID } from '../../platform/ids.ts';
import { asOwner } from '../../storage/as-owner.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Change, recordChange } from '../audit/index.ts';
import type { Visitor } from './account.ts';
import { selectMemberships } from './accounts.store.ts';

type Entry = {
  operationId: string;
  /** The session that the entry is about; null for a refused sign-in, which has none. */
  sessionId: string | null;
  changes?: Change[];
};

/**
 * Writes an entry into the audit log of every tenant of the account, in the transaction of the account. The token of the entry is the
 * session, as for all calls of a person.
 */
export async function recordForTenants(
  ctx: Ctx,
  { operationId, sessionId, changes = [] }: Entry,
  visitor: Visitor,
): Promise<void> {
  for (const { tenantId, userId } of await selectMemberships(ctx))
    await asOwner(ctx, tenantId, async (ctx) =>
      recordChange(ctx, {
        operationId,
        resourceType: 'session',
        resourceId: sessionId,
        tokenId: sessionId ?? NIL_ID,
        userId,
        requestId: visitor.requestId,
        changes,
      }),
    );
}
