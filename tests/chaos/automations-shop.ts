import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { priceOf } from './automations-definition.ts';
import { atEnd } from './endings.ts';

/** The requests for one order: their idempotency keys and their number. */
export type Calls = { keys: Set<string>; count: number };

/** The tenant's own system, which runs ask for a price. It counts requests. */
export type Shop = { url: string; calls: Map<string, Calls> };

const READY_AFTER_MS = 2_000;
/** The first request of every tenth order is refused. */
const REFUSES_EVERY = 10;

export async function startShop(): Promise<Shop> {
  const calls = new Map<string, Calls>();
  const server = createServer((request, response) => void answer(request, response, calls));
  server.keepAliveTimeout = 60_000; // longer than clients keep connections, so that none is closed during a request
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

export const refusesFirst = (order: string): boolean => Number(order.slice(1)) % REFUSES_EVERY === 0;

async function answer(request: IncomingMessage, response: ServerResponse, calls: Map<string, Calls>): Promise<void> {
  const order = request.url?.split('/').at(-1) ?? '';
  const known = calls.get(order) ?? { keys: new Set(), count: 0 };
  calls.set(order, known);
  known.keys.add(String(request.headers['idempotency-key']));
  known.count++;
  request.resume();
  if (known.count === 1 && refusesFirst(order)) return void response.writeHead(500).end('{"error":"unavailable"}');
  const readyAt = new Date(Date.now() + READY_AFTER_MS).toISOString();
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ price: priceOf(order), readyAt }));
}
