import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { channels } from '../../sandbox/src/channels.ts';
import { type Kind, kinds } from '../../sandbox/src/index.ts';
import { type Api, until } from '../channels/api.ts';
import { atEnd } from '../chaos/endings.ts';

type Delivery = { event: string; text: string };
export type Receiver = { port: number; trust(secret: string): void; deliveries: Delivery[]; unsigned(): number };

/** A webhook endpoint on all addresses of this machine. It stores what is signed with its secret. */
export async function startReceiver(): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  let [key, unsigned] = [Buffer.alloc(0), 0];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given } = request.headers;
    const expected = `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
    if (!String(given).split(' ').includes(expected)) {
      unsigned++;
      return void response.writeHead(401).end();
    }
    const { event, data } = JSON.parse(body) as { event: string; data: { content?: { body?: string } } };
    deliveries.push({ event, text: data.content?.body ?? '' });
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => void receive(request, response)).listen(0, '0.0.0.0');
  await once(server, 'listening');
  atEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    deliveries,
    trust(secret) {
      key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    },
    unsigned: () => unsigned,
  };
}

export type Lines = Record<Kind, string>;

/** Subscribes the receiver to all events and creates a channel of each kind. Returns the ids of the channels. */
export async function setUp(api: Api, receiver: Receiver, host: string): Promise<Lines> {
  const webhook = await api.post('/v3/api_webhooks', { url: `http://${host}:${receiver.port}/`, events: [{}] });
  receiver.trust(webhook.secret);
  const sandbox = { url: 'http://sandbox:8090', smtpPort: 8025 };
  const lines: Partial<Lines> = {};
  for (const kind of kinds) {
    const settings = channels[kind].connect.settings(channels[kind].connect.newCredentials(), sandbox);
    lines[kind] = (await api.post('/v3/channels', { type: kind, name: kind, settings })).id;
  }
  return lines as Lines;
}

/** A customer writes, the webhook reports it, the answer reaches the customer's phone. Throws at the first thing that does not happen. */
export async function converse(api: Api, receiver: Receiver, lines: Lines, kind: Kind, words: string): Promise<void> {
  const [channelId, from] = [lines[kind], channels[kind].exampleAddress];
  await api.post(`/v3/sandbox/channels/${channelId}/messages`, { from, name: 'Ada', text: words });
  await until(
    async () => receiver.deliveries,
    (all) => all.some(({ event, text }) => event === 'message.received' && text.includes(words)),
  );
  const [chat] = await api.all('/v3/chats/search', `eq(channelId,"${channelId}")`);
  await api.post(`/v3/chats/${chat.id}/messages`, { text: `Answer to: ${words}` });
  await until(
    async () => (await api.post(`/v3/sandbox/channels/${channelId}/phone`, { address: from })).messages as { text: string }[],
    (messages) => messages.some(({ text }) => text.includes(`Answer to: ${words}`)),
  );
}

/** A file is stored and read back unchanged. */
export async function keepFile(api: Api, content: string): Promise<string> {
  const form = new FormData();
  form.set('file', new File([content], 'note.txt', { type: 'text/plain' }));
  const answer = await fetch(`${api.baseUrl}/v3/files`, { method: 'POST', headers: authorized(api), body: form });
  if (answer.status !== 201) throw new Error(`the file was refused with ${answer.status}: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: { id: string } };
  await checkFile(api, data.id, content);
  return data.id;
}

export async function checkFile(api: Api, id: string, content: string): Promise<void> {
  const answer = await fetch(`${api.baseUrl}/v3/files/${id}/content`, { headers: authorized(api) });
  const read = await answer.text();
  if (read !== content) throw new Error(`the file is not what was stored: ${answer.status} ${read.slice(0, 200)}`);
}

const authorized = ({ token }: Api) => ({ authorization: `Bearer ${token}` });
