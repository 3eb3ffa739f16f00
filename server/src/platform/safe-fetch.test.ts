import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createRawServer,
  type Server,
  type Socket,
  setDefaultAutoSelectFamily,
} from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import fc from 'fast-check';
import { certificate, privateKey } from '../../../tests/ssrf/certificate.ts';
import { freePort } from '../test-kit/ports.ts';
import type { Resolver } from './guarded-agent.ts';
import { createSafeFetch, type SafeFetchOptions } from './safe-fetch.ts';

/** In these tests 127.0.0.1 plays the internet, and the rest of loopback our own network. */
const INTERNET = '127.0.0.1';
const INSIDE = '127.0.0.2';
const permits = (address: string) => address === INTERNET;

test('post: carries the body and headers to the host of the URL, and keeps the connection', async (t) => {
  const seen: unknown[] = [];
  const { port, connections } = await receiver(t, async (request, reply) => {
    const body = (await request.toArray()).join('');
    seen.push([request.method, request.url, request.headers.host, request.headers['webhook-id'], body]);
    reply.writeHead(200, { 'retry-after': '7' }).end('thanks');
  });
  const resolve = answers([INTERNET]);
  const { post } = client(t, { resolve });
  const headers = { 'webhook-id': 'msg_1', Host: 'evil.example', Connection: 'close', 'content-length': '1' };
  for (const body of ['first', Buffer.from('second')]) {
    const outcome = await post({ url: `http://hook.example:${port}/in?a=b#c`, headers, body, owner: 'ada' });
    assert.deepEqual({ ...outcome, durationMs: 0 }, { ...ANSWERED, body: 'thanks', retryAfter: '7' });
    await setImmediate(); // undici rests a connection for one turn, to see whether the receiver closes it
  }
  const each = ['POST', '/in?a=b', `hook.example:${port}`, 'msg_1'];
  assert.deepEqual(seen, [
    [...each, 'first'],
    [...each, 'second'],
  ]);
  assert.equal(connections(), 1);
  assert.equal(resolve.calls, 1);
});

test('post: slow answers to one owner leave the connections of another to the same host free', async (t) => {
  const waiting: (() => void)[] = [];
  const { port, connections } = await receiver(t, (request, reply) => {
    if (request.headers.authorization === 'slow') waiting.push(() => reply.end('late'));
    else reply.end('at once');
  });
  const { post } = client(t);
  const slow = Array.from({ length: 150 }, () => post({ ...to(port), headers: { authorization: 'slow' } }));
  while (waiting.length < 100) await setImmediate();
  const outcome = await post({ ...to(port), owner: 'grace' });
  assert.equal(outcome.kind === 'answered' && outcome.body, 'at once');
  assert.equal(connections(), 101);
  let isOver = false;
  const ended = Promise.all(slow).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const answer of waiting.splice(0)) answer();
    await setImmediate();
  }
  assert.ok((await ended).every(({ kind }) => kind === 'answered'));
});

test('post: a redirect is an answer, never followed', async (t) => {
  const inside = await receiver(t, ok, INSIDE);
  const { port } = await receiver(t, (_, reply) => reply.writeHead(307, { location: `http://${INSIDE}:${inside.port}/` }).end());
  const outcome = await client(t).post(to(port));
  assert.equal(outcome.kind === 'answered' && outcome.status, 307);
  assert.equal(inside.connections(), 0);
});

test('post: a host name is refused when any of its addresses is, and no connection is made', async (t) => {
  const inside = await receiver(t, ok, INSIDE);
  const outside = await receiver(t, ok);
  for (const addresses of [[INSIDE], [INTERNET, INSIDE], [INSIDE, INTERNET], [INTERNET, 'fd00:ec2::254'], ['::1', INTERNET]]) {
    const { post } = client(t, { resolve: answers(addresses) });
    assert.equal(await failure(post(to(outside.port))), 'blocked_address');
    assert.equal(await failure(post(to(inside.port))), 'blocked_address');
  }
  assert.equal(inside.connections() + outside.connections(), 0);
});

test('post: the real guard also checks host names', async (t) => {
  const real = { permits: undefined };
  for (const addresses of [
    ['127.0.0.1'],
    ['8.8.8.8', '10.0.0.1'],
    ['8.8.8.8', 'fd00::1'],
    ['2606:4700::1', '::ffff:7f00:1'],
    ['64:ff9b::7f00:1'],
  ]) {
    const { post } = client(t, { ...real, resolve: answers(addresses) });
    const outcome = await post(to(80));
    assert.equal(outcome.kind === 'failed' && outcome.error, 'blocked_address');
    assert.ok(
      outcome.kind === 'failed' && !addresses.some((address) => outcome.message.includes(address)),
      'the message has no address',
    );
  }
});

