import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A callback as it came in. */
export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string; atMs: number };

export type Receiver = {
  url: string;
  received: Received[];
  /** What to answer: a status, or false to cut the connection. Changed by tests that need failures. */
  answer: (one: Received, number: number) => number | false;
  /** Awaited before the answer leaves. */
  answerLater: () => Promise<void>;
  verifyToken: string;
  stop: () => void;
};

/** A customer's server. It verifies signatures without code of the sandbox. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const receiver = { received, answer: () => 200, answerLater: async () => {}, verifyToken: 'verify-me' } as unknown as Receiver;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const query = new URL(String(request.url), 'http://receiver').searchParams;
      if (request.method === 'GET') {
        const right = query.get('hub.mode') === 'subscribe' && query.get('hub.verify_token') === receiver.verifyToken;
        return response.writeHead(right ? 200 : 403).end(right ? query.get('hub.challenge') : 'no');
      }
      const one = { method: 'POST', path: String(request.url), headers: request.headers, body, atMs: Date.now() };
      received.push(one);
      const status = receiver.answer(one, received.length);
      return void receiver
        .answerLater()
        .then(() => (status === false ? request.socket.destroy() : response.writeHead(status).end()));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  receiver.stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return receiver;
}

export const metaSignatureIsRight = ({ headers, body }: Received, appSecret: string) =>
  headers['x-hub-signature-256'] === `sha256=${createHmac('sha256', appSecret).update(body, 'utf8').digest('hex')}`;

export function twilioSignatureIsRight({ headers, body, path }: Received, base: string, authToken: string): boolean {
  const pairs = [...new URLSearchParams(body)].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = base + path + pairs.map(([name, value]) => name + value).join('');
  return headers['x-twilio-signature'] === createHmac('sha1', authToken).update(text, 'utf8').digest('base64');
}
