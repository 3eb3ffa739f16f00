import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The requests at the proxy: one entry per attempt of the client. */
export type Seen = { method: string; path: string; headers: IncomingMessage['headers']; body: string; at: number };

/** What is done to one request instead of forwarding it. */
export type Misdeed =
  | { do: 'cut' }
  | { do: 'hang' }
  | { do: 'say'; status: number; headers?: Record<string, string>; body?: string }
  /** The server handles the request, and the response is lost. */
  | { do: 'lose' }
  /** The first bytes of a response, then a closed connection or silence. */
  | { do: 'half'; ending: 'cut' | 'hang' }
  /** A stream that ends after so many bytes of events. */
  | { do: 'break'; afterEvents: number };

export type Front = { baseUrl: string; seen: Seen[]; next(...misdeeds: Misdeed[]): void; close(): Promise<void> };

/** Forwards requests to the real server, unless a fault is set. */
export async function startFront(target: string): Promise<Front> {
  const queue: Misdeed[] = [];
  const seen: Seen[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    if (request.method === 'OPTIONS') return pass(target, request, body, response);
    const { method = '', url = '', headers } = request;
    seen.push({ method, path: url, headers, body: body.toString(), at: Date.now() });
    const misdeed = queue.shift();
    if (misdeed) misbehave(misdeed, target, request, body, response);
    else pass(target, request, body, response);
  };
  const server = createServer((request, response) => void take(request, response).catch(() => request.socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    next: (...misdeeds) => void queue.push(...misdeeds),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function misbehave(misdeed: Misdeed, target: string, request: IncomingMessage, body: Buffer, response: ServerResponse) {
  switch (misdeed.do) {
    case 'cut':
      return request.socket.destroy();
    case 'hang':
      return;
    case 'say':
      return response.writeHead(misdeed.status, { ...forPages(request), ...misdeed.headers }).end(misdeed.body ?? '');
    case 'lose':
      return ask(target, request, body, (answer) => answer.resume().once('end', () => request.socket.destroy()));
    case 'half':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"success":tr');
      return misdeed.ending === 'cut' ? void setTimeout(() => request.socket.destroy(), 50) : undefined;
    case 'break':
      return ask(target, request, body, (answer) => breakAfter(misdeed.afterEvents, answer, response));
    default:
      return misdeed satisfies never;
  }
}

/** Even a broken response has CORS headers, so that the page can read it. */
const forPages = ({ headers }: IncomingMessage): Record<string, string> =>
  headers.origin ? { 'access-control-allow-origin': headers.origin, 'access-control-expose-headers': '*' } : {};

function pass(target: string, request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  ask(target, request, body, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
    response.once('close', () => answer.destroy());
  });
}

function ask(target: string, request: IncomingMessage, body: Buffer, then: (answer: IncomingMessage) => void): void {
  const { method, headers, url } = request;
  const sent = send(new URL(url ?? '/', target), { method, headers, agent: false }, then);
  sent.on('error', () => request.socket.destroy());
  sent.end(body);
}

function breakAfter(events: number, answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  let passed = 0;
  answer.on('data', (chunk: Buffer) => {
    response.write(chunk);
    passed += chunk.toString().split('\nevent: ').length - 1;
    if (passed >= events) setTimeout(() => response.destroy(), 50);
  });
  response.once('close', () => answer.destroy());
}