test('post: address literals are checked although nothing is resolved', async (t) => {
  const inside = await receiver(t, ok, INSIDE);
  const resolve = answers([INTERNET]);
  const { post } = client(t, { resolve, permits: undefined });
  for (const host of [INSIDE, '127.2', '0x7f000002', '[::ffff:127.0.0.2]', 'localhost', '①②⑦.0.0.2']) {
    assert.equal(await failure(post({ ...to(inside.port), url: `http://${host}:${inside.port}/` })), 'blocked_address');
  }
  assert.equal(resolve.calls + inside.connections(), 0);
});

test('post: a host name that resolves to a private address later is refused on its next connection', async (t) => {
  const port = await freePort(); // a port of the ephemeral range can be in use on one of the addresses
  const inside = await receiver(t, ok, INSIDE, port);
  const outside = await receiver(t, (_, reply) => reply.writeHead(200, { connection: 'close' }).end(), INTERNET, port);
  const resolve = answers([INTERNET], [INSIDE]);
  const { post } = client(t, { resolve });
  assert.equal((await post(to(outside.port))).kind, 'answered');
  assert.equal(await failure(post(to(outside.port))), 'blocked_address');
  assert.equal(resolve.calls, 2);
  assert.equal(inside.connections(), 0);
});

test('post: the address of the connected peer is checked', async (t) => {
  let requests = 0;
  const { port } = await receiver(t, (request, reply) => ok(request, reply, ++requests));
  let looks = 0;
  const { post } = client(t, { permits: () => ++looks === 1 });
  assert.equal(await failure(post(to(port))), 'blocked_address');
  assert.deepEqual([looks, requests], [2, 0]);
});

test('post: a dead address falls back to the next vetted one, and one family alone works', async (t) => {
  const { port } = await receiver(t, ok);
  const both = client(t, { permits: () => true, resolve: answers(['127.0.0.3', INTERNET]) });
  assert.equal((await both.post(to(port))).kind, 'answered');
  setDefaultAutoSelectFamily(false); // Node then asks the lookup for one address
  t.after(() => setDefaultAutoSelectFamily(true));
  assert.equal((await client(t).post(to(port))).kind, 'answered');
});

test('post: an endless body is read up to the cap, and the connection is dropped', async (t) => {
  const closed = Promise.withResolvers<void>();
  const { port } = await receiver(t, (_, reply) => {
    const drip = setInterval(() => reply.write('x'.repeat(3_000)), 1);
    reply.once('close', () => closed.resolve(clearInterval(drip)));
  });
  const outcome = await client(t).post(to(port));
  assert.ok(outcome.kind === 'answered' && outcome.bodyTruncated);
  assert.equal(outcome.body.length, 20_480);
  await closed.promise;
});

test('post: a body of exactly the cap is whole; NULs become readable', async (t) => {
  const { port } = await receiver(t, (_, reply) => reply.end(`\0${'x'.repeat(99)}`));
  const outcome = await client(t, { maxResponseBytes: 100 }).post(to(port));
  assert.ok(outcome.kind === 'answered' && !outcome.bodyTruncated);
  assert.equal(outcome.body, `\uFFFD${'x'.repeat(99)}`);
});

