import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import type { Outgoing, OutgoingContent, OutgoingMedia } from '../../domain/messages/index.ts';
import { createProviderHttp } from '../../platform/provider-http.ts';
import { fetchMedia, isTwilios } from './fetch-media.ts';
import { lookUp, matches } from './look-up.ts';
import { formOf, partsOf, send } from './send.ts';
import { type SmsSettings, smsSettings } from './settings.ts';

const settings = smsSettings.parse({ accountSid: 'AC1', authToken: 'secret', from: '+15557654321' });
const media: OutgoingMedia = {
  url: 'https://files.example.com/1.png',
  mimeType: 'image/png',
  fileName: '1.png',
  open: () => Promise.reject(new Error('Twilio fetches it itself')),
};
const text = (body: string, attachments: OutgoingMedia[] = []): OutgoingContent => ({
  type: 'text',
  text: body,
  subject: null,
  html: null,
  attachments,
});
const message = (content: OutgoingContent = text('Hello')): Outgoing => ({
  messageId: '0190a000-0000-7000-8000-000000000001',
  attemptId: 'attempt-1',
  to: { type: 'phone_number', value: '+14155550123' },
  content,
  replyTo: null,
  isAutomatic: false,
});
const callbackUrl = 'https://example.com/in/1?messageId=0190';

/** The form that is posted for a content. */
function posted(content: OutgoingContent, changes: Partial<SmsSettings> = {}): Record<string, string[]> {
  const parts = partsOf(content);
  assert.ok('body' in parts);
  const form = formOf({ ...settings, ...changes }, message(content), parts, callbackUrl);
  return Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)]));
}

test('a text, its attachments, and where to report', () => {
  assert.deepEqual(posted(text('Hello', [media, { ...media, url: 'https://files.example.com/2.png' }])), {
    To: ['+14155550123'],
    From: ['+15557654321'],
    StatusCallback: [`${callbackUrl}#rc=3&rp=all`],
    Body: ['Hello'],
    MediaUrl: ['https://files.example.com/1.png', 'https://files.example.com/2.png'],
  });
});

test('media has its caption as body, and none when it has none', () => {
  const image = { type: 'image' as const, media, caption: 'Look', subject: null };
  assert.deepEqual([posted(image).Body, posted(image).MediaUrl], [['Look'], [media.url]]);
  assert.equal(posted({ ...image, caption: null }).Body, undefined);
});

test('a messaging service sends instead of a number', () => {
  const form = posted(text('x'), { from: undefined, messagingServiceSid: 'MG1' });
  assert.deepEqual([form.From, form.MessagingServiceSid], [undefined, ['MG1']]);
});

test('locations, choices and templates become text', () => {
  const location = {
    type: 'location' as const,
    latitude: 48.2104,
    longitude: 16.3655,
    name: 'Café Central',
    address: 'Herrengasse 14',
  };
  assert.deepEqual(posted(location).Body, ['Café Central, Herrengasse 14 (48.2104, 16.3655)']);
  assert.deepEqual(posted({ ...location, name: null, address: null }).Body, ['48.2104, 16.3655']);
  const buttons = { buttons: ['Yes', 'No'].map((title) => ({ id: title, title })) };
  const ask = {
    type: 'interactive' as const,
    text: 'Shall we?',
    header: 'A question',
    footer: 'Reply with a number',
    choice: buttons,
  };
  assert.deepEqual(posted(ask).Body, ['A question\n\nShall we?\n\n1. Yes\n2. No\n\nReply with a number']);
  const row = (title: string, description?: string) => ({ id: title, title, description });
  const sections = [{ title: 'Today', rows: [row('9:00', 'only one left')] }, { rows: [row('10:00')] }];
  const list = { ...ask, header: null, footer: null, choice: { list: { button: 'Times', sections } } };
  assert.deepEqual(posted(list).Body, ['Shall we?\n\nToday\n1. 9:00 (only one left)\n\n2. 10:00']);
  const components = { format: 'named' as const, header: { media, kind: 'image' as const }, body: [], buttons: [] };
  const rendered = { text: 'Your order is here', subject: null };
  const template = posted({ type: 'template', name: 'order', language: 'en', components, rendered });
  assert.deepEqual([template.Body, template.MediaUrl], [['Your order is here'], [media.url]]);
});

