import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from '../chaos/endings.ts';

/** An endpoint of webhooks, and the status that it answers. */
export type Endpoint = { url: string; answerWith(status: number): void };

export async function startEndpoint(): Promise<Endpoint> {
  let status = 200;
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    answerWith(next) {
      status = next;
    },
  };
}
