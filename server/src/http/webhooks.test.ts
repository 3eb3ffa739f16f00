import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import sql from 'sql-template-tag';
import { Webhook } from 'standardwebhooks';
import { rows } from '../storage/context.ts';
import { givenApart } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';

const given = givenApart();

type Received = { headers: IncomingHttpHeaders; body: string; path: string };
const received: Received[] = [];
const underWay = new Map<string, number>();
let mostOrdered = 0;
const receiver = createServer((request, response) => {
  let body = '';
  const path = String(request.url);
  underWay.set(path, (underWay.get(path) ?? 0) + 1);
  mostOrdered = Math.max(mostOrdered, underWay.get('/ordered') ?? 0);
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    received.push({ headers: request.headers, body, path });
    setTimeout(() => {
      underWay.set(path, (underWay.get(path) ?? 0) - 1);
      response.end('ok');
    }, 5);
  });
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
after(() => receiver.close());

const urlOf = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${path}`;
const at = (path: string) => received.filter((one) => one.path === `/${path}`);

async function arrived(path: string, count: number): Promise<Received[]> {
  await until(() => at(path).length >= count, `${count} deliveries to ${path}`);
  return at(path);
}

test('a message is delivered in the payloads of both versions, with a signature that the official verifier accepts', async () => {
  const { tenant, post, call } = await given();
  const secret = (await post('/v3/api_webhooks', { url: urlOf('v3'), events: [{ type: 'message.received' }] })).body.data.secret;
  await call('POST', '/v2/api_webhooks', tenant.token, {
    tenantId: tenant.id,
    type: 'WHATSAPP_MESSAGE_RECEIVED',
    url: urlOf('v2'),
  });
  const chat = await tenant.chat();
  await tenant.message(chat.id, { text: 'Hello there' });
  const [v3] = await arrived('v3', 1);
  const [v2] = await arrived('v2', 1);
  const payload = new Webhook(secret).verify(String(v3?.body), v3?.headers as Record<string, string>) as Record<string, unknown>;
  assert.deepEqual(Object.keys(payload), ['id', 'tenantId', 'event', 'createdAt', 'data']);
  assert.equal(v3?.headers['webhook-id'], payload.id);
  const old = JSON.parse(String(v2?.body));
  assert.deepEqual(Object.keys(old), ['id', 'type', 'tenantId', 'channelId', 'timestamp', 'data']);
  assert.equal(old.type, 'WHATSAPP_MESSAGE_RECEIVED');
  assert.equal(old.data.content.body, 'Hello there');
});

test('POST /v3/api_webhooks 400: the scopes of all events together name at most 2,000 ids', async () => {
  const { tenant, post } = await given();
  const { id } = await tenant.channel('sms');
  const event = (count: number) => ({ type: 'chat.created', scopes: [{ type: 'channel', ids: Array(count).fill(id) }] });
  const subscribe = (...events: object[]) => post('/v3/api_webhooks', { url: urlOf('limits'), events });
  assert.equal((await subscribe(event(1_000), event(1_000))).status, 201);
  const refused = await subscribe(event(1_000), event(1_000), event(1));
  assert.deepEqual([refused.status, refused.body.error.invalidParams.events.key], [400, 'too_big']);
});

test('a webhook with channel scopes receives the events of these channels only, whichever version wrote its routes', async () => {
  const { tenant, post } = await given();
  const { ctx } = tenant;
  const [mine, also, other] = [await tenant.chat(), await tenant.chat(), await tenant.chat()];
  const subscribe = async (path: string): Promise<string> => {
    const scopes = [
      { type: 'channel', ids: [mine.channelId, also.channelId] },
      { type: 'channel_type', ids: ['whatsapp', 'sms'] },
    ];
    const made = await post('/v3/api_webhooks', { url: urlOf(path), events: [{ type: 'message.received', scopes }] });
    return made.body.data.id;
  };
  const ids = [await subscribe('now'), await subscribe('before')];
  const routes = await rows(ctx, sql`select 1 from webhook_routes where tenant_id = ${ctx.tenantId} and webhook_id = ${ids[0]}`);
  assert.equal(routes.length, 2);
  // Earlier versions repeated all ids on each row.
  await rows(
    ctx,
    sql`update webhook_routes set channel_ids = ${[mine.channelId, also.channelId]}::uuid[]
        where tenant_id = ${ctx.tenantId} and webhook_id = ${ids[1]}`,
  );
  for (const [chat, text] of [
    [other, 'other'],
    [mine, 'mine'],
    [also, 'also'],
  ] as const)
    await tenant.message(chat.id, { text });
  for (const path of ['now', 'before']) {
    assert.equal((await arrived(path, 2)).length, 2, path);
    assert.ok(!JSON.stringify(at(path)).includes(other.id));
  }
});

test('an ordered endpoint receives the events of a chat in order, one at a time', async () => {
  const { tenant, post } = await given();
  await post('/v3/api_webhooks', { url: urlOf('ordered'), events: [{ type: 'message.received' }], isOrdered: true });
  const chat = await tenant.chat();
  for (let n = 0; n < 25; n++) await tenant.message(chat.id, { text: String(n) });
  const bodies = (await arrived('ordered', 25)).map((one) => JSON.parse(one.body).data.content.body);
  assert.deepEqual(
    bodies,
    Array.from({ length: 25 }, (_, n) => String(n)),
  );
  assert.equal(mostOrdered, 1);
});

test('the text of a sensitive chat is in no event', async () => {
  const { tenant, post, put } = await given();
  const chat = await tenant.chat();
  await put(`/v3/chats/${chat.id}`, { isSensitive: true });
  await tenant.message(chat.id, { text: 'my diagnosis' });
  const found = await post('/v3/events/search', { query: 'eq(event,"message.received")' });
  assert.equal(found.body.data.length, 1);
  assert.ok(!found.text.includes('my diagnosis'));
});

test('an inbound message reopens a chat; a snoozed chat reopens at its time', async () => {
  const { tenant, post, clock } = await given({});
  const chat = await tenant.chat();
  await post(`/v3/chats/${chat.id}/status`, { status: 'closed' });
  await tenant.message(chat.id);
  await post(`/v3/chats/${chat.id}/status`, {
    status: 'snoozed',
    snoozedUntil: new Date(clock.now().getTime() + 3_600_000).toISOString(),
  });
  clock.advance(3_600_000);
  const changes = async () =>
    (await post('/v3/events/search', { query: 'eq(event,"chat.status_changed")', sortBy: 'asc(id)' })).body.data;
  await until(async () => (await changes()).length >= 4);
  const seen = (await changes()).map(
    ({ data }: { data: { previousStatus: string; status: string } }) => `${data.previousStatus} to ${data.status}`,
  );
  assert.deepEqual(seen, ['open to closed', 'closed to open', 'open to snoozed', 'snoozed to open']);
});
