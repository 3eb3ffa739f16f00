import sql from 'sql-template-tag';
import { type Ctx, rows } from '../../storage/context.ts';
import type { HandleType } from './handle-match.ts';

export type Address = { type: HandleType; value: string; matchValue: string };

/**
 * Empties the handles of a contact, so that no address finds them. The rows stay, because chats refer to them. Returns the
 * addresses.
 */
export const emptyHandles = async (ctx: Ctx, contactId: string): Promise<Address[]> => {
  const addresses = await rows<Address>(
    ctx,
    sql`select type, value, match_value as "matchValue" from handles
        where tenant_id = ${ctx.tenantId} and contact_id = ${contactId} order by id for update`,
  );
  await rows(
    ctx,
    sql`update handles set value = '', match_value = 'erased ' || id, is_primary = false, extra = '{}', updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and contact_id = ${contactId}`,
  );
  return addresses;
};

export async function emptyContactRow(ctx: Ctx, contactId: string): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`update contacts set first_name = null, last_name = null, display_name = null, is_subscribed = false, metadata = '{}',
          erased_at = ${now}, updated_at = ${now}
        where tenant_id = ${ctx.tenantId} and id = ${contactId}`,
  );
  await rows(ctx, sql`delete from contact_labels where tenant_id = ${ctx.tenantId} and contact_id = ${contactId}`);
  await rows(ctx, sql`delete from contact_attributes where tenant_id = ${ctx.tenantId} and contact_id = ${contactId}`);
}
