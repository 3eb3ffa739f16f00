import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

export type Age = { chatId: string; ageMinutes: number };

const MINUTE_MS = 60_000;
/** The sandbox reports a status after some milliseconds. */
const STATUSES_MS = 300;
const WINDOW_MS = 24 * 60 * MINUTE_MS;

/**
 * Moves messages into the past. They were sent and received a moment ago through the API, which cannot date them back; a demo in which
 * everything happened at the same second shows nothing.
 */
export async function ageChats(databaseUrl: string, tenantId: string, ages: Age[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await untilSettled(client, tenantId);
    await client.query('begin');
    await client.query("select set_config('app.tenant_id', $1, true)", [tenantId]);
    for (const age of ages) await ageChat(client, tenantId, age);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Waits until the provider has all messages and has reported them: a later status would not fit its new time. */
async function untilSettled(client: Client, tenantId: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++, await wait(100)) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from messages where tenant_id = $1 and sender = 'outbound' and status in ('scheduled', 'pending')`,
      [tenantId],
    );
    if (rows[0]?.count === '0') break;
  }
  await wait(STATUSES_MS);
}

async function ageChat(client: Client, tenantId: string, { chatId, ageMinutes }: Age): Promise<void> {
  const { rows } = await client.query<{ id: string; sender: string }>(
    'select id, sender from messages where tenant_id = $1 and chat_id = $2 order by "timestamp", id',
    [tenantId, chatId],
  );
  if (rows.length === 0) return;
  const times = timesOf(rows.length, ageMinutes);
  await client.query(
    `update messages m set "timestamp" = v.at, created_at = v.at, updated_at = v.at,
       history = (select coalesce(jsonb_agg(h || jsonb_build_object('at', to_char((v.at + n * interval '1 second') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by n), '[]')
                  from jsonb_array_elements(m.history) with ordinality as e(h, n))
     from unnest($2::uuid[], $3::timestamptz[]) as v(id, at) where m.tenant_id = $1 and m.id = v.id`,
    [tenantId, rows.map(({ id }) => id), times],
  );
  const lastInbound = times[rows.findLastIndex(({ sender }) => sender === 'inbound')];
  await client.query(
    `update chats set last_message_at = $3, created_at = $4, updated_at = $3,
       latest_message = latest_message || jsonb_build_object('timestamp', to_char($3::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
       waiting_since = case when waiting_since is null then null else $5::timestamptz end,
       open_until = case when open_until is null then null else $5::timestamptz + $6::bigint * interval '1 millisecond' end
     where tenant_id = $1 and id = $2`,
    [tenantId, chatId, times.at(-1), times[0], lastInbound ?? times[0], WINDOW_MS],
  );
  await client.query('update chat_notes set created_at = $3, updated_at = $3 where tenant_id = $1 and chat_id = $2', [
    tenantId,
    chatId,
    times[Math.min(1, times.length - 1)],
  ]);
}

/** Returns the times of messages, the last one `ageMinutes` ago and the others with pauses of some minutes before it. */
function timesOf(count: number, ageMinutes: number): Date[] {
  const ages = [ageMinutes];
  for (let i = 0; i < count - 1; i++) ages.push((ages.at(-1) as number) + 1 + ((i * 5 + ageMinutes) % 11));
  return ages.reverse().map((minutes) => new Date(Date.now() - minutes * MINUTE_MS));
}
