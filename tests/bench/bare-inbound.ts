import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { Pool, type PoolClient } from 'pg';
import { type Message, messageData } from '../../server/src/domain/messages/index.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { line } from './whatsapp-line.ts';

/**
 * The same rows as a bare script: verify the signature, insert payload, vendor id, message, event and job, update the chat, commit,
 * 200. One transaction per callback; no row-level security, no parsing of other kinds, no new contacts or chats.
 */
const { DATABASE_URL, TENANT_ID, CHANNEL_ID, PORT } = process.env;
const WINDOW_MS = 24 * 3_600_000;
const pool = new Pool({ connectionString: DATABASE_URL, max: 10 });

const statement = (name: string, text: string) => (values: unknown[]) => ({ name, text, values });

const insertPayload = statement(
  'payload',
  'insert into inbound_payloads (tenant_id, id, channel_id, url, headers, body) values ($1, $2, $3, $4, $5, $6)',
);
const claimVendorId = statement(
  'vendor_id',
  `insert into message_vendor_ids (tenant_id, channel_id, vendor_id, message_id) values ($1, $2, $3, $4)
   on conflict do nothing returning message_id`,
);
const updateChat = statement(
  'chat',
  `update chats c set latest_message = $4, unread_count = c.unread_count + 1, status = 'open', snoozed_until = null,
     open_until = greatest(c.open_until, $5), last_message_at = $6, waiting_since = coalesce(c.waiting_since, $6), updated_at = $6
   from handles h join contacts k on k.tenant_id = h.tenant_id and k.id = h.contact_id
   where h.tenant_id = $1 and h.type = 'phone_number' and h.match_value = $3
     and c.tenant_id = $1 and c.channel_id = $2 and c.handle_id = h.id
   returning c.id as "chatId", h.id as "handleId", h.value as "handleValue", k.id as "contactId",
     k.first_name as "firstName", k.last_name as "lastName"`,
);
const insertMessage = statement(
  'message',
  `insert into messages (tenant_id, id, chat_id, vendor_id, sender, type, status, text, content, metadata, history, "timestamp",
     sources, created_at, updated_at)
   values ($1, $2, $3, $4, 'inbound', 'text', 'delivered', $5, $6, '{}', $7, $8, '{contact}', $9, $9)`,
);
const insertEvent = statement(
  'event',
  `insert into events (tenant_id, id, type, channel_id, channel_type, data, created_at, chat_id, contact_id)
   values ($1, $2, 'message.received', $3, 'whatsapp', $4, $5, $6, $7)`,
);
const insertJob = statement(
  'job',
  `insert into jobs (tenant_id, id, name, lane, input, due_at, created_at)
   values ($1, $2, 'fan_out_event', 'events', $3, $4, $4)`,
);

type InboundText = { from: string; id: string; timestamp: string; text: { body: string } };
type Body = { entry: { changes: { value: { messages: InboundText[] } }[] }[] };
type Chat = Record<'chatId' | 'handleId' | 'handleValue' | 'contactId', string> & Record<'firstName' | 'lastName', string | null>;

async function keep(body: Buffer, headers: object): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const url = `http://127.0.0.1:${PORT}/inbound/${CHANNEL_ID}`;
    await client.query(insertPayload([TENANT_ID, newId(systemClock), CHANNEL_ID, url, JSON.stringify(headers), body]));
    const { entry } = JSON.parse(body.toString()) as Body;
    for (const { changes } of entry)
      for (const { value } of changes) for (const message of value.messages) await storeMessage(client, message);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function storeMessage(client: PoolClient, message: InboundText): Promise<void> {
  const [id, eventId, now, at] = [newId(systemClock), newId(systemClock), new Date(), new Date(Number(message.timestamp) * 1000)];
  const { rowCount } = await client.query(claimVendorId([TENANT_ID, CHANNEL_ID, message.id, id]));
  if (rowCount === 0) return;
  const text = message.text.body;
  const latest = { id, vendorId: message.id, sender: 'inbound', type: 'text', timestamp: at, text };
  const until = new Date(at.getTime() + WINDOW_MS);
  const updated = await client.query<Chat>(updateChat([TENANT_ID, CHANNEL_ID, message.from, JSON.stringify(latest), until, now]));
  const chat = updated.rows[0];
  if (!chat) throw new Error(`there is no chat with ${message.from}`);
  const content = JSON.stringify({ attachments: [], details: null, replyTo: null });
  const history = [{ status: 'delivered' as const, at: at.toISOString() }];
  await client.query(insertMessage([TENANT_ID, id, chat.chatId, message.id, text, content, JSON.stringify(history), at, now]));
  const data = JSON.stringify(eventData(chat, { id, vendorId: message.id, text, timestamp: at, history }));
  await client.query(insertEvent([TENANT_ID, eventId, CHANNEL_ID, data, now, chat.chatId, chat.contactId]));
  await client.query(insertJob([TENANT_ID, newId(systemClock), JSON.stringify({ eventId }), now]));
}

/** Uses the same pure function for the event body, so that it is not smaller. */
function eventData(chat: Chat, message: Pick<Message, 'id' | 'vendorId' | 'text' | 'timestamp' | 'history'>) {
  const { chatId, handleId, handleValue, contactId, firstName, lastName } = chat;
  return messageData({
    ...message,
    chatId,
    type: 'text',
    sender: 'inbound',
    sources: ['contact'],
    author: null,
    status: 'delivered',
    sendState: null,
    content: {},
    errors: [],
    scheduledAt: null,
    isSensitive: false,
    metadata: {},
    handle: { id: handleId, type: 'phone_number', value: handleValue },
    contact: { id: contactId, firstName, lastName, phoneNumber: handleValue, email: null },
    channel: { id: String(CHANNEL_ID), type: 'whatsapp', name: 'Bench' },
  });
}

function isSigned(body: Buffer, signature: string): boolean {
  const wanted = createHmac('sha256', line.appSecret).update(body).digest();
  const given = Buffer.from(signature.replace('sha256=', ''), 'hex');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

async function receive(request: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const signature = String(request.headers['x-hub-signature-256'] ?? '');
  if (!isSigned(body, signature)) return 401;
  await keep(body, { 'content-type': request.headers['content-type'], 'x-hub-signature-256': signature });
  return 200;
}

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status, { 'content-type': 'application/json' }).end('{"success":true}'),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.keepAliveTimeout = 60_000;
server.listen(Number(PORT), '127.0.0.1');
