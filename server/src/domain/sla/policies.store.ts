import sql from 'sql-template-tag';
import { type Ctx, prepared, row, rows } from '../../storage/context.ts';
import { assignments } from '../../storage/update-set.ts';
import type { NewSlaPolicy, SlaPolicy } from './policies.ts';

export const policyColumns = sql`id, name, first_reply_minutes as "firstReplyMinutes", next_reply_minutes as "nextReplyMinutes",
  resolution_minutes as "resolutionMinutes", business_hours_id as "businessHoursId", channel_ids as "channelIds", team_ids as "teamIds",
  label_ids as "labelIds", created_at as "createdAt", updated_at as "updatedAt"`;

export async function insertPolicy(ctx: Ctx, policy: SlaPolicy): Promise<void> {
  await rows(
    ctx,
    sql`insert into sla_policies (tenant_id, id, name, first_reply_minutes, next_reply_minutes, resolution_minutes, business_hours_id,
          channel_ids, team_ids, label_ids, created_at, updated_at)
        values (${ctx.tenantId}, ${policy.id}, ${policy.name}, ${policy.firstReplyMinutes}, ${policy.nextReplyMinutes},
          ${policy.resolutionMinutes}, ${policy.businessHoursId}, ${policy.channelIds}, ${policy.teamIds}, ${policy.labelIds},
          ${policy.createdAt}, ${policy.updatedAt})`,
  );
}

export const selectPolicy = (ctx: Ctx, id: string) =>
  row<SlaPolicy>(ctx, sql`select ${policyColumns} from sla_policies where tenant_id = ${ctx.tenantId} and id = ${id}`);

const listing = prepared(
  'sla_policies',
  sql`select ${policyColumns} from sla_policies where tenant_id = $1 order by created_at, id`,
);

/** Returns all policies in the order in which they are tried: the oldest first. */
export const selectPolicies = (ctx: Ctx): Promise<SlaPolicy[]> => rows<SlaPolicy>(ctx, listing(ctx.tenantId));

export const updatePolicyRow = (ctx: Ctx, id: string, policy: NewSlaPolicy) =>
  row<SlaPolicy>(
    ctx,
    sql`update sla_policies set ${assignments(ctx, [
      [policy.name, sql`name = ${policy.name}`],
      [policy.firstReplyMinutes, sql`first_reply_minutes = ${policy.firstReplyMinutes}`],
      [policy.nextReplyMinutes, sql`next_reply_minutes = ${policy.nextReplyMinutes}`],
      [policy.resolutionMinutes, sql`resolution_minutes = ${policy.resolutionMinutes}`],
      [policy.businessHoursId, sql`business_hours_id = ${policy.businessHoursId}`],
      [policy.channelIds, sql`channel_ids = ${policy.channelIds}`],
      [policy.teamIds, sql`team_ids = ${policy.teamIds}`],
      [policy.labelIds, sql`label_ids = ${policy.labelIds}`],
    ])} where tenant_id = ${ctx.tenantId} and id = ${id} returning ${policyColumns}`,
  );
