import { Client } from 'pg';

const uuid = (kind: string, n: string): string => `('019a0000-0000-7${kind}-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const phone = `'4915' || lpad(n::text, 8, '0')`;
/** The highest number is the latest, and as late as now. */
const at = `now() - ($3::int - n) * interval '0.1 seconds'`;

/** $1: the tenant, $2 and $3: the first and the last number, $4: the WhatsApp channel. */
const CHATS = [
  `insert into contacts (tenant_id, id, first_name, last_name, is_subscribed, created_at, updated_at)
     select $1, ${uuid('00a', 'n')}, 'Contact', n::text, true, now(), now() from generate_series($2::int, $3::int) n`,
  `insert into handles (tenant_id, id, contact_id, type, value, match_value, is_primary, created_at, updated_at)
     select $1, ${uuid('00a', 'n')}, ${uuid('00a', 'n')}, 'phone_number', '+' || ${phone}, ${phone}, true, now(), now()
     from generate_series($2::int, $3::int) n`,
  `insert into chats (tenant_id, id, channel_id, contact_id, handle_id, status, open_until, unread_count, latest_message, last_message_at,
       waiting_since, created_at, updated_at)
     select $1, ${uuid('00a', 'n')}, $4, ${uuid('00a', 'n')}, ${uuid('00a', 'n')}, 'open', now() + interval '1 day', 0,
       jsonb_build_object('id', gen_random_uuid(), 'vendorId', null, 'sender', 'inbound', 'type', 'text', 'timestamp', ${at}, 'text', 'Where is my order?'),
       ${at}, ${at}, ${at}, ${at} from generate_series($2::int, $3::int) n`,
];

/** $1: the tenant, $2 and $3: the first and the last number, $4: the chat of message n. */
const messages = (chat: string): string =>
  `insert into messages (tenant_id, id, chat_id, vendor_id, sender, type, status, text, "timestamp", created_at, updated_at, history)
     select $1, (left(uuid_floor(moment)::text, 13) || '-7000-8${chat === 'own' ? '1' : '2'}00-' || lpad(to_hex(n), 12, '0'))::uuid,
       ${chat === 'own' ? uuid('00a', 'n') : '$4::uuid'}, 'bench ' || ${chat === 'own' ? uuid('00a', 'n') : '$4::uuid'} || ' ' || n, case when n % 2 = 0 then 'inbound' else 'outbound' end, 'text',
       'delivered', 'Message ' || n || ': where is my order? It was promised for yesterday.', moment, moment, moment, '[]'
     from generate_series($2::int, $3::int) n, lateral (select ${at} as moment offset 0) times`;

export const chatIdOf = (n: number): string => `019a0000-0000-700a-8000-${n.toString(16).padStart(12, '0')}`;
export const phoneOf = (n: number): string => `4915${String(n).padStart(8, '0')}`;
export const contactNameOf = (n: number): string => `Contact ${n}`;

export type Seed = { databaseUrl: string; tenantId: string; channelId: string };

/** Adds chats with the numbers `from` to `to`, with one message each. */
export const seedChats = (seed: Seed, from: number, to: number): Promise<void> =>
  onDatabase(seed, async (client) => {
    for (const statement of CHATS) await client.query(statement, valuesOf(statement, [seed.tenantId, from, to, seed.channelId]));
    await client.query(messages('own'), [seed.tenantId, from, to]);
  });

/** Adds `count` messages to one chat. */
export const seedThread = (seed: Seed, chat: number, count: number): Promise<void> =>
  onDatabase(seed, (client) => client.query(messages('one'), [seed.tenantId, 1, count, chatIdOf(chat)]));

/** PostgreSQL refuses values that a statement does not use. */
const valuesOf = (statement: string, values: unknown[]): unknown[] => values.slice(0, statement.includes('$4') ? 4 : 3);

/** The rows are right by construction, so that no trigger has to run for them. */
async function onDatabase({ databaseUrl }: Seed, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`select make_partitions(now() - interval '2 weeks', now() + interval '4 weeks')`);
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    await work(client);
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
