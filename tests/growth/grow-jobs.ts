import type { Place } from './place.ts';

/** The kind of the jobs that wait, and how many of one concurrency key and of a tenant run at once (registry/jobs.ts). */
const KIND = 'deliver_webhook';
const KEY_LIMIT = 50;
/** Tenants with a queue, and their keys. All room of each tenant is taken by jobs that never end, so none of the others is started. */
const TENANTS = 5;
const KEYS = 8;

/**
 * Adds jobs of other tenants: nine of ten wait for a time tomorrow, one of ten for room in a full concurrency key. Jobs that are "running"
 * were published in the future, so that the sweep does not take them for lost.
 */
export async function growJobs({ client, size }: Place): Promise<void> {
  if (size === 0) return;
  const queued = Math.round(size / 10);
  await client.query('set session_replication_role = replica');
  await client.query(TENANT_ROWS, [TENANTS]);
  await client.query(TIMERS, [TENANTS, size - queued]);
  await client.query(QUEUED, [TENANTS, KEYS, queued]);
  await client.query(RUNNING, [TENANTS, KEYS, KEY_LIMIT]);
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze jobs');
  await client.query('checkpoint');
}

const tenant = (n: string): string => `('019b0000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const input = `jsonb_build_object('eventId', gen_random_uuid(), 'webhookId', gen_random_uuid())`;

const TENANT_ROWS = `insert into tenants (tenant_id, name, plan, rate_limit_per_minute, created_at, updated_at)
  select ${tenant('n')}, 'Busy ' || n, 'enterprise', 1000, now(), now() from generate_series(0, $1::int - 1) n`;
const TIMERS = `insert into jobs (tenant_id, id, name, input, due_at, created_at)
  select ${tenant('n % $1::int')}, gen_random_uuid(), 'advance_run', '{"signal": {"kind": "woke"}}', now() + interval '1 day' + random() * interval '30 days', now()
  from generate_series(1, $2::int) n`;
const QUEUED = `insert into jobs (tenant_id, id, name, lane, input, due_at, created_at)
  select ${tenant('n % $1::int')}, gen_random_uuid(), '${KIND}', 'webhook:' || n / $1::int % $2::int, ${input}, now(), now()
  from generate_series(1, $3::int) n`;
const RUNNING = `insert into jobs (tenant_id, id, name, lane, input, due_at, published_at, created_at)
  select ${tenant('t')}, gen_random_uuid(), '${KIND}', 'webhook:' || k, ${input}, now(), now() + interval '1 day', now()
  from generate_series(0, $1::int - 1) t, generate_series(0, $2::int - 1) k, generate_series(1, $3::int) n`;
