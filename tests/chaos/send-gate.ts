import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { mapParallel } from '../security/client.ts';
import { atEnd } from './endings.ts';

export type Call = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer };

/**
 * The public address of the installation. While it is shut, it accepts and stores callbacks, so that sends without a callback can be
 * counted. `release` forwards all of them and opens the gate.
 */
export type Gate = {
  url: string;
  /** The ports of the API processes. */
  leadTo(ports: number[]): void;
  shut(): void;
  release(): Promise<void>;
};

const AT_ONCE = 40;
const PASSED_ON = ['content-type', 'authorization', 'idempotency-key', 'user-agent', 'x-hub-signature-256', 'x-twilio-signature'];

/** `onAnswer` sees every call that an API process answered. */
export async function startGate(onAnswer?: (call: Call, status: number) => void): Promise<Gate> {
  const agent = new Agent({ connections: AT_ONCE });
  const kept: Call[] = [];
  let ports: number[] = [];
  let isShut = false;
  let turn = 0;
  const passOn = async (call: Call) => {
    const reply = await forward(agent, ports[turn++ % ports.length] ?? 0, call);
    onAnswer?.(call, reply.status);
    return reply;
  };
  const server = createServer((incoming, outgoing) => {
    void take(incoming, outgoing, (call) => {
      if (!isShut || !call.path.startsWith('/inbound/')) return passOn(call);
      kept.push(call);
      return Promise.resolve({ status: 200, body: '' });
    });
  });
  server.keepAliveTimeout = 60_000; // longer than clients keep a connection, so that no request meets a closing one
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atEnd(async () => {
    server.close();
    server.closeAllConnections();
    await agent.destroy();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(to) {
      ports = to;
    },
    shut() {
      isShut = true;
    },
    async release() {
      isShut = false;
      const answers = await mapParallel(kept.splice(0), AT_ONCE, passOn);
      const refused = answers.find(({ status }) => status !== 200);
      if (refused) throw new Error(`a callback was refused: ${refused.status} ${refused.body}`);
    },
  };
}

type Reply = { status: number; body: string };

async function take(incoming: IncomingMessage, outgoing: ServerResponse, answer: (call: Call) => Promise<Reply>): Promise<void> {
  try {
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>));
    const { method = 'GET', url: path = '/', headers } = incoming;
    const reply = await answer({ method, path, headers, body });
    outgoing.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
  } catch (error) {
    outgoing.writeHead(502).end((error as Error).message);
  }
}

async function forward(agent: Agent, port: number, { method, path, headers, body }: Call): Promise<Reply> {
  const passed = Object.fromEntries(
    PASSED_ON.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
  const url = `http://127.0.0.1:${port}${path}`;
  const answer = await request(url, { method, headers: passed, body: body.length > 0 ? body : null, dispatcher: agent });
  return { status: answer.statusCode, body: await answer.body.text() };
}
