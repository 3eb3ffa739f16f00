import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { type Recipient, searchRecipients as searchRecipientsOf } from '../recipients/index.ts';
import type { Campaign } from './campaign.ts';
import { campaignColumns } from './campaigns.store.ts';
import { getCampaign } from './campaigns.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    updatedAt: { sql: sql`updated_at`, type: 'time' },
    name: { sql: sql`name`, type: 'text' },
    status: { sql: sql`status`, type: 'text' },
    channelId: { sql: sql`channel_id`, type: 'id' },
    automationId: { sql: sql`automation_id`, type: 'id', nullable: true },
    scheduledAt: { sql: sql`scheduled_at`, type: 'time', nullable: true },
    nextRunAt: { sql: sql`next_run_at`, type: 'time', nullable: true },
  },
  searchIn: sql`name`,
  defaultSort: 'desc(createdAt)',
};

export const searchCampaigns = (ctx: Ctx, request: SearchRequest): Promise<Found<Campaign>> =>
  search<Campaign>(ctx, { from: sql`campaigns`, tenant: sql`tenant_id`, columns: campaignColumns, searchable }, request);

export const searchRecipients = async (ctx: Ctx, id: string, request: SearchRequest): Promise<Found<Recipient>> =>
  searchRecipientsOf(ctx, (await getCampaign(ctx, id)).id, request);
