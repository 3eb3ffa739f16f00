import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Entry } from './receiver.ts';

/** A receiver process that is not killed. Answers 200 and stores every request. */
const [slowestMs = 0] = process.argv.slice(2).map(Number);
const seen = new Map<string, Entry>();

const server = createServer((request, response) => void receive(request, response));
server.keepAliveTimeout = 60_000; // longer than clients keep a connection, so that no request meets a closing one
await once(server.listen(0, '127.0.0.1'), 'listening');
process.on('message', () => process.send?.([...seen.values()]));
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined); // the parent ends this process
process.send?.((server.address() as AddressInfo).port);

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    let text = '';
    for await (const chunk of request) text += chunk;
    remember(request.url ?? '', String(request.headers['webhook-id']), JSON.parse(text) as { data: { id: string } });
    setTimeout(() => response.writeHead(200).end('ok'), Math.random() * slowestMs);
  } catch {
    response.destroy(); // the sender was killed during the request
  }
}

function remember(endpoint: string, webhookId: string, { data }: { data: { id: string } }): void {
  const key = `${endpoint} ${data.id}`;
  const entry = seen.get(key) ?? { endpoint, thingId: data.id, count: 0, webhookIds: [] };
  entry.count++;
  if (!entry.webhookIds.includes(webhookId)) entry.webhookIds.push(webhookId);
  seen.set(key, entry);
}
