import type { Client } from 'pg';

const FIRST_PHONE = 351_900_000_000;

/** Returns the phone number of contact n, counted from 0. */
export const phoneOf = (n: number): string => String(FIRST_PHONE + n);

/** Inserts contacts with phone numbers by set-based SQL as the owner, without events. */
export async function insertContacts(client: Client, tenantId: string, contacts: number): Promise<void> {
  const at = "now() - ($2::int - n) * interval '1 millisecond'";
  await client.query(
    `insert into contacts (tenant_id, id, first_name, last_name, is_subscribed, created_at, updated_at)
     select $1, ${idAt(at, 'n')}, 'Ada', 'Number ' || n, true, ${at}, ${at} from generate_series(0, $2::int - 1) n`,
    [tenantId, contacts],
  );
  await client.query(
    `insert into handles (tenant_id, id, contact_id, type, value, match_value, is_primary, created_at, updated_at)
     select tenant_id, id, id, 'phone_number', '+' || phone, phone::text, true, created_at, created_at
     from (select *, ${FIRST_PHONE - 1} + row_number() over (order by id) as phone from contacts where tenant_id = $1) numbered`,
    [tenantId],
  );
}

export async function seedContacts(client: Client, tenantId: string, contacts: number): Promise<string[]> {
  await insertContacts(client, tenantId, contacts);
  const { rows } = await client.query<{ id: string }>('select id from contacts where tenant_id = $1 order by id', [tenantId]);
  return rows.map(({ id }) => id);
}

/** Returns an id with this creation time. */
export const idAt = (at: string, n: string): string =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || left(md5(${n}::text), 3) || '8' || right(md5(${n}::text), 15))::uuid`;
