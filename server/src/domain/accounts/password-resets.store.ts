import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';

export type ResetRow = { tokenHash: Buffer; provesAddress: boolean; expiresAt: Date };

/** Stores the reset link of the account. The one before no longer works. */
export async function upsertReset(ctx: Ctx, { tokenHash, provesAddress, expiresAt }: ResetRow): Promise<void> {
  await rows(
    ctx,
    sql`insert into password_resets (account_id, token_hash, proves_address, created_at, expires_at)
        values (${ctx.tenantId}, ${tokenHash}, ${provesAddress}, ${ctx.clock.now()}, ${expiresAt})
        on conflict (account_id) do update set token_hash = excluded.token_hash, proves_address = excluded.proves_address,
          created_at = excluded.created_at, expires_at = excluded.expires_at`,
  );
}

export const selectReset = (ctx: Ctx, hash: Buffer) =>
  row<{ provesAddress: boolean }>(
    ctx,
    sql`select proves_address as "provesAddress" from password_resets
        where account_id = ${ctx.tenantId} and token_hash = ${hash} and expires_at > ${ctx.clock.now()}`,
  );

/** Deletes the reset link, so that of two uses one finds it. */
export const takeReset = (ctx: Ctx, hash: Buffer) =>
  row<{ provesAddress: boolean }>(
    ctx,
    sql`delete from password_resets where account_id = ${ctx.tenantId} and token_hash = ${hash} and expires_at > ${ctx.clock.now()}
        returning proves_address as "provesAddress"`,
  );

/** Deletes every reset link of the account: the password was changed in another way. */
export async function deleteResets(ctx: Ctx): Promise<void> {
  await rows(ctx, sql`delete from password_resets where account_id = ${ctx.tenantId}`);
}