test('a reaction cannot be sent, and says so without calling anybody', async (t) => {
  const { deps, seen } = await twilio(t, (_, reply) => reply.end());
  const outcome = await send(deps, settings, message({ type: 'reaction', toVendorId: 'SM1', emoji: '👍' }));
  assert.equal(outcome.kind === 'refused' && outcome.next, 'fail');
  assert.equal(seen.length, 0);
});

test('what goes over the wire: path, login, form and the key for gateways', async (t) => {
  const { deps, baseUrl, seen } = await twilio(t, (_, reply) => reply.writeHead(201).end('{"sid":"SM1"}'));
  const outcome = await send(deps, { ...settings, baseUrl: `${baseUrl}/` }, message());
  assert.deepEqual(outcome, { kind: 'accepted', vendorId: 'SM1' });
  const [request] = seen;
  assert.equal(request?.url, '/2010-04-01/Accounts/AC1/Messages.json');
  assert.equal(request?.headers.authorization, `Basic ${Buffer.from('AC1:secret').toString('base64')}`);
  assert.equal(request?.headers['idempotency-key'], 'attempt-1');
  assert.equal(new URLSearchParams(request?.body).get('Body'), 'Hello');
});

test('a server that cannot be reached: retry. One that closes the connection without a response: unknown', async (t) => {
  const dying = await twilio(t, (request) => request.socket.destroy());
  assert.equal((await send(dying.deps, { ...settings, baseUrl: dying.baseUrl }, message())).kind, 'unknown');
  const outcome = await send(dying.deps, { ...settings, baseUrl: 'http://127.0.0.1:9' }, message());
  assert.equal(outcome.kind === 'refused' && outcome.next, 'retry');
});

const since = new Date('2026-11-15T12:00:00.900Z');
const row = (changes: object) => ({
  sid: 'SM1',
  direction: 'outbound-api',
  body: 'Hello',
  num_media: '0',
  date_created: 'Sun, 15 Nov 2026 12:00:00 +0000',
  ...changes,
});

test('a lost send is recognised by words, pictures, direction and time', () => {
  const parts = { body: 'Hello', mediaUrls: [] };
  const found = (changes: object) => matches({ messages: [row(changes)] }, settings, parts, since).length;
  assert.equal(found({}), 1);
  assert.equal(found({ body: 'Hello!' }), 0);
  assert.equal(found({ num_media: '1' }), 0);
  assert.equal(found({ direction: 'inbound' }), 0);
  assert.equal(found({ date_created: 'Sun, 15 Nov 2026 11:59:50 +0000' }), 0, 'the same words, sent before');
  assert.equal(found({ date_created: 'yesterday' }), 0);
  const service = { ...settings, messagingServiceSid: 'MG1' };
  assert.equal(matches({ messages: [row({ messaging_service_sid: 'MG2' })] }, service, parts, since).length, 0);
  for (const page of [{}, { messages: null }, { messages: [null, 7, 'x'] }])
    assert.deepEqual(matches(page, settings, parts, since), []);
});

