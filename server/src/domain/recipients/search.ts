import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import type { Recipient } from './recipient.ts';

const columns = sql`id, campaign_id as "campaignId", run_id as "runId", contact_id as "contactId", channel_id as "channelId", state, receipt,
  error, attempts, message_id as "messageId", automation_run_id as "automationRunId", created_at as "createdAt", updated_at as "updatedAt"`;

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    updatedAt: { sql: sql`updated_at`, type: 'time' },
    runId: { sql: sql`run_id`, type: 'id' },
    contactId: { sql: sql`contact_id`, type: 'id' },
    state: { sql: sql`state`, type: 'text' },
    receipt: { sql: sql`receipt`, type: 'text', nullable: true },
    messageId: { sql: sql`message_id`, type: 'id', nullable: true },
  },
  searchIn: sql`coalesce(error->>'message', '')`,
  defaultSort: 'asc(id)',
};

/** Searches the recipients of a campaign, in the order they were planned. `search` covers the error messages. */
export const searchRecipients = (ctx: Ctx, campaignId: string, request: SearchRequest): Promise<Found<Recipient>> => {
  const from = sql`(select * from campaign_recipients where tenant_id = ${ctx.tenantId} and campaign_id = ${campaignId}) recipients`;
  return search<Recipient>(ctx, { from, tenant: sql`tenant_id`, columns, searchable }, request);
};
