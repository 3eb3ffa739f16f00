import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Server as RawServer, type Socket } from 'node:net';
import { certificate, privateKey } from '../ssrf/certificate.ts';

/** A receiver with a character: where it is, and which requests reached it. */
export type Endpoint = { url: string; hits: IncomingMessage['headers'][]; close(): Promise<void> };

/** Speaks HTTP; the request has been read whole when `answer` is asked. */
export function speaking(answer: (response: ServerResponse, hit: number) => void): Promise<Endpoint> {
  const hits: Endpoint['hits'] = [];
  return listening(createServer(counting(hits, answer)), 'http', hits);
}

/** Speaks HTTPS with a certificate that nobody has signed but itself. */
export function selfSigned(): Promise<Endpoint> {
  const hits: Endpoint['hits'] = [];
  const answer = (response: ServerResponse) => void response.writeHead(204).end();
  return listening(createSecureServer({ cert: certificate, key: privateKey }, counting(hits, answer)), 'https', hits);
}

/** Speaks whatever it likes: the socket is given once the request has begun to come. */
export function raw(speak: (socket: Socket) => void, protocol: 'http' | 'https' = 'http'): Promise<Endpoint> {
  const hits: Endpoint['hits'] = [];
  const server = createRawServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      hits.push({});
      speak(socket);
    });
  });
  return listening(server, protocol, hits);
}

/** Was there a moment ago. */
export async function refusing(): Promise<Endpoint> {
  const endpoint = await raw(() => undefined);
  await endpoint.close();
  return { ...endpoint, close: async () => undefined };
}

/** Answers a status, with headers and a body if need be. */
export const answering = (status: number, headers: Record<string, string> = {}, body = ''): Promise<Endpoint> =>
  speaking((response) => void response.writeHead(status, headers).end(body));

const counting =
  (hits: Endpoint['hits'], answer: (response: ServerResponse, hit: number) => void): RequestListener =>
  (request, response) => {
    hits.push(request.headers);
    request.resume().on('end', () => answer(response, hits.length));
  };

async function listening(server: Server | RawServer, protocol: string, hits: Endpoint['hits']): Promise<Endpoint> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${protocol}://127.0.0.1:${port}/hook`,
    hits,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
