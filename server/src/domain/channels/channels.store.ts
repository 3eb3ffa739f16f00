import sql from 'sql-template-tag';
import type { ChannelType } from '../../registry/channels.ts';
import { type Ctx, row, rows } from '../../storage/context.ts';
import { assignments } from '../../storage/update-set.ts';
import type { Channel, ChannelStatus, NewChannel, SendGuarantee } from './channels.ts';

export const channelColumns = sql`id, type, name, status, status_reason as "statusReason", settings,
  send_guarantee as "sendGuarantee", rate_per_second as "ratePerSecond", default_team_id as "defaultTeamId", created_at as "createdAt", updated_at as "updatedAt",
  settings_version as "settingsVersion"`;

export type ChannelChanges = {
  name?: string;
  status?: ChannelStatus;
  statusReason?: string | null;
  /** The settings without secrets, and the secrets encrypted. */
  settings?: { shown: Record<string, unknown>; sealed: Buffer };
  sendGuarantee?: SendGuarantee;
  ratePerSecond?: number | null;
  defaultTeamId?: string | null;
};

export async function insertChannel(ctx: Ctx, id: string, channel: NewChannel): Promise<Channel> {
  const now = ctx.clock.now();
  const { settings, sendGuarantee = 'at_most_once', ratePerSecond = null } = channel;
  const inserted = await row<Channel>(
    ctx,
    sql`insert into channels (tenant_id, id, type, name, settings, sealed_secrets, send_guarantee, rate_per_second, created_at, updated_at)
        values (${ctx.tenantId}, ${id}, ${channel.type}, ${channel.name}, ${settings?.shown ?? {}}, ${settings?.sealed ?? null},
          ${sendGuarantee}, ${ratePerSecond}, ${now}, ${now})
        returning ${channelColumns}`,
  );
  return inserted as Channel;
}

export const selectChannel = (ctx: Ctx, id: string) =>
  row<Channel>(ctx, sql`select ${channelColumns} from channels where tenant_id = ${ctx.tenantId} and id = ${id}`);

const MOST_TRIED = 5;

/** Returns the ids of active channels of a type, the oldest first. */
export const selectActive = async (ctx: Ctx, type: ChannelType): Promise<string[]> => {
  const statement = sql`select id from channels where tenant_id = ${ctx.tenantId} and type = ${type} and status = 'active'
    order by created_at, id limit ${MOST_TRIED}`;
  return (await rows<{ id: string }>(ctx, statement)).map(({ id }) => id);
};

export const selectSecrets = async (ctx: Ctx, id: string): Promise<Buffer | null> => {
  const statement = sql`select sealed_secrets as sealed from channels where tenant_id = ${ctx.tenantId} and id = ${id}`;
  return (await row<{ sealed: Buffer | null }>(ctx, statement))?.sealed ?? null;
};

export const selectForUpdate = (ctx: Ctx, id: string) =>
  row<Channel & { sealed: Buffer | null }>(
    ctx,
    sql`select ${channelColumns}, sealed_secrets as sealed
        from channels where tenant_id = ${ctx.tenantId} and id = ${id} for no key update`,
  );

export async function updateSecrets(ctx: Ctx, id: string, sealed: Buffer): Promise<void> {
  await row(ctx, sql`update channels set sealed_secrets = ${sealed} where tenant_id = ${ctx.tenantId} and id = ${id}`);
}

export const updateLease = (ctx: Ctx, id: string, leaseId: string, now: Date, until: Date) =>
  row<{ settings: Record<string, unknown>; sealed: Buffer | null }>(
    ctx,
    sql`update channels set token_lease_id = ${leaseId}, token_lease_until = ${until}
        where tenant_id = ${ctx.tenantId} and id = ${id} and (token_lease_until is null or token_lease_until <= ${now})
        returning settings, sealed_secrets as sealed`,
  );

export async function updateNoLease(ctx: Ctx, id: string, leaseId: string): Promise<void> {
  await row(
    ctx,
    sql`update channels set token_lease_id = null, token_lease_until = null
        where tenant_id = ${ctx.tenantId} and id = ${id} and token_lease_id = ${leaseId}`,
  );
}

export const selectOwnChannels = async (ctx: Ctx, ids: string[]): Promise<Set<string>> => {
  const own = await rows<{ id: string }>(
    ctx,
    sql`select id from channels where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
  );
  return new Set(own.map((channel) => channel.id));
};

export const updateToError = (ctx: Ctx, id: string, reason: string, settingsVersion: number | null) =>
  row<Channel>(
    ctx,
    sql`update channels set status = 'error', status_reason = ${reason}, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id} and settings_version = coalesce(${settingsVersion}, settings_version)
        returning ${channelColumns}`,
  );

export const selectChannelTypes = async (ctx: Ctx, ids: string[]): Promise<Map<string, ChannelType>> => {
  const own = await rows<{ id: string; type: ChannelType }>(
    ctx,
    sql`select id, type from channels where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
  );
  return new Map(own.map(({ id, type }) => [id, type]));
};

export const updateChannelRow = (ctx: Ctx, id: string, changes: ChannelChanges) => {
  const changed = assignments(ctx, [
    [changes.name, sql`name = ${changes.name}`],
    [changes.status, sql`status = ${changes.status}`],
    [changes.statusReason, sql`status_reason = ${changes.statusReason}`],
    [
      changes.settings,
      sql`settings = ${changes.settings?.shown}, sealed_secrets = ${changes.settings?.sealed}, settings_version = settings_version + 1`,
    ],
    [changes.sendGuarantee, sql`send_guarantee = ${changes.sendGuarantee}`],
    [changes.ratePerSecond, sql`rate_per_second = ${changes.ratePerSecond}`],
    [changes.defaultTeamId, sql`default_team_id = ${changes.defaultTeamId}`],
  ]);
  return row<Channel>(
    ctx,
    sql`update channels set ${changed} where tenant_id = ${ctx.tenantId} and id = ${id} returning ${channelColumns}`,
  );
};
