import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import type { Consent } from './consent.ts';
import { consentColumns, consentSource } from './consents.store.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`s.id`, type: 'id' },
    contactId: { sql: sql`h.contact_id`, type: 'id' },
    handleId: { sql: sql`s.handle_id`, type: 'id' },
    channelId: { sql: sql`s.channel_id`, type: 'id' },
    channelType: { sql: sql`s.channel_type`, type: 'text' },
    purpose: { sql: sql`s.purpose`, type: 'text' },
    state: { sql: sql`s.state`, type: 'text' },
    source: { sql: sql`s.source`, type: 'text' },
    at: { sql: sql`s.at`, type: 'time' },
    recordedAt: { sql: sql`s.recorded_at`, type: 'time' },
  },
  searchIn: sql`h.value`,
  defaultSort: 'desc(at)',
};

/** The history: every statement that was ever recorded. */
export const searchConsents = (ctx: Ctx, request: SearchRequest): Promise<Found<Consent>> =>
  search<Consent>(ctx, { from: consentSource, tenant: sql`s.tenant_id`, columns: consentColumns, searchable }, request);
