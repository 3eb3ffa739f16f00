import { Client } from 'pg';

/** Inserts chats with complete contacts into one tenant, by set-based SQL as the owner. */
export async function seedChats(url: string, tenantId: string, chats: number): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const uuid =
    "(lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid";
  const times = 'now(), now()';
  try {
    await client.query(`create temp table seq as select n, ${uuid} as id from generate_series(1, ${chats}) n`);
    await client.query('create index on seq (n); create index on seq (id)');
    for (const statement of [
      `insert into channels (tenant_id, id, type, name, created_at, updated_at) select $1, id, 'whatsapp', 'Channel ' || n, ${times} from seq where n <= 3`,
      `insert into labels (tenant_id, id, name, color, created_at, updated_at) select $1, id, 'label ' || n, '#22c55e', ${times} from seq where n <= 20`,
      `insert into attributes (tenant_id, id, external_id, name, type, is_visible_quick_edit, is_visible_contacts_table, is_visible_contact_create, created_at, updated_at)
         select $1, id, 'attribute_' || n, 'Attribute ' || n, 'text', true, true, true, ${times} from seq where n <= 10`,
      `insert into contacts (tenant_id, id, first_name, last_name, is_subscribed, created_at, updated_at) select $1, id, 'Ada', 'Number ' || n, true, ${times} from seq`,
      `insert into handles (tenant_id, id, contact_id, type, value, match_value, is_primary, created_at, updated_at)
         select $1, id, id, 'phone_number', '+1555' || n, '1555' || n, true, ${times} from seq`,
      `insert into handles (tenant_id, id, contact_id, type, value, match_value, is_primary, created_at, updated_at)
         select $1, gen_random_uuid(), id, 'email', n || '@example.org', n || '@example.org', true, ${times} from seq`,
      `insert into contact_labels (tenant_id, contact_id, label_id, created_at)
         select $1, s.id, l.id, now() from seq s join seq l on l.n in (1 + s.n % 20, 1 + (s.n + 7) % 20)`,
      `insert into contact_attributes (tenant_id, contact_id, attribute_id, value, updated_at)
         select $1, s.id, a.id, to_jsonb('value ' || s.n), now() from seq s join seq a on a.n in (1 + s.n % 10, 1 + (s.n + 3) % 10, 1 + (s.n + 6) % 10)`,
      `insert into chats (tenant_id, id, channel_id, contact_id, handle_id, status, open_until, unread_count, latest_message, created_at, updated_at)
         select $1, s.id, c.id, s.id, s.id, 'open', now(), 1,
           jsonb_build_object('id', s.id, 'vendorId', 'wamid.' || s.n, 'sender', 'inbound', 'type', 'text', 'timestamp', now(), 'text', 'Hello, where is my order ' || s.n || '?'),
           ${times} from seq s join seq c on c.n = 1 + s.n % 3`,
    ]) {
      await client.query(statement, [tenantId]);
    }
    await client.query('analyze');
    return (await client.query<{ id: string }>('select id from seq')).rows.map((row) => row.id);
  } finally {
    await client.end();
  }
}
