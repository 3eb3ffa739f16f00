import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { tagOf } from '../../server/src/domain/messages/search-terms.ts';
import { migrate, readMigrations } from '../../server/src/storage/migrate.ts';
import type { TestDatabase } from '../../server/src/test-kit/database.ts';

const SERVER = process.env.TEST_DATABASE_SERVER ?? 'postgres://postgres@127.0.0.1:5432';
/** Messages are spread over the last weeks. */
const WEEKS = 12;
const MESSAGES_PER_CHAT = 5;

/** A tenant of the benchmark. Ids of its rows follow from their numbers, so that no list of ids is kept. */
export type Side = { name: string; tenantId: string; chats: number; messages: number };

export const sideOf = (name: 'small' | 'large', chats: number): Side => ({
  name,
  tenantId: `019a0000-0000-7000-8000-${name === 'small' ? 'a1b2c3d4e5f6' : 'f6e5d4c3b2a1'}`,
  chats,
  messages: chats * MESSAGES_PER_CHAT,
});

export const PEOPLE = 50;
const idOf = (kind: string, n: number): string => `019a0000-0000-7${kind}-8000-${n.toString(16).padStart(12, '0')}`;
export const chatId = (n: number): string => idOf('00c', n);
export const userId = (n: number): string => idOf('00d', n);
export const channelId = (n: number): string => idOf('00e', n);
export const labelId = (n: number): string => idOf('00f', n);

/** The text of message n: a common word (1 in 10), a word of 1,000, a word of 50,000 and a number that is unique. */
export const wordsOf = (n: number) => ({
  common: `common${n % 10}`,
  medium: `medium${(n * 7) % 1_000}`,
  rare: `rare${(n * 31) % 50_000}`,
  order: String(1_000_000 + n),
});

/**
 * Returns a database with both tenants. The first call for these sizes and this schema fills a template, which later calls copy: filling
 * takes many minutes at full size.
 */
