import type { Pool } from 'pg';
import { Failure } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { retryFailed, showJob } from '../../queue/index.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import type { Session, Visitor } from '../accounts/index.ts';
import { type Change, recordChange } from '../audit/index.ts';
import { findTenant, type Plan, setPlan } from '../tenants/index.ts';
import { deleteOperator, insertOperator, selectIsOperator } from './operators.store.ts';

/**
 * Throws unless the session belongs to an operator. A session for which the identity provider of one tenant vouched never does: the
 * tenant could otherwise make itself an operator.
 */
export async function requireOperator(ctx: Ctx, { onlyTenantId }: Pick<Session, 'onlyTenantId'>): Promise<void> {
  if (onlyTenantId !== null || !(await selectIsOperator(ctx))) throw new Failure('operator_required');
}

/** Makes an account an operator. Returns false if it is one already. */
export const grantOperator = async (ownerUrl: string, accountId: string, now: Date): Promise<boolean> =>
  (await insertOperator(ownerUrl, accountId, now)) > 0;

export const revokeOperator = async (ownerUrl: string, accountId: string): Promise<boolean> =>
  (await deleteOperator(ownerUrl, accountId)) > 0;

/** The operator's session, for the audit log of the tenant that is changed. */
export type Operator = { session: Pick<Session, 'id'>; visitor: Visitor };

/** Changes the plan of a tenant. The tenant finds it in its audit log. */
export const changePlan = (ctx: Ctx, by: Operator, plan: Plan, ratePerMinute: number | undefined): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const before = isId(ctx.tenantId) ? await findTenant(ctx) : undefined;
    if (!before) throw new Failure('tenant_not_found');
    await setPlan(ctx, plan, ratePerMinute);
    record(ctx, by, 'updateTenantPlan', { type: 'tenant', id: ctx.tenantId }, [{ field: 'plan', from: before.plan, to: plan }]);
  });

/** Makes a failed job due now. The tenant finds it in its audit log. */
export async function retryJob(pool: Pool, contextOf: (tenantId: string) => Ctx, by: Operator, id: string): Promise<void> {
  const job = isId(id) ? await showJob(pool, id) : undefined;
  if (!job) throw new Failure('job_not_found');
  await inTransaction(contextOf(job.tenantId), async (ctx) => {
    if (!(await retryFailed(ctx, job.id))) throw new Failure('job_not_found');
    record(ctx, by, 'retryFailedJob', { type: 'job', id: job.id }, []);
  });
}

function record(ctx: Ctx, by: Operator, operationId: string, of: { type: string; id: string }, changes: Change[]): void {
  recordChange(ctx, {
    operationId,
    resourceType: of.type,
    resourceId: of.id,
    tokenId: by.session.id,
    userId: null,
    requestId: by.visitor.requestId,
    changes,
  });
}
