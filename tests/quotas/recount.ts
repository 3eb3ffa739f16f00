import type { Environment } from '../security/environment.ts';
import type { Stored } from './seed.ts';

const of = (table: string, more = ''): string => `(select count(*) from ${table} where tenant_id = $1 ${more})::float8`;

const STATEMENT = `select ${of('files', "and status = 'ready'")} as files,
  (select coalesce(sum(size_bytes), 0) from files where tenant_id = $1)::float8 as "fileBytes",
  ${of('webhooks')} as webhooks, ${of('channels')} as channels, ${of('automations')} as automations,
  ${of('access_tokens', 'and revoked_at is null and (expires_at is null or expires_at > now())')} as tokens,
  ${of('labels')} as labels, ${of('attributes')} as attributes, ${of('snippets')} as snippets, ${of('saved_views')} as views, ${of('secrets')} as secrets,
  ${of('bulk_actions', "and status = 'running'")} as "bulkActions", ${of('business_hours')} as "businessHours", ${of('sla_policies')} as "slaPolicies"`;

/** Counts the rows of a tenant, independent of the counters. */
export async function recount({ superuser }: Environment, tenantId: string): Promise<Record<Stored, number>> {
  return (await superuser.query<Record<Stored, number>>(STATEMENT, [tenantId])).rows[0] as Record<Stored, number>;
}
