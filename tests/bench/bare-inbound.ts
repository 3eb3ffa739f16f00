import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { Pool, type PoolClient } from 'pg';
import { type Message, messageData } from '../../server/src/domain/messages/index.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { line } from './whatsapp-line.ts';

/**
 * The same rows as a bare script: verify the signature, insert payload, vendor id, message and event, update the chat, commit,
 * 200. Callbacks that arrive while a batch is stored share the next transaction and its statements, as in the server; no row-level security, no parsing of other kinds, no new contacts or chats.
 */
const { DATABASE_URL, TENANT_ID, CHANNEL_ID, PORT } = process.env;
const WINDOW_MS = 24 * 3_600_000;
const MOST_AT_ONCE = 250;
const pool = new Pool({ connectionString: DATABASE_URL, max: 10 });

const statement = (name: string, text: string) => (values: unknown[]) => ({ name, text, values });

const insertPayloads = statement(
  'payloads',
  `insert into inbound_payloads (tenant_id, id, channel_id, url, headers, body, origin)
   select $1, id, $2, $3, headers, body, origin from unnest($4::uuid[], $5::jsonb[], $6::bytea[], $7::jsonb[]) as one(id, headers, body, origin)`,
);
const claimVendorIds = statement(
  'vendor_ids',
  `insert into message_vendor_ids (tenant_id, channel_id, vendor_id, message_id)
   select $1, $2, vendor_id, id from unnest($3::text[], $4::uuid[]) as one(vendor_id, id)
   on conflict do nothing returning message_id as "messageId"`,
);
/** One row per sender: the latest message of the batch. */
const updateChats = statement(
  'chats',
  `update chats c set latest_message = one.latest, unread_count = c.unread_count + one.n, status = 'open', snoozed_until = null,
     open_until = greatest(c.open_until, one.until), last_message_at = $7, waiting_since = coalesce(c.waiting_since, $7), updated_at = $7
   from unnest($3::text[], $4::jsonb[], $5::timestamptz[], $6::int[]) as one(sender, latest, until, n)
     join handles h on h.tenant_id = $1 and h.type = 'phone_number' and h.match_value = one.sender
     join contacts k on k.tenant_id = h.tenant_id and k.id = h.contact_id
   where c.tenant_id = $1 and c.channel_id = $2 and c.handle_id = h.id
   returning one.sender, c.id as "chatId", h.id as "handleId", h.value as "handleValue", k.id as "contactId",
     k.first_name as "firstName", k.last_name as "lastName"`,
);
const insertMessages = statement(
  'messages',
  `insert into messages (tenant_id, id, chat_id, vendor_id, sender, type, status, text, content, metadata, history, "timestamp",
     sources, created_at, updated_at)
   select $1, id, chat_id, vendor_id, 'inbound', 'text', 'delivered', text, $2, '{}', history, at, '{contact}', $3, $3
   from unnest($4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::jsonb[], $9::timestamptz[])
     as one(id, chat_id, vendor_id, text, history, at)`,
);
const insertEvents = statement(
  'events',
  `insert into events (tenant_id, id, type, channel_id, channel_type, data, created_at, chat_id, contact_id)
   select $1, id, 'message.received', $2, 'whatsapp', data, $3, chat_id, contact_id
   from unnest($4::uuid[], $5::jsonb[], $6::uuid[], $7::uuid[]) as one(id, data, chat_id, contact_id)`,
);
type InboundText = { from: string; id: string; timestamp: string; text: { body: string } };
type Body = { entry: { changes: { value: { messages: InboundText[] } }[] }[] };
type Chat = Record<'chatId' | 'handleId' | 'handleValue' | 'contactId', string> & Record<'firstName' | 'lastName', string | null>;

type Payload = { body: Buffer; headers: object };

