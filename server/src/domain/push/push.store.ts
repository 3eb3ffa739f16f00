import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { PushSubscription } from './push.ts';

/** The keys belong to the installation, so the statements name no tenant. */
export const selectKeys = (ctx: Ctx) =>
  row<{ publicKey: string; sealed: Buffer }>(
    ctx,
    sql`select public_key as "publicKey", sealed_private_key as sealed from push_keys`,
  );

export const insertKeys = (ctx: Ctx, publicKey: string, sealed: Buffer) =>
  rows(
    ctx,
    sql`insert into push_keys (public_key, sealed_private_key, created_at) values (${publicKey}, ${sealed}, ${ctx.clock.now()})
        on conflict do nothing`,
  );

export const subscriptionColumns = sql`p.id, p.endpoint, p.name, p.created_at as "createdAt", p.updated_at as "updatedAt"`;

type NewSubscription = { id: string; userId: string; endpoint: string; sealedKeys: Buffer; name: string | null };

/** Inserts a subscription, or gives the one with this endpoint to the user. */
export const upsertSubscription = (ctx: Ctx, { id, userId, endpoint, sealedKeys, name }: NewSubscription) =>
  row<PushSubscription>(
    ctx,
    sql`insert into push_subscriptions as p (tenant_id, id, user_id, endpoint, sealed_keys, name, created_at, updated_at)
        values (${ctx.tenantId}, ${id}, ${userId}, ${endpoint}, ${sealedKeys}, ${name}, ${ctx.clock.now()}, ${ctx.clock.now()})
        on conflict (tenant_id, endpoint) do update set user_id = excluded.user_id, sealed_keys = excluded.sealed_keys,
          name = excluded.name, updated_at = excluded.updated_at
        returning ${subscriptionColumns}`,
  );

/** Deletes the subscription of a user that was saved longest ago, if the user has more than `most`. */
export const trimSubscriptions = (ctx: Ctx, userId: string, most: number) =>
  rows(
    ctx,
    sql`delete from push_subscriptions where tenant_id = ${ctx.tenantId} and id in (
          select id from (
            select id, updated_at, count(*) over () as total from push_subscriptions
            where tenant_id = ${ctx.tenantId} and user_id = ${userId}) mine
          where total > ${most} order by updated_at, id limit 1)`,
  );

/** Returns the subscriptions of these users. */
export const selectSubscriptionsOf = (ctx: Ctx, userIds: string[]) =>
  rows<{ id: string; userId: string }>(
    ctx,
    sql`select id, user_id as "userId" from push_subscriptions
        where tenant_id = ${ctx.tenantId} and user_id = any(${userIds}::uuid[]) order by id`,
  );

/** Returns a subscription of an active user with its sealed keys. */
export const selectSealed = (ctx: Ctx, id: string) =>
  row<{ userId: string; endpoint: string; sealedKeys: Buffer }>(
    ctx,
    sql`select p.user_id as "userId", p.endpoint, p.sealed_keys as "sealedKeys" from push_subscriptions p
        join users u on u.tenant_id = p.tenant_id and u.id = p.user_id and u.status = 'active'
        where p.tenant_id = ${ctx.tenantId} and p.id = ${id}`,
  );

export const selectOwn = (ctx: Ctx, userId: string, id: string) =>
  row<PushSubscription>(
    ctx,
    sql`select ${subscriptionColumns} from push_subscriptions p
        where p.tenant_id = ${ctx.tenantId} and p.id = ${id} and p.user_id = ${userId}`,
  );

/** Returns whether the user had such a subscription. */
export const deleteOwn = async (ctx: Ctx, userId: string, id: string): Promise<boolean> => {
  const statement = sql`delete from push_subscriptions
    where tenant_id = ${ctx.tenantId} and id = ${id} and user_id = ${userId} returning id`;
  return (await row(ctx, statement)) !== undefined;
};

/** Deletes a subscription that the push service no longer knows. One that was saved again meanwhile has other keys and stays. */
export const dropSubscription = (ctx: Ctx, id: string, sealedKeys: Buffer) =>
  rows(ctx, sql`delete from push_subscriptions where tenant_id = ${ctx.tenantId} and id = ${id} and sealed_keys = ${sealedKeys}`);
