import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from '../../chaos/endings.ts';

/** A callback as the sandbox sent it. */
export type Captured = { url: string; headers: IncomingHttpHeaders; body: Buffer; receivedAt: Date };
export type Capture = {
  /** Returns a new URL, and the callbacks it received, in order. */
  endpoint(): { url: string; captured: Captured[] };
};

/** A server that stores callbacks instead of Patchbay. */
export async function startCapture(): Promise<Capture> {
  const endpoints = new Map<string, Captured[]>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = String(request.url);
      const url = `http://${request.headers.host}${path}`;
      const endpoint = endpoints.get(path.split('?')[0] ?? '');
      endpoint?.push({ url, headers: request.headers, body: Buffer.concat(chunks), receivedAt: new Date() });
      response.writeHead(endpoint ? 200 : 404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  atEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  return {
    endpoint() {
      const path = `/inbound/${endpoints.size}`;
      const captured: Captured[] = [];
      endpoints.set(path, captured);
      return { url: `http://127.0.0.1:${port}${path}`, captured };
    },
  };
}
