import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from '../chaos/endings.ts';

export type Received = { webhookId: string; signatures: number; body: { event: string; data: Record<string, unknown> } };

/** An endpoint for webhooks on this machine. */
export type Receiver = {
  url: string;
  received: Received[];
  /** What it answers from now on. */
  answer(status: number, body?: string): void;
};

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let next = { status: 200, body: 'thank you' };
  const accept = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await textOf(request);
    const { 'webhook-id': webhookId = '', 'webhook-signature': signature = '' } = request.headers;
    received.push({ webhookId: String(webhookId), signatures: String(signature).split(' ').length, body: JSON.parse(text) });
    response.writeHead(next.status, { 'content-type': 'text/plain' }).end(next.body);
  };
  const server = createServer((request, response) => void accept(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks/patchbay`,
    received,
    answer: (status, body = '') => {
      next = { status, body };
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
