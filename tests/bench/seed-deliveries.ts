import { Client } from 'pg';

/** Inserts events, waiting deliveries and their jobs, as the fan-out does, by set-based SQL as the owner. */
export async function seedDeliveries(url: string, tenantId: string, webhookIds: string[], events: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await insertDeliveries(client, tenantId, webhookIds, events);
    await enqueueDeliveries(client);
  } finally {
    await client.end();
  }
}

/** Inserts events and waiting deliveries. The database's work for it and for earlier ones is not measured. */
export async function insertDeliveries(client: Client, tenantId: string, webhookIds: string[], events: number): Promise<void> {
  const idOf = (n: string, kind: string) =>
    `(lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || '7${kind}' || '8' || lpad(to_hex(${n}), 15, '0'))::uuid`;
  await client.query('begin');
  await client.query(
    `insert into events (tenant_id, id, type, data, created_at)
     select $1, ${idOf('n', '001')}, 'contact.created', jsonb_build_object('id', n, 'text', repeat('x', 400)), now() from generate_series(1, $2::int) n`,
    [tenantId, events],
  );
  await client.query(
    `create temp table wanted on commit drop as
     select ${idOf('(n * 1000 + w.position)', '002')} as id, ${idOf('n', '001')} as event_id, w.id as webhook_id
     from generate_series(1, $1::int) n cross join unnest($2::uuid[]) with ordinality as w(id, position)`,
    [events, webhookIds],
  );
  await client.query(
    `insert into deliveries (tenant_id, id, webhook_id, event_id, event_type, status, next_try_at, created_at, updated_at)
     select $1, id, webhook_id, event_id, 'contact.created', 'pending', now(), now(), now() from wanted`,
    [tenantId],
  );
  await client.query('commit');
  await client.query('vacuum (analyze) deliveries, events');
  await client.query('checkpoint');
}

/** Inserts the jobs of all waiting deliveries. */
export async function enqueueDeliveries(client: Client): Promise<void> {
  await client.query(
    `insert into jobs (tenant_id, id, name, lane, input, due_at, created_at)
     select tenant_id, id, 'deliver_webhook', webhook_id::text, jsonb_build_object('eventId', event_id, 'webhookId', webhook_id), now(), now()
     from deliveries d where status = 'pending' and not exists (select 1 from jobs j where j.tenant_id = d.tenant_id and j.id = d.id)`,
  );
}
