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

type Place = { queue: Queue<Received>; status: number; headers: Record<string, string> };

/** A webhook receiver on this machine, with any number of endpoints. */
export async function startReceiver(): Promise<Receiver> {
  const places = new Map<string, Place>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const place = places.get(request.url ?? '');
      const text = Buffer.concat(chunks).toString();
      place?.queue.push({ method: request.method ?? '', headers: request.headers, text, body: JSON.parse(text || 'null') });
      response.writeHead(place?.status ?? 404, place?.headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    inbox() {
      const place: Place = { queue: createQueue(), status: 204, headers: {} };
      const path = `/${randomUUID()}`;
      places.set(path, place);
      const answer = (status: number, headers = {}) => void Object.assign(place, { status, headers });
      return { ...place.queue, url: `http://127.0.0.1:${port}${path}`, answer };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
