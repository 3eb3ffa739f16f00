import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { Channel, ChannelStatus, ChannelType } from './channels.ts';

export const channelColumns = sql`id, type, name, status, created_at as "createdAt", updated_at as "updatedAt"`;

export async function insertChannel(ctx: Ctx, id: string, { type, name }: { type: ChannelType; name: string }): Promise<Channel> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into channels (tenant_id, id, type, name, created_at, updated_at)
        values (${ctx.tenantId}, ${id}, ${type}, ${name}, ${now}, ${now})`,
  );
  return { id, type, name, status: 'active', createdAt: now, updatedAt: now };
}

export const selectChannel = (ctx: Ctx, id: string) =>
  row<Channel>(ctx, sql`select ${channelColumns} from channels where tenant_id = ${ctx.tenantId} and id = ${id}`);

/** Which of these ids are channels of the tenant. */
export const selectOwnChannels = async (ctx: Ctx, ids: string[]): Promise<Set<string>> => {
  const own = await rows<{ id: string }>(
    ctx,
    sql`select id from channels where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
  );
  return new Set(own.map((channel) => channel.id));
};

export const updateChannelRow = (ctx: Ctx, id: string, { name, status }: { name?: string; status?: ChannelStatus }) =>
  row<Channel>(
    ctx,
    sql`update channels set name = coalesce(${name ?? null}, name), status = coalesce(${status ?? null}, status),
          updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id} returning ${channelColumns}`,
  );
