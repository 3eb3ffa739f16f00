import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';

const RETENTION_HOURS = 24;
const DELETED_PER_INSERT = 10;

export type StoredAnswer = { fingerprint: Buffer; status: number; sealedBody: Buffer };
export type AnswerKey = { operation: string; key: string };

const oldest = (ctx: Ctx) => new Date(ctx.clock.now().getTime() - RETENTION_HOURS * 3_600_000);

export const selectAnswer = (ctx: Ctx, { operation, key }: AnswerKey) =>
  row<StoredAnswer>(
    ctx,
    sql`select fingerprint, status, body as "sealedBody" from idempotency_keys
        where tenant_id = ${ctx.tenantId} and operation = ${operation} and key = ${key} and created_at > ${oldest(ctx)}`,
  );

/** Stores the answer of a key, and deletes a few expired keys of the tenant: the table needs no cleanup job. */
export async function insertAnswer(ctx: Ctx, { operation, key }: AnswerKey, answer: StoredAnswer): Promise<void> {
  await rows(
    ctx,
    sql`insert into idempotency_keys (tenant_id, operation, key, fingerprint, status, body, created_at)
        values (${ctx.tenantId}, ${operation}, ${key}, ${answer.fingerprint}, ${answer.status}, ${answer.sealedBody}, ${ctx.clock.now()})
        on conflict (tenant_id, operation, key) do update
        set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, created_at = excluded.created_at`,
  );
  await rows(
    ctx,
    sql`delete from idempotency_keys where tenant_id = ${ctx.tenantId} and (operation, key) in (
          select operation, key from idempotency_keys
          where tenant_id = ${ctx.tenantId} and created_at <= ${oldest(ctx)}
          order by created_at limit ${DELETED_PER_INSERT} for update skip locked)`,
  );
}
