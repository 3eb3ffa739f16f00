import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';

export type InvitationRow = { userId: string; tokenHash: Buffer; expiresAt: Date };

/** Stores the invitation of a user. The one before no longer works. */
export async function upsertInvitation(ctx: Ctx, { userId, tokenHash, expiresAt }: InvitationRow): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into invitations (tenant_id, user_id, token_hash, created_at, expires_at)
        values (${ctx.tenantId}, ${userId}, ${tokenHash}, ${now}, ${expiresAt})
        on conflict (tenant_id, user_id) do update set token_hash = excluded.token_hash, mailed_token_hash = null,
          mail_proves_address = false, created_at = excluded.created_at, expires_at = excluded.expires_at`,
  );
}

/** Stores the token of the mail. Returns no row if the invitation was used, replaced or withdrawn meanwhile. */
export const updateMailed = (ctx: Ctx, userId: string, { hash, provesAddress }: { hash: Buffer; provesAddress: boolean }) =>
  row<{ user_id: string }>(
    ctx,
    sql`update invitations set mailed_token_hash = ${hash}, mail_proves_address = ${provesAddress}
        where tenant_id = ${ctx.tenantId} and user_id = ${userId} and expires_at > ${ctx.clock.now()} returning user_id`,
  );

export type FoundInvitation = { userId: string; provesAddress: boolean };

const invitation = (ctx: Ctx, hash: Buffer) =>
  sql`select user_id as "userId", mail_proves_address and coalesce(mailed_token_hash = ${hash}, false) as "provesAddress" from invitations
      where tenant_id = ${ctx.tenantId} and (token_hash = ${hash} or mailed_token_hash = ${hash}) and expires_at > ${ctx.clock.now()}`;

export const selectInvitation = (ctx: Ctx, hash: Buffer) => row<FoundInvitation>(ctx, invitation(ctx, hash));

/** Deletes an invitation by its token, so that of two uses one finds it. */
export const takeInvitation = (ctx: Ctx, userId: string, hash: Buffer) =>
  row<{ user_id: string }>(
    ctx,
    sql`delete from invitations where tenant_id = ${ctx.tenantId} and user_id = ${userId}
          and (token_hash = ${hash} or mailed_token_hash = ${hash}) returning user_id`,
  );
