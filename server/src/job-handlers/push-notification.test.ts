import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { jwtVerify } from 'jose';
import sql from 'sql-template-tag';
import { saveSubscription } from '../domain/push/index.ts';
import { rows } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';
import { createPerson } from '../test-kit/user.ts';
import { contactOf, verdictOf } from './push-notification.ts';

type Received = { headers: IncomingMessage['headers']; body: Buffer; path: string };

/** A push service: answers with the status that a test chose for a path. */
const received: Received[] = [];
const statuses = new Map<string, number[]>();
const service = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const path = request.url ?? '';
    received.push({ headers: request.headers, body: Buffer.concat(chunks), path });
    const planned = statuses.get(path) ?? [];
    response.writeHead((planned.length > 1 ? planned.shift() : planned[0]) ?? 201).end();
  });
}).listen(0, '127.0.0.1');
after(() => {
  service.close();
  service.closeAllConnections();
});
const origin = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
const pushesTo = (path: string) => received.filter((one) => one.path === path);

let counter = 0;

/** A browser with its keys. */
function createBrowser(path = `/push/${++counter}`) {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') };
  return { path, subscription: { endpoint: origin() + path, keys }, read: (body: Buffer) => decrypt(body, ecdh, auth) };
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** Decrypts a push as a browser does (RFC 8291, RFC 8188), with code of its own: a second opinion on the library. */
function decrypt(body: Buffer, ecdh: ECDH, auth: Buffer): unknown {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const serverKey = body.subarray(21, 21 + keyLength);
  const shared = ecdh.computeSecret(serverKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), serverKey]);
  const secret = derive(shared, auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const sealed = body.subarray(21 + keyLength);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
}

/** Verifies the signature of the installation (RFC 8292) with the public key that browsers are given. */
async function verifyVapid(authorization: string, publicKey: string): Promise<Record<string, unknown>> {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  assert.equal(key, publicKey);
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  return (await jwtVerify(token, createPublicKey({ key: jwk, format: 'jwk' }), { algorithms: ['ES256'] })).payload;
}

test('a mention reaches the browser of its user: encrypted for that browser, signed by the installation', async () => {
  const here = await given();
  const [ada, grace] = [await createPerson(here), await createPerson(here)];
  const browser = createBrowser();
  const saved = await grace.post('/v3/push_subscriptions', { ...browser.subscription, expirationTime: null, name: 'Firefox' });
  assert.equal(saved.status, 201, saved.text);
  assert.deepEqual([saved.body.data.endpoint, saved.body.data.name], [browser.subscription.endpoint, 'Firefox']);
  assert.ok(!saved.text.includes(browser.subscription.keys.auth), 'keys are not returned');
  const { id: chatId } = await here.tenant.chat();
  const note = (await ada.post(`/v3/chats/${chatId}/notes`, { text: 'Nobody may read this', mentions: [grace.id] })).body.data;
  const [notification] = (await grace.post('/v3/notifications/search', {})).body.data;
  const push = await until(() => pushesTo(browser.path)[0]);
  assert.deepEqual(browser.read(push.body), {
    type: 'mention',
    notificationId: notification.id,
    chatId,
    noteId: note.id,
    actorName: ada.name,
    createdAt: notification.createdAt,
  });
  const { publicKey } = (await grace.get('/v3/push_subscriptions/key')).body.data;
  const claims = await verifyVapid(String(push.headers.authorization), publicKey);
  assert.deepEqual([claims.aud, claims.sub], [origin(), contactOf({ PUBLIC_URL: here.baseUrl })]);
  assert.deepEqual([push.headers['content-encoding'], push.headers.urgency], ['aes128gcm', 'high']);
  assert.ok(Number(push.headers.ttl) > 0);
  const stranger = createBrowser();
  assert.throws(() => stranger.read(push.body), 'another browser cannot read it');
  const [stored] = await rows<{ row: string }>(
    here.tenant.ctx,
    sql`select to_jsonb(p)::text as row from push_subscriptions p where tenant_id = ${here.tenant.id}`,
  );
  assert.ok(stored && !stored.row.includes(browser.subscription.keys.auth), 'the secret is sealed');
});

test('a browser that the push service no longer knows (404, 410) is forgotten; 503 is repeated; 403 is not', async () => {
  const here = await given();
  const ada = await createPerson(here);
  const [gone, busy, refusing] = [createBrowser(), createBrowser(), createBrowser()];
  statuses.set(gone.path, [410]);
  statuses.set(busy.path, [503, 201]);
  statuses.set(refusing.path, [403]);
  for (const { subscription } of [gone, busy, refusing]) await ada.post('/v3/push_subscriptions', subscription);
  const { id: chatId } = await here.tenant.chat();
  await here.post(`/v3/chats/${chatId}/assign`, { userId: ada.id });
  const left = async () =>
    (await ada.post('/v3/push_subscriptions/search', {})).body.data.map(({ endpoint }: { endpoint: string }) => endpoint);
  await until(async () => !(await left()).includes(gone.subscription.endpoint));
  await until(() => pushesTo(busy.path).length === 2);
  assert.deepEqual(busy.read(pushesTo(busy.path)[1]?.body as Buffer), busy.read(pushesTo(busy.path)[0]?.body as Buffer));
  await until(async () => (await jobsOf(here.tenant.ctx)) === 0);
  assert.equal(pushesTo(refusing.path).length, 1);
  assert.deepEqual((await left()).toSorted(), [busy, refusing].map(({ subscription }) => subscription.endpoint).toSorted());
});