test('looking up: one match is an answer; none, two, a further page or no answer are not', async (t) => {
  let page: object | null = null;
  const { deps, baseUrl, seen } = await twilio(t, (_, reply) =>
    page ? reply.end(JSON.stringify(page)) : reply.writeHead(500).end(),
  );
  const ask = (next: object | null) => {
    page = next;
    return lookUp(deps, { ...settings, baseUrl }, message(), since);
  };
  assert.deepEqual(await ask({ messages: [row({})] }), { kind: 'accepted', vendorId: 'SM1' });
  assert.equal(await ask({ messages: [] }), undefined);
  assert.equal(await ask({ messages: [row({}), row({ sid: 'SM2' })] }), undefined);
  assert.equal(await ask({ messages: [row({})], next_page_uri: '/more' }), undefined);
  assert.equal(await ask(null), undefined);
  const query = new URL(seen[0]?.url ?? '', baseUrl).searchParams;
  assert.deepEqual([query.get('To'), query.get('From'), query.get('DateSent>')], ['+14155550123', '+15557654321', '2026-11-15']);
});

test('media: with the password, once more without, and over a redirect that never sees it', async (t) => {
  const { deps, baseUrl, seen } = await twilio(t, (request, reply) => {
    if (request.url === '/open' && request.headers.authorization) return reply.writeHead(401).end();
    if (request.url === '/away') return reply.writeHead(307, { location: '/store' }).end();
    if (request.url === '/busy') return reply.writeHead(503).end();
    if (request.url === '/gone') return reply.writeHead(410).end();
    return reply.writeHead(200, { 'content-type': 'image/jpeg' }).end('bytes');
  });
  const fetched = async (path: string) => {
    const answer = await fetchMedia(deps, { ...settings, baseUrl }, { url: baseUrl + path });
    return answer.kind === 'bytes' ? `${answer.mimeType} ${await buffer(answer.stream)}` : answer.next;
  };
  for (const path of ['/file', '/open', '/away']) assert.equal(await fetched(path), 'image/jpeg bytes', path);
  assert.equal(await fetched('/busy'), 'retry');
  assert.equal(await fetched('/gone'), 'fail');
  const calls = seen.slice(0, 5).map(({ url, headers }) => `${url} ${headers.authorization ? 'with' : 'without'}`);
  assert.deepEqual(calls, ['/file with', '/open with', '/open without', '/away with', '/store without']);
});

test('the password is only said to Twilio', () => {
  const base = 'https://api.twilio.com';
  assert.ok(isTwilios('https://api.twilio.com/x', base) && isTwilios('https://media.twilio.com/x', base));
  for (const url of ['http://api.twilio.com/x', 'https://twilio.com.evil.example/', 'https://eviltwilio.com/', 'nonsense']) {
    assert.equal(isTwilios(url, base), false, url);
  }
});

test('settings: a sender is needed, unknown keys are refused, the base URL is Twilio unless set', () => {
  const base = { accountSid: 'AC1', authToken: 'secret' };
  assert.equal(smsSettings.parse({ ...base, messagingServiceSid: 'MG1' }).baseUrl, 'https://api.twilio.com');
  for (const bad of [base, { ...base, from: '5551234567x' }, { ...base, from: '+15557654321', form: 'x' }]) {
    assert.equal(smsSettings.safeParse(bad).success, false, JSON.stringify(bad));
  }
  for (const bad of ['ftp://x', 'AC1/../AC2']) {
    assert.equal(smsSettings.safeParse({ ...base, from: '+15557654321', baseUrl: bad }).success, false);
  }
  assert.equal(smsSettings.safeParse({ ...base, from: '+15557654321', accountSid: 'AC1/../x' }).success, false);
});

async function twilio(t: TestContext, answer: RequestListener) {
  const seen: { url: string | undefined; headers: Record<string, string | string[] | undefined>; body: string }[] = [];
  const server = createServer((request, reply) => {
    void buffer(request).then((body) => {
      seen.push({ url: request.url, headers: request.headers, body: String(body) });
      answer(request, reply);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const http = createProviderHttp({ allowPrivate: true });
  t.after(async () => {
    await http.close();
    server.closeAllConnections();
    server.close();
  });
  const deps = { http, clock: { now: () => since }, mode: 'live' as const, callbackUrl };
  return { deps, seen, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
