import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { atEnd } from '../chaos/endings.ts';
import { patience } from './patience.ts';

export type Received = { id: string; headers: IncomingMessage['headers']; body: string };

/** A local webhook receiver: it stores requests and answers as configured. */
export type Receiver = {
  url: string;
  received: Received[];
  /** The status of the next responses; default 200. */
  answer(status: (request: Received) => number): void;
  until(holds: (received: Received[]) => boolean): Promise<void>;
  /** While true, connections are closed; `hungUp` counts them. */
  hangUp(isOn: boolean): void;
  hungUp(): number;
  stop(): Promise<void>;
  start(): Promise<void>;
};

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let statusOf: (request: Received) => number = () => 200;
  let isHangingUp = false;
  let hungUp = 0;
  const take = async (request: IncomingMessage, reply: ServerResponse) => {
    if (isHangingUp) {
      hungUp++;
      return void request.socket.destroy();
    }
    const one = { id: String(request.headers['webhook-id']), headers: request.headers, body: await text(request) };
    received.push(one);
    reply.writeHead(statusOf(one)).end();
  };
  const server = createServer((request, reply) => void take(request, reply));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  atEnd(async () => server.listening && (await stop()));
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (status) => {
      statusOf = status;
    },
    hangUp: (isOn) => {
      isHangingUp = isOn;
    },
    hungUp: () => hungUp,
    stop,
    start: async () => void (await once(server.listen(port, '127.0.0.1'), 'listening')),
    async until(holds) {
      let seen = received.length;
      for (let changedAt = Date.now(); !holds(received); await wait(20)) {
        if (received.length !== seen) changedAt = Date.now();
        seen = received.length;
        if (Date.now() - changedAt > patience.stillForMs)
          throw new Error(`the receiver waits in vain; it has ${received.map(({ body }) => body.slice(0, 200)).join('\n')}`);
      }
    },
  };
}
