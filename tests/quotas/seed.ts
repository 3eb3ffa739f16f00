import type { QuotaName } from '../../server/src/domain/quotas/index.ts';
import type { Environment } from '../security/environment.ts';

export type Stored = Exclude<QuotaName, 'feedConnections'>;

/** The size of every file that a creation uploads. */
export const BYTES = 1_000;
/** More rows than this would take minutes to insert; the rest of a large quota is added to the counter alone. */
const MOST_FILES = 20_000;

const many = 'from generate_series(1, $2::int) i';
const plain = (table: string, columns: string, values: string) =>
  `insert into ${table} (tenant_id, id, ${columns}, created_at, updated_at) select $1, gen_random_uuid(), ${values}, now(), now() ${many}`;

/** What fills each quota: the limits are too large for requests. */
const statements: Record<Exclude<Stored, 'files' | 'fileBytes'>, string> = {
  webhooks: plain('webhooks', 'url, status, events, is_ordered, sealed_secret', `'https://a.example', 'active', '[]', false, ''`),
  channels: plain('channels', 'type, name', `'sms', 'seeded'`),
  automations: plain(
    'automations',
    'name, status, latest_version_id, latest_trigger_type',
    `'seeded', 'draft', gen_random_uuid(), 'api'`,
  ),
  tokens: `insert into access_tokens (tenant_id, id, name, subject, scopes, created_at)
    select $1, gen_random_uuid(), 'seeded', 'seeded', '{}', now() ${many}`,
  labels: plain('labels', 'name, color', `'seeded ' || i, '#000000'`),
  attributes: plain(
    'attributes',
    'external_id, name, type, is_visible_quick_edit, is_visible_contacts_table, is_visible_contact_create',
    `'seeded' || i, 'seeded', 'text', false, false, false`,
  ),
  bulkActions: plain(
    'bulk_actions',
    'action, parameters, status, token_id, request_id',
    `'close', '{"action": "close"}', 'running', gen_random_uuid(), 'seeded'`,
  ),
  snippets: plain('snippets', 'shortcut, text', `'seeded' || i, 'seeded'`),
  views: plain('saved_views', 'name, resource, shared_with', `'seeded', 'chats', 'everyone'`),
  businessHours: plain('business_hours', 'name, time_zone, days, holidays', `'seeded ' || i, 'UTC', '{}', '[]'`),
  slaPolicies: plain(
    'sla_policies',
    'name, first_reply_minutes, channel_ids, team_ids, label_ids',
    `'seeded ' || i, 10, '{}', '{}', '{}'`,
  ),
  secrets: plain('secrets', 'name, hosts, sealed_value', `'seeded' || i, '{a.example}', ''`),
};

const files = plain(
  'files',
  'name, mime_type, size_bytes, sha256, status, store_key, source',
  `'seeded', 'text/plain', $3::bigint, 'none', 'ready', 'none', 'upload'`,
);

/**
 * Makes the tenant have as many of a thing as leaves `places` for more. Answers how many of them are only counted, and have no
 * row.
 */
export async function seed(
  { superuser }: Environment,
  tenantId: string,
  thing: Stored,
  limit: number,
  places: number,
): Promise<number> {
  const count = limit - places;
  if (thing === 'fileBytes') await superuser.query(files, [tenantId, 1, limit - places * BYTES]);
  else if (thing === 'tokens')
    await superuser.query(statements.tokens, [tenantId, count - 1]); // it has one from the start
  else if (thing !== 'files') await superuser.query(statements[thing], [tenantId, count]);
  else {
    const real = Math.min(count, MOST_FILES);
    await superuser.query(files, [tenantId, real, 1]);
    await superuser.query('update file_usage set files = files + $2 where tenant_id = $1', [tenantId, count - real]);
    return count - real;
  }
  return 0;
}