/** Stores the payloads that arrived while the last batch was stored, with one commit. */
async function keepAll(payloads: Payload[]): Promise<void> {
  const client = await pool.connect();
  try {
    const url = `http://127.0.0.1:${PORT}/inbound/${CHANNEL_ID}`;
    const ids = payloads.map(() => newId(systemClock));
    const headers = payloads.map((one) => JSON.stringify(one.headers));
    const origins = ids.map((requestId) => JSON.stringify({ requestId }));
    await client.query('begin');
    await client.query(insertPayloads([TENANT_ID, CHANNEL_ID, url, ids, headers, payloads.map(({ body }) => body), origins]));
    await storeMessages(client, payloads.flatMap(messagesIn));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const messagesIn = ({ body }: Payload): InboundText[] =>
  (JSON.parse(body.toString()) as Body).entry.flatMap(({ changes }) => changes.flatMap(({ value }) => value.messages));

type Stored = {
  id: string;
  vendorId: string;
  from: string;
  text: string;
  timestamp: Date;
  history: { status: 'delivered'; at: string }[];
};

async function storeMessages(client: PoolClient, messages: InboundText[]): Promise<void> {
  const now = new Date();
  const stored = messages.map(toStored);
  const of = <T>(list: Stored[], field: (one: Stored) => T): T[] => list.map(field);
  const claims = [of(stored, (one) => one.vendorId), of(stored, (one) => one.id)];
  const { rows: claimed } = await client.query<{ messageId: string }>(claimVendorIds([TENANT_ID, CHANNEL_ID, ...claims]));
  const isNew = new Set(claimed.map(({ messageId }) => messageId));
  const fresh = stored.filter(({ id }) => isNew.has(id));
  const chats = await updateChatsOf(client, fresh, now);
  const chatOf = (one: Stored): Chat => {
    const chat = chats.get(one.from);
    if (!chat) throw new Error(`there is no chat with ${one.from}`);
    return chat;
  };
  const columns = [of(fresh, (one) => one.id), of(fresh, (one) => chatOf(one).chatId), of(fresh, (one) => one.vendorId)];
  const texts = [
    of(fresh, (one) => one.text),
    of(fresh, (one) => JSON.stringify(one.history)),
    of(fresh, (one) => one.timestamp),
  ];
  const content = JSON.stringify({ attachments: [], details: null, replyTo: null });
  const eventIds = fresh.map(() => newId(systemClock));
  const data = of(fresh, (one) => JSON.stringify(eventData(chatOf(one), one)));
  const about = [of(fresh, (one) => chatOf(one).chatId), of(fresh, (one) => chatOf(one).contactId)];
  await client.query(insertMessages([TENANT_ID, content, now, ...columns, ...texts]));
  await client.query(insertEvents([TENANT_ID, CHANNEL_ID, now, eventIds, data, ...about]));
}

function toStored({ from, id: vendorId, timestamp, text }: InboundText): Stored {
  const at = new Date(Number(timestamp) * 1_000);
  const history = [{ status: 'delivered' as const, at: at.toISOString() }];
  return { id: newId(systemClock), vendorId, from, text: text.body, timestamp: at, history };
}

async function updateChatsOf(client: PoolClient, messages: Stored[], now: Date): Promise<Map<string, Chat>> {
  const bySender = Map.groupBy(messages, ({ from }) => from);
  const latest = [...bySender.values()].map((list) => list.at(-1) as Stored);
  const { rows } = await client.query<Chat & { sender: string }>(
    updateChats([
      TENANT_ID,
      CHANNEL_ID,
      [...bySender.keys()],
      latest.map(({ id, vendorId, timestamp, text }) =>
        JSON.stringify({ id, vendorId, sender: 'inbound', type: 'text', timestamp, text }),
      ),
      latest.map(({ timestamp }) => new Date(timestamp.getTime() + WINDOW_MS)),
      [...bySender.values()].map((list) => list.length),
      now,
    ]),
  );
  return new Map(rows.map(({ sender, ...chat }) => [sender, chat]));
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

type Waiting = Payload & { resolve(): void; reject(error: unknown): void };
const waiting: Waiting[] = [];
let isStoring = false;

/** Returns when the payload is stored. Payloads that arrive meanwhile form the next batch. */
function keep(payload: Payload): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.push({ ...payload, resolve, reject });
    if (!isStoring) setImmediate(() => void storeWaiting());
    isStoring = true;
  });
}

async function storeWaiting(): Promise<void> {
  while (waiting.length > 0) {
    const batch = waiting.splice(0, MOST_AT_ONCE);
    await keepAll(batch).then(
      () => {
        for (const one of batch) one.resolve();
      },
      (error: unknown) => {
        for (const one of batch) one.reject(error);
      },
    );
  }
  isStoring = false;
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
  await keep({ body, headers: { 'content-type': request.headers['content-type'], 'x-hub-signature-256': signature } });
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
