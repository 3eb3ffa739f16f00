import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';

/** Stores the sign-in link of the account. The one before no longer works. */
export async function upsertSignInLink(
  ctx: Ctx,
  { tokenHash, onlyTenantId, expiresAt }: { tokenHash: Buffer; onlyTenantId: string; expiresAt: Date },
): Promise<void> {
  await rows(
    ctx,
    sql`insert into sign_in_links (account_id, token_hash, only_tenant_id, created_at, expires_at)
        values (${ctx.tenantId}, ${tokenHash}, ${onlyTenantId}, ${ctx.clock.now()}, ${expiresAt})
        on conflict (account_id) do update set token_hash = excluded.token_hash, only_tenant_id = excluded.only_tenant_id,
          created_at = excluded.created_at, expires_at = excluded.expires_at`,
  );
}

/** Deletes a link by its token, so that of two uses one finds it. */
export const takeSignInLink = (ctx: Ctx, hash: Buffer) =>
  row<{ onlyTenantId: string }>(
    ctx,
    sql`delete from sign_in_links where account_id = ${ctx.tenantId} and token_hash = ${hash} and expires_at > ${ctx.clock.now()}
        returning only_tenant_id as "onlyTenantId"`,
  );
