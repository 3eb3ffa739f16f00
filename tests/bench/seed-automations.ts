import { Client } from 'pg';

export const words = [
  'Welcome',
  'Reminder',
  'Feedback',
  'Birthday',
  'Invoice',
  'Delivery',
  'Support',
  'Renewal',
  'Survey',
  'Cart',
];
export const statuses = ['draft', 'active', 'paused', 'archived'];
export const triggerTypes = ['api', 'campaign', 'chat_opened', 'message_received', 'label_added'];
const CHANNELS = 3;

export type Seeded = { ids: string[]; channelIds: string[] };

/** Inserts automations created over a year, each with a version of five steps, by set-based SQL as the owner. */
export async function seedAutomations(url: string, tenantId: string, automations: number): Promise<Seeded> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const pick = (list: string[], by: string) => `(array['${list.join("','")}'])[1 + (${by}) % ${list.length}]`;
  const channel = `(select id from channels where tenant_id = $1 and name = 'Channel ' || 1 + n / 50 % ${CHANNELS})`;
  try {
    await client.query(
      `insert into channels (tenant_id, id, type, name, created_at, updated_at)
       select $1, gen_random_uuid(), 'sms', 'Channel ' || n, now(), now() from generate_series(1, ${CHANNELS}) n`,
      [tenantId],
    );
    await client.query(
      `insert into automations (tenant_id, id, name, status, active_version_id, latest_version_id, active_trigger_type,
         active_trigger_channel_id, latest_trigger_type, latest_trigger_channel_id, created_at, updated_at)
       select $1, gen_random_uuid(), ${pick(words, 'n')} || ' flow ' || lpad(n::text, 7, '0'), ${pick(statuses, 'n / 10')},
         version, version, ${pick(triggerTypes, 'n / 40')}, ${channel}, ${pick(triggerTypes, 'n / 40')}, ${channel}, made_at, made_at
       from (select n, gen_random_uuid() as version,
           date_trunc('milliseconds', timestamptz '2026-01-01' + n * (interval '365 days' / ${automations})) as made_at
         from generate_series(1, ${automations}) n order by md5(n::text)) seeds`,
      [tenantId],
    );
    await client.query(
      `insert into automation_versions (tenant_id, id, automation_id, number, definition, created_at)
       select $1, latest_version_id, id, 1, $2::jsonb || jsonb_build_object('trigger', jsonb_build_object(
         'type', latest_trigger_type, 'parameters', jsonb_build_object('channelId', latest_trigger_channel_id))), created_at
       from automations where tenant_id = $1`,
      [tenantId, JSON.stringify({ steps, isSingle: false })],
    );
    await client.query('vacuum analyze');
    const list = async (text: string) => (await client.query<{ id: string }>(text, [tenantId])).rows.map(({ id }) => id);
    const ids = await list('select id from automations where tenant_id = $1 order by md5(id::text) limit 2000');
    return { ids, channelIds: await list('select id from channels where tenant_id = $1') };
  } finally {
    await client.end();
  }
}

const steps = [
  { id: 'hello', type: 'send_message', text: 'Hello {{contact.firstName|there}}, thank you for writing to us.', next: 'ask' },
  {
    id: 'ask',
    type: 'ask',
    text: 'Is it about an order?',
    saveAs: 'order',
    timeoutSeconds: 86_400,
    onReply: 'look',
    onTimeout: 'end',
  },
  { id: 'look', type: 'branch', cases: [{ if: 'contains(variables.order,"yes")', next: 'wait' }], otherwise: 'end' },
  { id: 'wait', type: 'wait', seconds: 3_600, next: 'end' },
  { id: 'end', type: 'end' },
];
