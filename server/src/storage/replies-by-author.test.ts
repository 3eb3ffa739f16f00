import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from 'pg';
import { withDatabaseBefore } from '../test-kit/old-database.ts';
import { migrate } from './migrate.ts';

const FIRST_NEW = '0051';
const tenant = '01a1dcc9-8af2-701f-acba-000000000001';
const idOf = (n: number): string => `01a1dcc9-8af2-701f-acba-0000000001${String(n).padStart(2, '0')}`;
const [channel, contact, handle, chat, ada, grace] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5), idOf(6)];
const at = (minute: number): string => `2026-11-01T10:${String(minute).padStart(2, '0')}:00Z`;
const message = (n: number, sender: string, minute: number, author: string | null): string =>
  `('${tenant}', '${idOf(n)}', '${chat}', 'text', '${sender}', 'sent', '{api}', ${author ? `'${author}'` : 'null'}, '${at(minute)}', '${at(minute)}', '${at(minute)}')`;

/** A chat of Ada in which Grace answers twice and an integration once; then it belongs to Grace, who answers again. */
const BEFORE = `
  update migrations set applied_at = '2026-01-01';
  insert into tenants (tenant_id, name, plan, created_at, updated_at) values ('${tenant}', 'T', 'free', now(), now());
  insert into channels (tenant_id, id, type, name, created_at, updated_at) values ('${tenant}', '${channel}', 'sms', 'S', now(), now());
  insert into contacts (tenant_id, id, is_subscribed, created_at, updated_at) values ('${tenant}', '${contact}', true, now(), now());
  insert into handles (tenant_id, id, contact_id, type, value, match_value, is_primary, created_at, updated_at)
    values ('${tenant}', '${handle}', '${contact}', 'phone_number', '+15550100', '15550100', true, now(), now());
  insert into users (tenant_id, id, name, email, role, status, created_at, updated_at) values
    ('${tenant}', '${ada}', 'Ada', 'ada@example.com', 'member', 'active', now(), now()),
    ('${tenant}', '${grace}', 'Grace', 'grace@example.com', 'member', 'active', now(), now());
  insert into chats (tenant_id, id, channel_id, contact_id, handle_id, status, assigned_user_id, created_at, updated_at)
    values ('${tenant}', '${chat}', '${channel}', '${contact}', '${handle}', 'open', '${ada}', '${at(0)}', '${at(0)}');
  insert into events (tenant_id, id, type, channel_id, data, created_at) values
    ('${tenant}', '${idOf(20)}', 'chat.assigned', '${channel}', '{"id":"${chat}","assignedUserId":"${ada}","assignedTeamId":null}', '${at(0)}'),
    ('${tenant}', '${idOf(21)}', 'chat.assigned', '${channel}', '{"id":"${chat}","assignedUserId":"${grace}","assignedTeamId":null}', '${at(10)}');`;
const MESSAGES = [
  message(11, 'inbound', 1, null),
  message(12, 'outbound', 2, grace),
  message(13, 'outbound', 3, grace),
  message(14, 'outbound', 4, null),
];
const LATER = message(15, 'outbound', 11, grace);
const insert = (row: string): string =>
  `insert into messages (tenant_id, id, chat_id, type, sender, status, sources, author_user_id, "timestamp", created_at, updated_at) values ${row}`;

async function upgraded(look: (client: Client) => Promise<void>): Promise<void> {
  await withDatabaseBefore(FIRST_NEW, async (client, url) => {
    await client.query("select make_partitions('2026-11-01', '2026-11-30')");
    await client.query(BEFORE);
    for (const row of MESSAGES) await client.query(insert(row));
    await client.query(`update chats set assigned_user_id = '${grace}'`);
    await client.query(insert(LATER));
    await migrate(url);
    await look(client);
  });
}

test('the migration moves counts of replies from the assignee of the moment to the author', async () => {
  await upgraded(async (client) => {
    const { rows } = await client.query(
      `select metric, user_id as "user", sum(amount)::int as amount, sum(total_ms)::int as ms from report_deltas
       where metric in ('messages_sent', 'first_reply_time') group by 1, 2 having sum(amount) <> 0 order by 1, 2`,
    );
    assert.deepEqual(rows, [
      { metric: 'first_reply_time', user: grace, amount: 1, ms: 60_000 },
      { metric: 'messages_sent', user: ada, amount: 1, ms: 0 },
      { metric: 'messages_sent', user: grace, amount: 3, ms: 0 },
    ]);
  });
});
