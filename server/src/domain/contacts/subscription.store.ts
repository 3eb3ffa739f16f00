import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';

export const selectSubscribed = async (ctx: Ctx, contactId: string): Promise<boolean | undefined> => {
  const statement = sql`select is_subscribed as "is" from contacts where tenant_id = ${ctx.tenantId} and id = ${contactId}`;
  return (await row<{ is: boolean }>(ctx, statement))?.is;
};

export const setSubscribed = (ctx: Ctx, contactId: string, isSubscribed: boolean) =>
  rows(ctx, sql`update contacts set is_subscribed = ${isSubscribed} where tenant_id = ${ctx.tenantId} and id = ${contactId}`);

/** Returns whether one of the contacts has unsubscribed and has no address: nothing but the flag says so. */
export const hasBareStop = async (ctx: Ctx, contactIds: string[]): Promise<boolean> => {
  const statement = sql`select exists (select 1 from contacts k
      where k.tenant_id = ${ctx.tenantId} and k.id = any(${contactIds}::uuid[]) and not k.is_subscribed
        and not exists (select 1 from handles h where h.tenant_id = k.tenant_id and h.contact_id = k.id)) as "is"`;
  return (await row<{ is: boolean }>(ctx, statement))?.is ?? false;
};

/**
 * Derives isSubscribed: false if the latest marketing statement of every address withdraws consent. Without an address it keeps
 * its value. Returns the contacts that changed.
 */
export const refreshSubscribed = async (ctx: Ctx, contactIds: string[]): Promise<string[]> => {
  const changed = await rows<{ id: string }>(
    ctx,
    sql`update contacts k set is_subscribed = now."is", updated_at = ${ctx.clock.now()}
        from (select h.contact_id as id, bool_or(s.state is distinct from 'withdrawn') as "is"
          from handles h
          left join lateral (select s.state from consents s
            where s.tenant_id = ${ctx.tenantId} and s.handle_id = h.id and s.purpose = 'marketing' order by s.at desc, s.id desc limit 1) s on true
          where h.tenant_id = ${ctx.tenantId} and h.contact_id = any(${contactIds}::uuid[]) and h.alias_of is null
          group by h.contact_id) now
        where k.tenant_id = ${ctx.tenantId} and k.id = now.id and k.is_subscribed <> now."is" returning k.id`,
  );
  return changed.map(({ id }) => id);
};
