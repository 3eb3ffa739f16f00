import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long a delivery may take; then the sample counts as this long. */
const ARRIVES_WITHIN_MS = 10_000;

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** Receives webhooks and resolves who waits for the object of one. */
export async function openReceiver() {
  const receivedAt = new Map<string, number>();
  const waiting = new Map<string, (at: number) => void>();
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.end();
    const { id } = JSON.parse(body).data as { id: string };
    const at = performance.now();
    const resolve = waiting.get(id);
    if (resolve) resolve(at);
    else receivedAt.set(id, at);
  }
  const server = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns when the object's webhook arrived. */
    async arrivalOf(id: string): Promise<number> {
      const early = receivedAt.get(id);
      receivedAt.delete(id);
      if (early !== undefined) return early;
      const { promise, resolve } = Promise.withResolvers<number>();
      waiting.set(id, resolve);
      const startedAt = performance.now();
      const patience = setTimeout(() => resolve(startedAt + ARRIVES_WITHIN_MS), ARRIVES_WITHIN_MS);
      return promise.finally(() => {
        clearTimeout(patience);
        waiting.delete(id);
      });
    },
    close(): Promise<void> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
