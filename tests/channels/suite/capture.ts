import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from '../../chaos/endings.ts';

/** A callback as the sandbox sent it. */
export type Captured = { url: string; headers: IncomingHttpHeaders; body: Buffer; receivedAt: Date };
export type Capture = {
  /** Returns a new URL, and the callbacks it received, in order. */
  place(): { url: string; captured: Captured[] };
};

/** A server that stores callbacks instead of Patchbay. */
export async function startCapture(): Promise<Capture> {
  const places = new Map<string, Captured[]>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = String(request.url);
      const url = `http://${request.headers.host}${path}`;
      const place = places.get(path.split('?')[0] ?? '');
      place?.push({ url, headers: request.headers, body: Buffer.concat(chunks), receivedAt: new Date() });
      response.writeHead(place ? 200 : 404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  atEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  return {
    place() {
      const path = `/inbound/${places.size}`;
      const captured: Captured[] = [];
      places.set(path, captured);
      return { url: `http://127.0.0.1:${port}${path}`, captured };
    },
  };
}
