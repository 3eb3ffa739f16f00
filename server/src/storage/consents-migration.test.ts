import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from 'pg';
import { withDatabaseBefore } from '../test-kit/old-database.ts';
import { migrate } from './migrate.ts';

const FIRST_NEW = '0029';
const tenant = '01a1dcc9-8af2-701f-acba-000000000001';
const idOf = (n: number): string => `01a1dcc9-8af2-701f-acba-0000000001${String(n).padStart(2, '0')}`;
const [sms, mail, stopped, willing, erased] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)];
const [phone, address, alias, other, emptied] = [idOf(6), idOf(7), idOf(8), idOf(9), idOf(10)];

/** Creates an installation of the previous version with an unsubscribed, a subscribed and an erased contact. */
const BEFORE = `
  insert into tenants (tenant_id, name, plan, created_at, updated_at) values ('${tenant}', 'T', 'free', now(), now());
  insert into channels (tenant_id, id, type, name, created_at, updated_at) values
    ('${tenant}', '${sms}', 'sms', 'S', now(), now()), ('${tenant}', '${mail}', 'email', 'M', now(), now());
  insert into contacts (tenant_id, id, is_subscribed, created_at, updated_at, erased_at) values
    ('${tenant}', '${stopped}', false, now(), '2026-05-01T00:00:00Z', null), ('${tenant}', '${willing}', true, now(), now(), null),
    ('${tenant}', '${erased}', false, now(), now(), now());
  insert into handles (tenant_id, id, contact_id, type, value, match_value, is_primary, alias_of, created_at, updated_at) values
    ('${tenant}', '${phone}', '${stopped}', 'phone_number', '+44 (0)20 7946 0958', '4402079460958', true, null, now(), now()),
    ('${tenant}', '${address}', '${stopped}', 'email', 'a@example.com', 'a@example.com', true, null, now(), now()),
    ('${tenant}', '${alias}', '${stopped}', 'whatsapp_user_id', 'u1', 'u1', true, '${phone}', now(), now()),
    ('${tenant}', '${other}', '${willing}', 'email', 'b@example.com', 'b@example.com', true, null, now(), now()),
    ('${tenant}', '${emptied}', '${erased}', 'email', '', 'erased', false, null, now(), now());
  insert into chats (tenant_id, id, channel_id, contact_id, handle_id, status, created_at, updated_at)
    values ('${tenant}', '${idOf(11)}', '${sms}', '${stopped}', '${phone}', 'open', now(), now()),
      ('${tenant}', '${idOf(12)}', '${mail}', '${stopped}', '${address}', 'open', now(), now());`;

async function upgraded(look: (client: Client) => Promise<void>): Promise<void> {
  await withDatabaseBefore(FIRST_NEW, async (client, url) => {
    await client.query(BEFORE);
    await migrate(url);
    await look(client);
  });
}

test('the migration turns the old flag into statements and adds a job that matches phone numbers again', async () => {
  await upgraded(async (client) => {
    const { rows } = await client.query(
      `select handle_id as handle, channel_id as channel, purpose, state, source, at from consents order by handle_id, purpose, channel_id`,
    );
    const said = rows.map(({ handle, channel, purpose }) => [handle, channel, purpose]);
    assert.deepEqual(said, [
      [phone, null, 'marketing'],
      [phone, sms, 'service'],
      [phone, sms, 'utility'],
      [address, null, 'marketing'],
    ]);
    for (const { state, source, at } of rows)
      assert.deepEqual([state, source, at.toISOString()], ['withdrawn', 'migration', '2026-05-01T00:00:00.000Z']);
    const jobs = await client.query(`select tenant_id, name from jobs where name = 'match_phone_numbers'`);
    assert.deepEqual(jobs.rows, [{ tenant_id: tenant, name: 'match_phone_numbers' }]);
    const unforced = await client.query(
      `select relname from pg_class where relname in ('contacts', 'handles', 'chats', 'channels', 'consents', 'jobs') and not relforcerowsecurity`,
    );
    assert.deepEqual(unforced.rows, []);
  });
});