test('post: the total time covers silence, dripped headers and dripped bodies', async (t) => {
  const drip = (socket: Socket) => setInterval(() => socket.write('x'), 20).unref();
  const servers = [
    await raw(t, () => undefined),
    await raw(t, (socket) => drip(socket) && socket.write('HTTP/1.1 200 OK\r\nx-slow: ')),
    await raw(t, (socket) => drip(socket) && socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9000\r\n\r\n')),
  ];
  const { post } = client(t, { totalTimeoutMs: 150 });
  for (const outcome of await Promise.all(servers.map((port) => post(to(port))))) {
    assert.equal(outcome.kind === 'failed' && outcome.error, 'timeout');
    assert.ok(outcome.durationMs >= 140 && outcome.durationMs < 30_000, `${outcome.durationMs} ms`);
  }
});

test('post: requests that wait for a connection run out of time as well, and hold nothing up', async (t) => {
  const port = await raw(t, () => undefined);
  const { post, close } = client(t, { totalTimeoutMs: 150 });
  const outcomes = await Promise.all(Array.from({ length: 300 }, () => failure(post(to(port)))));
  assert.ok(outcomes.every((error) => error === 'timeout'));
  await close();
});

test('post: each fault of a receiver has its own error', async (t) => {
  const { post } = client(t);
  const says = async (text: string) => failure(post(to(await raw(t, (socket) => socket.end(text)))));
  const reset = await raw(t, (socket) => socket.resetAndDestroy());
  const closed = await raw(t, (socket) => socket.end());
  assert.equal(await failure(post(to(reset))), 'reset');
  assert.equal(await failure(post(to(closed))), 'reset');
  assert.equal(await says('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'), 'reset');
  assert.equal(await says('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 10\r\n\r\nhalf'), 'reset');
  assert.equal(await says('SSH-2.0-OpenSSH_9.9\r\n'), 'protocol');
  assert.equal(await says(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`), 'protocol');
  assert.equal(await says('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'), 'protocol');
  assert.equal(await failure(post({ ...to(80), headers: { 'x-bad': 'a\r\nb: c' } })), 'protocol');
});

test('post: hints before the answer are not the answer', async (t) => {
  const port = await raw(t, (socket) => socket.end('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n'));
  const outcome = await client(t).post(to(port));
  assert.equal(outcome.kind === 'answered' && outcome.status, 204);
});

test('post: failures of DNS and of the connection are distinguished', async (t) => {
  const port = await raw(t, () => undefined);
  assert.equal(await failure(client(t).post(to(await freePort()))), 'connect');
  const handshake = client(t, { connectTimeoutMs: 100 }).post({ ...to(port), url: `https://hook.example:${port}/` });
  assert.equal(await failure(handshake), 'connect');
  for (const resolve of [
    async () => [],
    () => Promise.reject(new Error('ENOTFOUND')),
    () => new Promise<never>(() => undefined),
  ]) {
    assert.equal(await failure(client(t, { resolve, dnsTimeoutMs: 50 }).post(to(port))), 'dns');
  }
});

test('post: TLS is verified against the name in the URL', async (t) => {
  const trusted = getCACertificates('default'); // tests of mail servers in the same process add a certificate to them
  setDefaultCACertificates(getCACertificates('bundled'));
  t.after(() => setDefaultCACertificates(trusted));
  const server = createTlsServer({ cert: certificate, key: privateKey }, ok);
  const { port } = await listen(t, server);
  const post = (host: string, ca?: string) => client(t, { ca }).post({ ...to(port), url: `https://${host}:${port}/` });
  assert.equal(await failure(post('hook.example')), 'tls');
  assert.equal((await post('hook.example', certificate)).kind, 'answered');
  assert.equal(await failure(post('other.example', certificate)), 'tls');
});

test('post: a burst shares at most 100 connections and one lookup', async (t) => {
  const { port, connections } = await receiver(t, ok);
  const resolve = answers([INTERNET]);
  const { post } = client(t, { resolve });
  const outcomes = await Promise.all(Array.from({ length: 400 }, () => post(to(port))));
  assert.ok(outcomes.every((outcome) => outcome.kind === 'answered' && outcome.status === 200));
  assert.ok(connections() <= 100, `${connections()} connections`);
  assert.equal(resolve.calls, 1);
});

test('post: never throws, whatever the URL, and after closing neither', async (t) => {
  const { post, close } = client(t, { resolve: answers([INSIDE]) });
  const url = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.webAuthority({ withUserInfo: true }).map((host) => `http://${host}/`),
  );
  await fc.assert(
    fc.asyncProperty(url, async (url) => assert.equal((await post({ ...to(1), url })).kind, 'failed')),
    { numRuns: 512 },
  );
  await close();
  assert.equal(await failure(post(to(80))), 'reset');
});

const ANSWERED = { kind: 'answered', status: 200, body: '', bodyTruncated: false, retryAfter: null, durationMs: 0 };

const ok = (_request: unknown, reply: Parameters<RequestListener>[1], _count?: number) => void reply.end('ok');

const to = (port: number) => ({ url: `http://hook.example:${port}/`, headers: {}, body: '{}', owner: 'ada' });

function client(t: TestContext, options: Partial<SafeFetchOptions> = {}) {
  const safe = createSafeFetch({ allowPrivate: false, permits, resolve: answers([INTERNET]), ...options });
  t.after(() => safe.close());
  return safe;
}

async function failure(outcome: ReturnType<ReturnType<typeof createSafeFetch>['post']>) {
  const done = await outcome;
  return done.kind === 'failed' ? done.error : done;
}

/** A resolver that gives these answers in turn, the last one for ever. */
function answers(...lists: string[][]): Resolver & { calls: number } {
  const resolve = async () => {
    const list = lists[Math.min(resolve.calls++, lists.length - 1)] ?? [];
    return list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  resolve.calls = 0;
  return resolve;
}

async function listen(t: TestContext, server: Server, host = INTERNET, port = 0) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  await once(server.listen(port, host), 'listening');
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await once(server.close(), 'close');
  });
  return { port: (server.address() as AddressInfo).port, connections: () => sockets.size };
}

const receiver = (t: TestContext, onRequest: (...args: Parameters<RequestListener>) => unknown, host?: string, port?: number) =>
  listen(
    t,
    createServer((request, reply) => void onRequest(request, reply)),
    host,
    port,
  );

/** Starts a server that reads a request and then sends the given bytes. */
async function raw(t: TestContext, onRequest: (socket: Socket) => unknown): Promise<number> {
  const server = createRawServer((socket) => void socket.once('data', () => onRequest(socket)));
  return (await listen(t, server)).port;
}
