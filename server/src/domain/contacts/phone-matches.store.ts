import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';

export type PhoneRow = { id: string; value: string; matchValue: string };

/** Locks the next phone numbers after an id. Skips erased contacts, whose phone numbers are empty. */
export const lockPhonePage = (ctx: Ctx, afterId: string, most: number): Promise<PhoneRow[]> =>
  rows<PhoneRow>(
    ctx,
    sql`select id, value, match_value as "matchValue" from handles
        where tenant_id = ${ctx.tenantId} and type = 'phone_number' and id > ${afterId} and value <> '' order by id limit ${most} for update`,
  );

export const selectOwner = (ctx: Ctx, matchValue: string, otherThan: string) =>
  row<{ id: string }>(
    ctx,
    sql`select id from handles where tenant_id = ${ctx.tenantId} and type = 'phone_number' and match_value = ${matchValue} and id <> ${otherThan}`,
  );

export const updateMatch = (ctx: Ctx, id: string, matchValue: string, duplicateOf: string | null) =>
  rows(
    ctx,
    sql`update handles set match_value = ${matchValue}, duplicate_of = ${duplicateOf} where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );
