/** Tables with a few rows in an installation of any size. They may be scanned. */
export const fixedTables: readonly string[] = ['migrations', 'partitioned_tables', 'push_keys', 'signing_keys'];

/**
 * Tables with a few rows per tenant, which people create one by one. They grow with the number of tenants only: all rows of one tenant may be
 * read and sorted, but not those of all tenants. All other tables grow with the work of a tenant.
 */
export const configurationTables: readonly string[] = [
  'access_token_use',
  'access_tokens',
  'attributes',
  'automation_totals',
  'automation_triggers',
  'bulk_actions', // the oldest are deleted
  'business_hours',
  'channels',
  'contact_name_backfills',
  'deleted_templates',
  'file_usage',
  'identity_providers',
  'labels',
  'message_templates',
  'retention',
  'saved_views',
  'secrets',
  'sign_in_settings',
  'sla_policies',
  'snippets',
  'team_members',
  'teams',
  'tenants',
  'users',
  'webhook_routes',
  'webhooks',
];
