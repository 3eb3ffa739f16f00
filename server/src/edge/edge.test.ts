import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { loadConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
import { createEdge } from './edge.ts';

const TENANT = '01a1f59b-de25-7077-a5e7-8a1aa0d3ec6c';
const token = `e30.${Buffer.from(JSON.stringify({ tid: TENANT })).toString('base64url')}.c2ln`;
const headers = { authorization: `Bearer ${token}` };

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Starts a cell that claims the tenant or not, and answers all other requests with the handler. */
async function startCell(t: TestContext, claims: string | undefined, handle: Handler): Promise<string> {
  const listener: RequestListener = (request, response) => {
    if (!request.url?.startsWith('/cell/')) return void handle(request, response);
    response.writeHead(claims ? 200 : 404).end(JSON.stringify({ cell: claims }));
  };
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startEdge(t: TestContext, cells: string): Promise<string> {
  const edge = createEdge({ ...loadConfig({ CELLS: cells, PORT: '0' }) }, createLogger('silent'));
  t.after(() => edge.close());
  return edge.listen();
}

const echo: Handler = (request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.once('end', () => {
    const { method, url, headers } = request;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(parts).toString() }));
  });
};
const hasMoved: Handler = (_request, response) => void response.writeHead(421, { 'patchbay-cell': 'west' }).end('{}');

test('a request reaches the cell of its tenant with method, path, body and the address of its caller', async (t) => {
  const east = await startCell(t, undefined, hasMoved);
  const edge = await startEdge(t, `east=${east},west=${await startCell(t, 'west', echo)}`);
  const answer = await fetch(`${edge}/v3/chats/1?a=b`, {
    method: 'POST',
    headers: { ...headers, 'x-forwarded-for': '10.1.1.1' },
    body: 'hello',
  });
  const seen = (await answer.json()) as { method: string; url: string; body: string; headers: Record<string, string> };
  assert.deepEqual([seen.method, seen.url, seen.body], ['POST', '/v3/chats/1?a=b', 'hello']);
  assert.equal(seen.headers['x-forwarded-for'], '127.0.0.1', 'the caller cannot make up an address');
  assert.equal(seen.headers.authorization, headers.authorization);
});

test('a tenant has moved: the request is repeated with its body in the cell that the old one names, and the next one goes there at once', async (t) => {
  let refused = 0;
  const east = await startCell(t, 'east', (request, response) => {
    refused++;
    hasMoved(request, response);
  });
  const edge = await startEdge(t, `east=${east},west=${await startCell(t, undefined, echo)}`);
  for (let i = 0; i < 2; i++) {
    const answer = await fetch(`${edge}/v3/contacts`, { method: 'POST', headers, body: 'x'.repeat(60_000) });
    assert.equal(((await answer.json()) as { body: string }).body.length, 60_000);
  }
  assert.equal(refused, 1);
});

test('a tenant has moved: a large body is not held, so its request gets 503 once', async (t) => {
  const east = await startCell(t, 'east', hasMoved);
  const edge = await startEdge(t, `east=${east},west=${await startCell(t, undefined, echo)}`);
  const upload = () => fetch(`${edge}/v3/files`, { method: 'POST', headers, body: 'x'.repeat(300_000) });
  const first = await upload();
  assert.equal(first.status, 503);
  assert.equal(first.headers.get('retry-after'), '1');
  assert.equal((await upload()).status, 200);
});

test('cells that refer to each other are asked a few times only', async (t) => {
  const to =
    (cell: string): Handler =>
    (_request, response) =>
      void response.writeHead(421, { 'patchbay-cell': cell }).end();
  const edge = await startEdge(
    t,
    `east=${await startCell(t, 'east', to('west'))},west=${await startCell(t, 'west', to('east'))}`,
  );
  assert.equal((await fetch(`${edge}/v3/me`, { headers })).status, 503);
});

test('a feed passes through as it comes, and ends with its cell', async (t) => {
  const sent = Promise.withResolvers<ServerResponse>();
  const east = await startCell(t, 'east', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('id: 1\n\n');
    sent.resolve(response);
  });
  const edge = await startEdge(t, `east=${east}`);
  const answer = await fetch(`${edge}/v3/events`, { headers });
  const reader = answer.body?.getReader();
  assert.equal(new TextDecoder().decode((await reader?.read())?.value), 'id: 1\n\n');
  (await sent.promise).end();
  assert.equal((await reader?.read())?.done, true);
});

test('a cell that does not answer: 503 for its tenants; the edge answers its own health check', async (t) => {
  const edge = await startEdge(t, 'east=http://127.0.0.1:9');
  const answer = await fetch(`${edge}/v3/me`, { headers });
  assert.equal(answer.status, 503);
  assert.equal(((await answer.json()) as { error: { messageKey: string } }).error.messageKey, 'service_unavailable');
  assert.equal((await fetch(`${edge}/readyz`)).status, 200);
});

test('what cells tell each other is not passed on', async (t) => {
  const edge = await startEdge(t, `east=${await startCell(t, 'east', echo)}`);
  for (const path of [`/cell/tenants/${TENANT}`, `/%63ell/tenants/${TENANT}`, '/cell', '/metrics'])
    assert.equal((await fetch(`${edge}${path}`, { headers })).status, 404, path);
});
