import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { atEnd } from '../chaos/endings.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was delivered and fails where it is wrong
export type Delivered = { event: string; data: any; traceparent: string };

/** An endpoint of webhooks that keeps what was delivered, with the trace that each request belongs to. */
export async function startReceiver(): Promise<{ url: string; delivered: Delivered[] }> {
  const delivered: Delivered[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { event, data } = body as Delivered;
      delivered.push({ event, data, traceparent: String(request.headers.traceparent ?? '') });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, delivered };
}
