import type { Place } from './place.ts';

/**
 * Adds webhooks until the tenant has as many as the size says. They ask for the same events as the one that is measured, or for messages,
 * but of channels that have none: matching has to tell them apart.
 */
export async function growWebhooks({ client, size, tenants }: Place): Promise<void> {
  for (const { ctx } of tenants) {
    const values = [ctx.tenantId, size - 1];
    await client.query(WEBHOOKS, values);
    await client.query(ROUTES, values);
  }
  await client.query('vacuum analyze webhooks, webhook_routes');
}

const uuid = (kind: string): string => `('019a0000-0000-7${kind}-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const eventType = `case when n % 2 = 0 then 'contact.created' else 'message.received' end`;

const WEBHOOKS = `insert into webhooks (tenant_id, id, url, status, events, is_ordered, sealed_secret, created_at, updated_at)
  select w.tenant_id, ${uuid('00a')}, 'http://127.0.0.1:9/' || n, 'active', jsonb_build_array(jsonb_build_object('type', ${eventType},
    'scopes', jsonb_build_array('channel:' || ${uuid('009')}))), false, w.sealed_secret, now(), now()
  from (select * from webhooks where tenant_id = $1 limit 1) w, generate_series(1, $2::int) n`;

const ROUTES = `insert into webhook_routes (tenant_id, webhook_id, event_type, scope)
  select $1, ${uuid('00a')}, ${eventType}, 'channel:' || ${uuid('009')} from generate_series(1, $2::int) n`;