const jobsOf = async (ctx: Parameters<typeof rows>[0]): Promise<number> => {
  const counted = sql`select count(*)::int as n from jobs where tenant_id = ${ctx.tenantId} and name = 'push_notification'`;
  return (await rows<{ n: number }>(ctx, counted))[0]?.n ?? 0;
};

test('POST /v3/push_subscriptions/:id/test: sends a test to the own browser only; an endpoint belongs to who saved it last', async () => {
  const here = await given();
  const [ada, grace] = [await createPerson(here), await createPerson(here)];
  const browser = createBrowser();
  const { id } = (await ada.post('/v3/push_subscriptions', browser.subscription)).body.data;
  assert.equal((await grace.post(`/v3/push_subscriptions/${id}/test`)).body.error.messageKey, 'push_subscription_not_found');
  assert.equal((await ada.post(`/v3/push_subscriptions/${id}/test`)).status, 200);
  const push = await until(() => pushesTo(browser.path)[0]);
  assert.deepEqual(browser.read(push.body), { type: 'test' });
  const taken = (await grace.post('/v3/push_subscriptions', browser.subscription)).body.data;
  assert.equal(taken.id, id);
  assert.deepEqual((await ada.post('/v3/push_subscriptions/search', {})).body.data, []);
  assert.deepEqual((await ada.del(`/v3/push_subscriptions/${id}`)).body.data.notFoundIds, [id]);
  assert.deepEqual((await grace.del(`/v3/push_subscriptions/${id}`)).body.data.deletedIds, [id]);
});

test('POST /v3/push_subscriptions: at most 10 per user, the oldest makes room; wrong keys and addresses are refused', async () => {
  const here = await given({ WEBHOOK_ALLOW_PRIVATE: 'false' });
  const ada = await createPerson(here);
  const at = (path: string, fields: object = {}) => ({
    ...createBrowser().subscription,
    endpoint: `https://push.example.com/${path}`,
    ...fields,
  });
  for (let i = 0; i < 12; i++) assert.equal((await ada.post('/v3/push_subscriptions', at(`${i}`))).status, 201);
  const { data, pagination } = (await ada.post('/v3/push_subscriptions/search', { pagination: { limit: 100 } })).body;
  assert.equal(pagination.total, 10);
  assert.ok(!data.some(({ endpoint }: { endpoint: string }) => /\/(0|1)$/.test(endpoint)));
  const refused = async (body: object) => Object.keys((await ada.post('/v3/push_subscriptions', body)).body.error.invalidParams);
  for (const endpoint of [
    'http://push.example.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/',
    'https://push.internal/',
    'ftp://a.example',
  ])
    assert.deepEqual(await refused(at('x', { endpoint })), ['endpoint'], endpoint);
  const { keys } = at('x');
  assert.deepEqual(await refused(at('x', { keys: { ...keys, auth: 'c2hvcnQ' } })), ['keys.auth']);
  assert.deepEqual(await refused(at('x', { keys: { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } })), [
    'keys.p256dh',
  ]);
  assert.equal((await here.post('/v3/push_subscriptions', at('x'))).body.error.messageKey, 'user_required');
});

test('a push to an address that is private when it is sent reaches nobody and is not repeated', async () => {
  const here = await given({ WEBHOOK_ALLOW_PRIVATE: 'false' });
  const ada = await createPerson(here);
  const { path, subscription } = createBrowser();
  const { ctx } = here.tenant;
  const { id } = await saveSubscription(ctx, here.app.secrets, ada.id, { ...subscription, name: null });
  assert.equal((await ada.post(`/v3/push_subscriptions/${id}/test`)).status, 200);
  await until(async () => (await jobsOf(ctx)) === 0);
  assert.deepEqual(pushesTo(path), []);
});

test('the answer of a push service decides what happens to the push', () => {
  const failed = (error: 'blocked_address' | 'timeout') => verdictOf({ kind: 'failed', error, message: '', durationMs: 1 });
  assert.deepEqual([failed('blocked_address'), failed('timeout')], ['refused', 'retry']);
  const answered = (status: number) =>
    verdictOf({ kind: 'answered', status, body: '', bodyTruncated: false, retryAfter: null, durationMs: 1 });
  assert.deepEqual([200, 201, 204].map(answered), ['sent', 'sent', 'sent']);
  assert.deepEqual([404, 410].map(answered), ['gone', 'gone']);
  assert.deepEqual([429, 500, 503].map(answered), ['retry', 'retry', 'retry']);
  assert.deepEqual([301, 400, 403, 413].map(answered), ['refused', 'refused', 'refused', 'refused']);
});
