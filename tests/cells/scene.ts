import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Connected, connect } from '../../sandbox/src/index.ts';
import { type Receiver, startReceiver } from '../chaos/receiver.ts';
import { mapParallel, send } from '../security/client.ts';
import type { Environment } from './environment.ts';

const PEOPLE = 20;
const FILES = 60;
const SCHEDULED = 80;
const WEEKS = 8;
/** Slow, so that deliveries are under way whenever the tenant is frozen. */
const SLOWEST_ANSWER_MS = 1_500;

export type StoredFile = { id: string; sha256: string };

/** A tenant in the first cell with what moves: messages of weeks, files, webhooks, and work that waits for a time after the move. */
export type Scene = {
  tenantId: string;
  token: string;
  account: Connected;
  chats: string[];
  receiver: Receiver;
  files: StoredFile[];
  /** Messages that are due one after the other, before, during and after the move. */
  scheduled: string[];
  /** When the last of them is due. */
  scheduledAt: Date;
  seeded: number;
};

export async function createScene(environment: Environment, messages: number, scheduledInMs: number): Promise<Scene> {
  const { edgeUrl, cells, provider } = environment;
  const options = ['--name', 'moving', '--plan', 'enterprise', '--rate-limit', '999999999', '--json'];
  const made = JSON.parse(await environment.admin(cells.east, 'tenant', 'create', ...options)) as {
    tenantId: string;
    accessToken: string;
  };
  const token = made.accessToken;
  const account = await connect('whatsapp', { apiUrl: edgeUrl, token, sandbox: provider });
  await provider.tune(account, { latencyMs: [5, 100], callbackRetries: { tries: 100, baseMs: 100, timeoutMs: 15_000 } });
  await provider.write(
    account,
    Array.from({ length: PEOPLE }, (_, i) => `+1212${5_550_000 + i}`),
  );
  const chats = await openChats(environment, made.tenantId);
  const receiver = await startReceiver(SLOWEST_ANSWER_MS);
  const webhook = { url: `${receiver.baseUrl}/contacts`, events: [{ type: 'contact.created' }] };
  await post(edgeUrl, token, '/v3/api_webhooks', webhook);
  await seedMessages(environment, made.tenantId, messages);
  const files = await mapParallel(numbers(FILES), 4, () => upload(edgeUrl, token));
  const dueAfter = (i: number) => new Date(startedAt + ((i + 1) / SCHEDULED) * scheduledInMs);
  const startedAt = Date.now();
  const scheduled = await mapParallel(numbers(SCHEDULED), 8, async (i) => {
    const body = { text: `scheduled ${i}`, scheduledAt: dueAfter(i) };
    const answer = await post(edgeUrl, token, `/v3/chats/${chats[i % chats.length]}/messages`, body);
    return (JSON.parse(answer) as { data: { id: string } }).data.id;
  });
  return {
    tenantId: made.tenantId,
    token,
    account,
    chats,
    receiver,
    files,
    scheduled,
    scheduledAt: dueAfter(SCHEDULED - 1),
    seeded: messages,
  };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

async function post(baseUrl: string, token: string, path: string, body: object): Promise<string> {
  const answer = await send(baseUrl, { method: 'POST', path, token, body });
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.text;
}

async function openChats({ cells }: Environment, tenantId: string): Promise<string[]> {
  for (const until = Date.now() + 60_000; ; await wait(200)) {
    const { rows } = await cells.east.database.query<{ id: string }>('select id from chats where tenant_id = $1 order by id', [
      tenantId,
    ]);
    if (rows.length === PEOPLE) return rows.map(({ id }) => id);
    if (Date.now() > until) throw new Error(`${rows.length} chats of ${PEOPLE} are open`);
  }
}

/** Inserts messages of the last weeks, which need partitions that the second cell does not have. */
async function seedMessages({ cells }: Environment, tenantId: string, messages: number): Promise<void> {
  const { database } = cells.east;
  await database.query(`select make_partitions(now() - interval '${WEEKS} weeks', now())`);
  await database.query('set session_replication_role = replica');
  await database.query(
    `insert into messages (tenant_id, id, chat_id, sender, type, status, text, timestamp, created_at, updated_at)
     select $1, (left(uuid_floor(at)::text, 13) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, c.ids[1 + n % cardinality(c.ids)], 'inbound',
       'text', 'delivered', 'Message ' || n || ' ' || md5(n::text), at, at, at
     from generate_series(1, $2::int) n, (select array_agg(id) as ids from chats where tenant_id = $1) c,
       lateral (select now() - interval '${WEEKS} weeks' * (1 - n / $2::float8) as at offset 0) moment`,
    [tenantId, messages],
  );
  await database.query('set session_replication_role = default');
}

/** Uploads a file of random bytes. */
export async function upload(baseUrl: string, token: string): Promise<StoredFile> {
  const bytes = randomBytes(20_000 + Math.floor(Math.random() * 60_000));
  const form = new FormData();
  form.append('file', new Blob([bytes], { type: 'application/octet-stream' }), 'file.bin');
  const answer = await fetch(`${baseUrl}/v3/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (answer.status !== 201) throw new Error(`upload answered ${answer.status}: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: { id: string } };
  return { id: data.id, sha256: createHash('sha256').update(bytes).digest('hex') };
}
