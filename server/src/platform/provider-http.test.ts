import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createProviderHttp } from './provider-http.ts';

const MEBIBYTE = 1_048_576;

async function provider(t: TestContext, listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const http = createProviderHttp({ allowPrivate: true });
  t.after(async () => {
    await http.close();
    server.closeAllConnections();
    server.close();
  });
  return { http, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test('an answer of a mebibyte is read', async (t) => {
  const { http, url } = await provider(t, (_, reply) => reply.end('x'.repeat(MEBIBYTE)));
  const answer = await http.request({ method: 'GET', url });
  assert.equal(answer.kind, 'answered');
  assert.equal(answer.kind === 'answered' && answer.body.length, MEBIBYTE);
});

test('a larger answer is a failed call that the provider has seen, and no more of it is read', async (t) => {
  let written = 0;
  const { http, url } = await provider(t, (_, reply) => {
    const chunk = Buffer.alloc(65_536, 'x');
    const write = () => {
      while (!reply.destroyed) {
        written += chunk.length;
        if (!reply.write(chunk)) return void reply.once('drain', write);
      }
    };
    write();
  });
  const message = 'The provider answered HTTP 200 with more than 1048576 bytes, which are not read';
  assert.deepEqual(await http.request({ method: 'POST', url, body: '{}' }), { kind: 'failed', reached: true, message });
  assert.ok(written < 64 * MEBIBYTE, `${written} bytes were taken`);
});

test('a download that is refused with a large answer is a failed call too', async (t) => {
  const { http, url } = await provider(t, (_, reply) => reply.writeHead(404).end('x'.repeat(MEBIBYTE + 1)));
  const answer = await http.download({ url });
  assert.equal(answer.kind, 'failed');
  assert.match(answer.kind === 'failed' ? answer.message : '', /HTTP 404 with more than 1048576 bytes/);
});
