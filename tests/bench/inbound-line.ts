import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { adapters } from '../../server/src/adapters/index.ts';
import { sealSettings } from '../../server/src/adapters/settings.ts';
import { createChannel } from '../../server/src/domain/channels/index.ts';
import { receive } from '../../server/src/domain/messages/index.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { inTransaction } from '../../server/src/storage/context.ts';
import type { BenchEnvironment } from './environment.ts';
import { callbackOf, line, SENDERS, vendorIdOf } from './whatsapp-line.ts';

const PATIENCE_MS = 300_000;

/** A connected channel on which every contact has written once, so that contacts and chats exist. */
export async function seedLine({ ctx, secrets }: BenchEnvironment): Promise<string> {
  const id = newId(systemClock);
  const adapter = adapters.whatsapp;
  const settings = sealSettings(adapter, secrets, id, line);
  const channel = await createChannel(ctx, { type: 'whatsapp', name: 'Bench', settings }, id);
  const body = Buffer.from(callbackOf('seed', 0, SENDERS).body);
  const items = await adapter.parse(line as never, { url: '', headers: {}, body, receivedAt: systemClock.now() });
  await inTransaction(ctx, (ctx) => receive(ctx, channel, items));
  return id;
}

/** Deletes all messages. The database's work for earlier ones is not measured. */
export async function forget(client: Client): Promise<void> {
  await client.query('truncate messages, message_vendor_ids, inbound_payloads, waiting_payloads, events, jobs');
  await client.query('vacuum (analyze) chats, handles, contacts');
  await client.query('checkpoint');
}

/**
 * Returns the time on the shared clock when every message of a run and its event were stored. Looks for the last ones first, which is
 * cheap, and counts only then.
 */
export async function storedAt(client: Client, run: string, messages: number): Promise<number> {
  const last = Array.from({ length: Math.min(messages, 100) }, (_, i) => vendorIdOf(run, messages - 1 - i));
  const lastOnes = 'select count(*) from message_vendor_ids where vendor_id = any($1::text[])';
  await until(client, lastOnes, [last], last.length);
  const both = `select count(*) from events e join messages m on m.id = (e.data->>'id')::uuid where e.type = 'message.received'`;
  const at = performance.timeOrigin + performance.now();
  if ((await countOf(client, both)) === messages) return at;
  await until(client, both, [], messages);
  return performance.timeOrigin + performance.now();
}

/** Waits until all jobs of the messages are done. */
export const settled = (client: Client): Promise<void> => until(client, 'select count(*) from jobs', [], 0);

async function until(client: Client, query: string, values: unknown[], wanted: number): Promise<void> {
  const startedAt = performance.now();
  for (let n = await countOf(client, query, values); n !== wanted; n = await countOf(client, query, values)) {
    if (performance.now() - startedAt > PATIENCE_MS) throw new Error(`${n} instead of ${wanted} after five minutes: ${query}`);
    await wait(20);
  }
}

const countOf = async (client: Client, query: string, values: unknown[] = []): Promise<number> =>
  Number((await client.query<{ count: string }>(query, values)).rows[0]?.count);

const compared = {
  inbound_payloads: 'true',
  message_vendor_ids: 'true',
  messages: 'true',
  events: "type = 'message.received'",
  chats: 'latest_message is not null',
};

/** Checks that both sides store the same: one row of each table has the same fields and types. */
export async function compareRows(bare: Client, ours: Client): Promise<void> {
  for (const [table, where] of Object.entries(compared)) {
    const of = async (client: Client) => {
      const { rows } = await client.query(`select to_jsonb(t) as kept from ${table} t where ${where} limit 1`);
      return shapeOf(rows[0]?.kept);
    };
    assert.deepEqual(await of(bare), await of(ours), `${table}: the bare script keeps something else`);
  }
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]));
}
