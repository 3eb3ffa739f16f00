import type { Fault } from './plan-faults.ts';

/** Statements that may scan or sort a table that grows, each with the reason. `tables`: only these; all if it is missing. */
export type Exception = { name: string; reason: string; text: RegExp; tables?: readonly string[] };

export const exceptions: readonly Exception[] = [
  {
    name: 'totals of searches',
    reason: 'A client that asks for a total asks for a count of all rows that match. Cursors and withTotal: false do not count.',
    text: /^select (count\(\*\)::int as total|counted\.total)/,
  },
  {
    name: 'searches with a filter',
    reason:
      'Any field can be in a filter or in the order, and most have no index. The time limit of searches ends one that takes too long.',
    text: /^(?!.* and true and true order by ).* as sort_values/,
  },
  {
    name: 'searches in another order',
    reason: 'Only the usual orders, by time and by id, have an index. The time limit of searches ends one that takes too long.',
    text: / as sort_values .* and true and true order by (?!\S*(id|created_at|timestamp|last_message_at)\b)/,
  },
  {
    name: 'what a limited user sees',
    reason: 'Open: lists of events, contacts and files of a user who does not see all chats hash the chats that the user sees.',
    text: /^(?!.* from chats c ).* as sort_values .* and true and true order by /,
    tables: ['chats', 'chat_files'],
  },
  {
    name: 'counts per tenant',
    reason: 'Numbers of the usage page and of quotas with many rows are counted in the index, on request only.',
    text: /^(with month as|select plan, \(select count|select \(select count)/,
  },
  {
    name: 'counts of views',
    reason: 'Each count stops at 1,000 rows; PostgreSQL may read the table in any order until then. bench:inbox measures them.',
    text: /^select array\[\(select count\(\*\) from \(select 1 from chats c/,
    tables: ['chats'],
  },
  {
    name: 'counters not yet folded',
    reason: 'A worker adds appended counts to their totals within seconds, so these tables have few rows.',
    text: /report_deltas|campaign_error_deltas/,
    tables: ['report_deltas', 'campaign_error_deltas'],
  },
  {
    name: 'erasure by search terms',
    reason:
      'An erasure looks for the name of a person in free texts, for which there is no index. It is rare and runs in the background.',
    text: /from unnest\(\$::text\[\]\) as t\(term\) where position\(/,
  },
  {
    name: 'erasure of jobs',
    reason: 'An erasure deletes waiting jobs by an id in their input. It is rare, and an index would make every job dearer.',
    text: /^delete from jobs where tenant_id = \$ and name = \$ and input->>\$/,
  },
  {
    name: 'pages of retention and erasure',
    reason:
      'A page is bounded by a limit. At the size of this benchmark a page is a large part of a partition, so hashing it is cheaper than the index.',
    text: /^(delete from (events|deliveries|inbound_payloads|automation_run_steps) where tenant_id = \$ and id in \(|with page as materialized)/,
  },
  {
    name: 'audience of a campaign',
    reason: 'Expanding a campaign reads its audience, in pages by contact. bench:campaign measures it with a million contacts.',
    text: /^with people as \( select distinct on \(k\.id\)/,
    tables: ['contacts'],
  },
  {
    name: 'figures of the queue',
    reason: 'Metrics of waiting jobs and the list of failed jobs of an operator are made of all waiting jobs.',
    text: /^select (name, count\(\*\) filter \(where state = 'waiting'\)|name as job, count\(\*\) filter|tenant_id as "tenantId", id, name as job)/,
    tables: ['jobs'],
  },
  {
    name: 'pages of an operator',
    reason:
      'The lists of tenants and of channels with an error are read on request of an operator. Both tables grow with the number of tenants.',
    text: /^select (tenant_id as id, name, plan, .* from tenants order by|c\.tenant_id as "tenantId", t\.name as "tenantName", .* where c\.status = 'error')/,
    tables: ['tenants', 'channels'],
  },
  {
    name: 'uses of a template',
    reason: 'Deleting a template looks for it in the definitions of active automations and campaigns of one tenant. It is rare.',
    text: /^select array\(select a\.id from automations a join automation_versions v/,
  },
  {
    name: 'log of an automation',
    reason: 'Open: counts per step read the log of all automations in the chosen time, because it has no index by automation.',
    text: /^select step_id as "stepId", type, outcome, count\(\*\)::int/,
    tables: ['automation_run_steps'],
  },
  {
    name: 'invitation by its link',
    reason: 'Open: an invitation is found by one of two hashes, and neither has an index; a tenant has few invitations.',
    text: /from invitations where tenant_id = \$ and \(token_hash = \$ or mailed_token_hash = \$\)/,
    tables: ['invitations'],
  },
];

export const exceptionFor = (text: string, fault: Fault): Exception | undefined =>
  exceptions.find((exception) => exception.text.test(text) && (exception.tables?.includes(fault.table) ?? true));
