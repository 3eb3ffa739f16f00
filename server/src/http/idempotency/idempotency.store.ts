import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';

const KEPT_HOURS = 24;
const SWEPT_WITH_EACH = 10;

export type Kept = { fingerprint: Buffer; status: number; sealedBody: Buffer };
export type KeptKey = { operation: string; key: string };

const oldest = (ctx: Ctx) => new Date(ctx.clock.now().getTime() - KEPT_HOURS * 3_600_000);

export const selectKept = (ctx: Ctx, { operation, key }: KeptKey) =>
  row<Kept>(
    ctx,
    sql`select fingerprint, status, body as "sealedBody" from idempotency_keys
        where tenant_id = ${ctx.tenantId} and operation = ${operation} and key = ${key} and created_at > ${oldest(ctx)}`,
  );

/** Each new key sweeps a few expired ones of its tenant, so the table needs no cleaner. */
export async function keep(ctx: Ctx, { operation, key }: KeptKey, kept: Kept): Promise<void> {
  await rows(
    ctx,
    sql`insert into idempotency_keys (tenant_id, operation, key, fingerprint, status, body, created_at)
        values (${ctx.tenantId}, ${operation}, ${key}, ${kept.fingerprint}, ${kept.status}, ${kept.sealedBody}, ${ctx.clock.now()})
        on conflict (tenant_id, operation, key) do update
        set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, created_at = excluded.created_at`,
  );
  await rows(
    ctx,
    sql`delete from idempotency_keys where tenant_id = ${ctx.tenantId} and (operation, key) in (
          select operation, key from idempotency_keys
          where tenant_id = ${ctx.tenantId} and created_at <= ${oldest(ctx)}
          order by created_at limit ${SWEPT_WITH_EACH} for update skip locked)`,
  );
}
