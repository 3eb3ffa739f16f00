import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Server as RawServer, type Socket } from 'node:net';
import { freePort } from '../../server/src/test-kit/ports.ts';
import { certificate, privateKey } from '../ssrf/certificate.ts';

/** A receiver: its URL and its requests. */
export type Endpoint = { url: string; hits: IncomingMessage['headers'][]; close(): Promise<void> };

/** An HTTP receiver; `answer` is called after the complete request. */
export function speaking(answer: (response: ServerResponse, hit: number) => void): Promise<Endpoint> {
  const hits: Endpoint['hits'] = [];
  return listening(createServer(counting(hits, answer)), 'http', hits);
}

/** An HTTPS receiver with a self-signed certificate. */
export function selfSigned(): Promise<Endpoint> {
  const hits: Endpoint['hits'] = [];
  const answer = (response: ServerResponse) => void response.writeHead(204).end();
  return listening(createSecureServer({ cert: certificate, key: privateKey }, counting(hits, answer)), 'https', hits);
}

/** A TCP receiver: gets the socket after the first bytes of the request. */
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

/** A closed port: below the ephemeral range, so that no other receiver gets it meanwhile. */
export const refusing = async (): Promise<Endpoint> => ({
  url: `http://127.0.0.1:${await freePort()}/hook`,
  hits: [],
  close: async () => undefined,
});

/** Answers with a status, headers and a body. */
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
