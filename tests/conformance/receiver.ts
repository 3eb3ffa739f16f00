import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from './api.ts';
import { createQueue, type Queue } from './queue.ts';

/** A webhook request: its bytes and the parsed body. */
export type Received = { method: string; headers: IncomingHttpHeaders; text: string; body: Json };

/** One endpoint of the receiver. It answers 204 unless configured otherwise. */
export type Inbox = Queue<Received> & { url: string; answer(status: number, headers?: Record<string, string>): void };
export type Receiver = { inbox(): Inbox; close(): Promise<void> };

type Endpoint = { queue: Queue<Received>; status: number; headers: Record<string, string> };

/** A webhook receiver on this machine, with any number of endpoints. */
export async function startReceiver(): Promise<Receiver> {
  const endpoints = new Map<string, Endpoint>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const endpoint = endpoints.get(request.url ?? '');
      const text = Buffer.concat(chunks).toString();
      endpoint?.queue.push({ method: request.method ?? '', headers: request.headers, text, body: JSON.parse(text || 'null') });
      response.writeHead(endpoint?.status ?? 404, endpoint?.headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    inbox() {
      const endpoint: Endpoint = { queue: createQueue(), status: 204, headers: {} };
      const path = `/${randomUUID()}`;
      endpoints.set(path, endpoint);
      const answer = (status: number, headers = {}) => void Object.assign(endpoint, { status, headers });
      return { ...endpoint.queue, url: `http://127.0.0.1:${port}${path}`, answer };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
