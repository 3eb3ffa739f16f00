import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { inOneLine, named, type ReceivedEvent } from './lines.ts';

export type Receiver = {
  url: string;
  /** Accepts events signed with this secret from now on. */
  trust(secret: string): void;
  close(): void;
};

/** Starts a webhook receiver that verifies signatures and prints each event in one line. */
export async function openReceiver(port: number, print: (line: string) => void = console.log): Promise<Receiver> {
  let webhook: Webhook | undefined;
  const server = createServer((request, response) => {
    receive(request, webhook).then(
      (event) => {
        print(named('event', inOneLine(event)));
        response.writeHead(204).end();
      },
      (error: unknown) => {
        if (webhook) console.error(named('event', `refused: ${(error as Error).message}`));
        response.writeHead(webhook ? 401 : 503).end();
      },
    );
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}/`,
    trust(secret) {
      webhook = new Webhook(secret);
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function receive(request: IncomingMessage, webhook: Webhook | undefined): Promise<ReceivedEvent> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (!webhook) throw new Error('the webhook is not subscribed yet');
  return webhook.verify(Buffer.concat(chunks), request.headers as Record<string, string>) as ReceivedEvent;
}