export async function createInboxDatabase(sides: Side[]): Promise<TestDatabase> {
  const template = await templateName(sides);
  const name = `patchbay_inbox_${process.pid}`;
  await onServer(async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [template]);
    if (!rowCount) await fillTemplate(client, template, sides);
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  return {
    url: `${SERVER}/${name}`,
    drop: () => onServer(async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  };
}

async function templateName(sides: Side[]): Promise<string> {
  const migrations = await readMigrations();
  const parts = [...migrations.map((one) => one.checksum), ...sides.map(({ chats }) => chats), STATEMENTS, WEEKS];
  return `patchbay_inbox_template_${createHash('sha256').update(parts.join()).digest('hex').slice(0, 12)}`;
}

async function fillTemplate(client: Client, template: string, sides: Side[]): Promise<void> {
  console.log(`filling ${template}, once`);
  const startedAt = performance.now();
  await client.query(`drop database if exists ${template} with (force)`);
  await migrate(`${SERVER}/${template}`);
  await onServer((inside) => fill(inside, sides), `${SERVER}/${template}`);
  await client.query(`alter database ${template} is_template true`);
  console.log(`filled in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

/** Fills the tables without the text index, which is built at the end: inserting into it one by one takes several times as long. */
async function fill(client: Client, sides: Side[]): Promise<void> {
  // The rows are right by construction: checking five million foreign keys takes longer than inserting.
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '128MB'`,
  );
  await client.query(`select make_partitions(now() - interval '${WEEKS + 1} weeks', now() + interval '4 weeks')`);
  const { rows } = await client.query<{ made: string }>(`select pg_get_indexdef('message_search_document'::regclass) as made`);
  await client.query('drop index message_search_document');
  for (const side of sides) {
    const values = [side.tenantId, side.chats, tagOf(side.tenantId)];
    for (const statement of STATEMENTS) await client.query(statement.replace(/\$(\d)/g, (_, n) => literal(values[n - 1])));
  }
  await client.query((rows[0]?.made ?? '').replace(' ON ONLY ', ' ON ')); // builds the index of every partition
  await client.query('vacuum analyze');
}

const literal = (value: string | number | undefined): string => (typeof value === 'number' ? String(value) : `'${value}'`);

const uuid = (kind: string, n: string): string => `('019a0000-0000-7${kind}-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const times = 'now(), now()';
/** The id of message n of m: its time is that share of the weeks. */
const messageUuid = `(left(uuid_floor(now() - interval '${WEEKS} weeks' * (1 - n / m::float8))::text, 13) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const words = `'common' || n % 10, 'medium' || (n * 7) % 1000, 'rare' || (n * 31) % 50000, (1000000 + n)::text`;

/** $1: the tenant, $2: the number of chats, $3: the tag of its words. */
const STATEMENTS = [
  `insert into tenants (tenant_id, name, plan, rate_limit_per_minute, created_at, updated_at) values ($1, 'Inbox', 'enterprise', 1000000000, ${times})`,
  `insert into channels (tenant_id, id, type, name, settings, created_at, updated_at)
     select $1, ${uuid('00e', 'n')}, 'sms', 'Channel ' || n, '{"placeholder": true}', ${times} from generate_series(1, 3) n`,
  `insert into users (tenant_id, id, name, email, role, status, created_at, updated_at)
     select $1, ${uuid('00d', 'n')}, 'Agent ' || n, 'agent' || n || '@example.com', 'admin', 'active', ${times} from generate_series(1, ${PEOPLE}) n`,
  `insert into labels (tenant_id, id, name, color, created_at, updated_at)
     select $1, ${uuid('00f', 'n')}, 'label ' || n, '#22c55e', ${times} from generate_series(1, 20) n`,
  `insert into contacts (tenant_id, id, first_name, last_name, is_subscribed, created_at, updated_at)
     select $1, ${uuid('00c', 'n')}, 'Ada', 'Number ' || n, true, ${times} from generate_series(1, $2) n`,
  `insert into handles (tenant_id, id, contact_id, type, value, match_value, is_primary, created_at, updated_at)
     select $1, ${uuid('00c', 'n')}, ${uuid('00c', 'n')}, 'phone_number', '+1555' || lpad(n::text, 8, '0'), '1555' || lpad(n::text, 8, '0'), true, ${times}
     from generate_series(1, $2) n`,
  `insert into contact_labels (tenant_id, contact_id, label_id, created_at)
     select $1, ${uuid('00c', 'n')}, ${uuid('00f', '1 + n % 20')}, now() from generate_series(1, $2) n`,
  `insert into chats (tenant_id, id, channel_id, contact_id, handle_id, status, open_until, unread_count, assigned_user_id, latest_message,
       created_at, updated_at)
     select $1, ${uuid('00c', 'n')}, ${uuid('00e', '1 + n % 3')}, ${uuid('00c', 'n')}, ${uuid('00c', 'n')},
       case when n % 5 = 0 then 'open' else 'closed' end, now() + interval '1 day', case when n % 10 = 0 then 1 else 0 end,
       case when n % 5 = 0 then ${uuid('00d', `1 + (n / 5) % ${PEOPLE}`)} end,
       jsonb_build_object('id', gen_random_uuid(), 'vendorId', null, 'sender', 'inbound', 'type', 'text', 'timestamp', now(), 'text', 'Where is my order?'),
       now() - interval '${WEEKS} weeks' * (1 - n / $2::float8), now() - interval '${WEEKS} weeks' * (1 - n / $2::float8)
     from generate_series(1, $2) n`,
  `insert into messages (tenant_id, id, chat_id, vendor_id, sender, type, status, text, "timestamp", created_at, updated_at, history)
     select $1, ${messageUuid}, ${uuid('00c', '1 + n % $2')}, 'v' || n, case when n % 2 = 0 then 'inbound' else 'outbound' end, 'text', 'delivered',
       concat_ws(' ', 'Hello, where is my order', ${words}), at, at, at, '[]'
     from generate_series(1, $2 * ${MESSAGES_PER_CHAT}) n, lateral (select $2 * ${MESSAGES_PER_CHAT} as m) total,
       lateral (select now() - interval '${WEEKS} weeks' * (1 - n / m::float8) as at) moment`,
  `insert into message_search (tenant_id, message_id, document)
     select $1, ${messageUuid}, array_to_tsvector(array(select $3 || word from unnest(array['hello', 'where', 'is', 'my', 'order', ${words},
       '@' || right(replace(${uuid('00e', '1 + (1 + n % $2) % 3')}::text, '-', ''), 12), case when n % 2 = 0 then '>inbound' else '>outbound' end]) word))
     from generate_series(1, $2 * ${MESSAGES_PER_CHAT}) n, lateral (select $2 * ${MESSAGES_PER_CHAT} as m) total`,
];

async function onServer<T>(work: (client: Client) => Promise<T>, url = `${SERVER}/postgres`): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
