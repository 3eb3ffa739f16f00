import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { given } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';

const MEGABYTE = 1_048_576;
const { app, baseUrl, post, tenant, otherTenant, call } = await given({ REQUEST_BODIES_MAX_BYTES: String(128 * MEGABYTE) });
const login = { callbackUsername: 'postmark', callbackPassword: 'callback-password' };
const basic = `Basic ${Buffer.from('postmark:callback-password').toString('base64')}`;
const signed = { 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}` };

async function createChannel(type: string, settings: object, token = tenant.token): Promise<string> {
  const { body, text } = await call('POST', '/v3/channels', token, { type, name: type, settings });
  assert.ok(body.success, text);
  return body.data.id;
}
const whatsapp = await createChannel('whatsapp', {
  phoneNumberId: '1',
  wabaId: '2',
  accessToken: 'a',
  appSecret: 's',
  verifyToken: 'v',
});
const mail = { address: 'help@example.com', smtpHost: '127.0.0.1', ...login };
const email = await createChannel('email', mail);
const sms = await createChannel('sms', { accountSid: 'AC1', authToken: 't', from: '+15557654321' });

/** Sends the head of a request and a byte of its body, and returns what is answered to that. */
async function begin(path: string, headers: Record<string, string>, sent = '{') {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
  });
  socket.on('error', () => undefined);
  const lines = Object.entries({ Host: 'x', 'Content-Type': 'application/json', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${sent}`);
  const status = async (withinMs = 60_000): Promise<number | undefined> => {
    for (const end = Date.now() + withinMs; Date.now() < end && received === ''; ) await wait(20);
    const found = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  return { socket, status, received: () => received };
}

async function statusOfUnread(path: string, headers: Record<string, string>, sent?: string): Promise<number | undefined> {
  const { socket, status } = await begin(path, headers, sent);
  const answered = await status();
  socket.destroy();
  return answered;
}

const length = (bytes: number) => ({ 'Content-Length': String(bytes) });

test('POST /inbound/:channelId 404: a channel that is not there is answered before the body is read', async () => {
  assert.equal(await statusOfUnread(`/inbound/${randomUUID()}`, length(49 * MEGABYTE)), 404);
  assert.equal(await statusOfUnread('/inbound/anything', { 'Transfer-Encoding': 'chunked' }, ''), 404);
});

test('POST /inbound/:channelId 401: without the header that proves the sender, the body is not read', async () => {
  for (const channelId of [whatsapp, sms, email]) assert.equal(await statusOfUnread(`/inbound/${channelId}`, length(5_000)), 401);
  const wrong = { Authorization: `Basic ${Buffer.from('postmark:wrong').toString('base64')}` };
  assert.equal(await statusOfUnread(`/inbound/${email}`, { ...length(5_000), ...wrong }), 401);
});

test('POST /inbound/:channelId 413: each provider has its own limit, with and without Content-Length', async () => {
  assert.equal(await statusOfUnread(`/inbound/${whatsapp}`, { ...length(MEGABYTE + 1), ...signed }), 413);
  assert.equal(await statusOfUnread(`/inbound/${sms}`, { ...length(MEGABYTE + 1), 'X-Twilio-Signature': 'x' }), 413);
  assert.equal(await statusOfUnread(`/inbound/${email}`, { ...length(51 * MEGABYTE), Authorization: basic }), 413);
  const chunk = `${(MEGABYTE + 1).toString(16)}\r\n${'x'.repeat(MEGABYTE + 1)}\r\n`;
  assert.equal(await statusOfUnread(`/inbound/${whatsapp}`, { 'Transfer-Encoding': 'chunked', ...signed }, chunk), 413);
});

test('POST /inbound/:channelId: a body that breaks off is no failure of the server', async () => {
  const statuses = await until(async () => {
    const { socket } = await begin(`/inbound/${email}`, { ...length(5_000), Authorization: basic });
    await wait(200); // the server may read the head later than this; then the next one counts
    socket.destroy();
    await wait(200);
    const found = [...(await app.metrics.text()).matchAll(/operation="receiveCallback",status="(\d+)"/g)];
    return found.some(([, status]) => /^(400|5..)$/.test(status ?? '')) && found.map(([, status]) => status);
  });
  assert.ok(statuses.includes('400') && !statuses.includes('500') && !statuses.includes('503'), statuses.join());
});

test('POST: an unknown path, a missing token and a missing scope are answered before the body is read', async () => {
  const narrow = await tenant.tokenWith(['chats.read']);
  assert.equal(await statusOfUnread('/nothing', length(900_000)), 404);
  assert.equal(await statusOfUnread('/v3/nothing', length(900_000)), 401);
  assert.equal(await statusOfUnread('/v3/nothing', { ...length(900_000), Authorization: `Bearer ${tenant.token}` }), 404);
  assert.equal(await statusOfUnread('/v3/labels', length(900_000)), 401);
  assert.equal(await statusOfUnread('/v3/labels', { ...length(900_000), Authorization: `Bearer ${narrow}` }), 403);
});

test('POST 503: large bodies beyond the memory for them wait, small ones and those of other tenants pass', async () => {
  const large = { ...length(20 * MEGABYTE), Authorization: basic };
  const begun = await Promise.all(Array.from({ length: 6 }, () => begin(`/inbound/${email}`, large)));
  const answered = () => begun.filter(({ received }) => received() !== '');
  await until(() => answered().length >= 4, 'the refusal of four bodies');
  await wait(500);
  const refused = answered();
  assert.equal(refused.length, 4, 'the tenant has half of 112 MB');
  assert.equal(await refused[0]?.status(), 503);
  assert.match(refused[0]?.received() ?? '', /\r\nretry-after: 5\r\n/i);
  assert.match(await app.metrics.text(), /patchbay_request_bodies_refused_total 4/);
  assert.equal((await post('/v3/labels', { name: 'small' })).status, 201);
  const others = await createChannel('email', mail, otherTenant.token);
  const other = await begin(`/inbound/${others}`, large);
  assert.equal(await other.status(500), undefined, 'it is read');
  for (const { socket } of [...begun, other]) socket.destroy();
  await until(async () => /patchbay_request_body_bytes 0\b/.test(await app.metrics.text()), 'the return of all memory');
});

test('broken HTTP and headers that are too large are answered, and the socket is destroyed', async () => {
  const broken = await begin('/livez\r\nthis is not a header', {});
  assert.equal(await broken.status(), 400);
  const overflowing = await begin('/livez', { 'X-Large': 'x'.repeat(60_000) }, '');
  assert.equal(await overflowing.status(), 431);
  for (const { socket } of [broken, overflowing])
    assert.ok(
      socket.readableEnded ||
        (await Promise.race([new Promise((resolve) => socket.once('close', () => resolve(true))), wait(60_000, false)])),
    );
});

test('the server closes connections on which nothing moves', () => {
  assert.equal(app.server.server.timeout, 120_000);
  assert.equal(app.server.server.headersTimeout, 30_000);
  assert.ok(app.server.server.keepAliveTimeout > 0 && app.server.server.keepAliveTimeout <= 120_000);
});
