import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ACCOUNT_SID, AUTH_TOKEN, basic, callUrl, given, NUMBER } from '../test-kit/given.ts';
import { startReceiver, twilioSignatureIsRight } from '../test-kit/receiver.ts';
import { segmentsOf } from './segments.ts';

const TO = '+16505551234';
const MESSAGES = `/twilio/2010-04-01/Accounts/${ACCOUNT_SID}/Messages`;
const formsIn = (received: { body: string }[]) => received.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));

test('POST Messages.json 201: statuses go, signed, to the address the send named, query included', async () => {
  const { sms, sendSms, flush, receiver, control } = await given();
  await sms();
  const reply = await sendSms({ To: TO, Body: 'Hello', StatusCallback: `${receiver.url}/status?messageId=m-1&x=%20y` });
  assert.equal(reply.status, 201);
  assert.match(reply.body.sid, /^SM[0-9a-f]{32}$/);
  assert.deepEqual([reply.body.status, reply.body.to, reply.body.error_code], ['queued', TO, null]);
  await flush('sms');
  assert.ok(receiver.received.every((one) => twilioSignatureIsRight(one, receiver.url, AUTH_TOKEN)));
  assert.ok(receiver.received.every(({ headers }) => headers['i-twilio-idempotency-token']));
  assert.deepEqual(
    formsIn(receiver.received).map(({ MessageSid, MessageStatus, To }) => [MessageSid, MessageStatus, To]),
    [
      [reply.body.sid, 'sent', TO],
      [reply.body.sid, 'delivered', TO],
    ],
  );
  assert.equal((await control('GET', '/accounts/sms/sent?to=16505551234')).body.sends[0].ownId, 'm-1');
});

test('POST Messages.json: faults have the codes of Twilio', async () => {
  const { sms, sendSms, call } = await given();
  await sms();
  const tries: [Record<string, string>, number, number][] = [
    [{ Body: 'x' }, 21604, 400],
    [{ To: '12', Body: 'x' }, 21211, 400],
    [{ To: NUMBER, Body: 'x' }, 21266, 400],
    [{ To: TO }, 21602, 400],
    [{ To: TO, Body: 'x'.repeat(1601) }, 21617, 400],
    [{ To: TO, From: '+15559998888', Body: 'x' }, 21606, 400],
  ];
  for (const [form, code, status] of tries) {
    const { body } = await sendSms(form);
    assert.deepEqual(
      [body.code, body.status, body.more_info],
      [code, status, `https://www.twilio.com/docs/errors/${code}`],
      JSON.stringify(form).slice(0, 100),
    );
  }
  const stranger = await call('POST', `${MESSAGES}.json`, new URLSearchParams({ To: TO, From: NUMBER, Body: 'x' }));
  assert.deepEqual([stranger.status, stranger.body.code], [401, 20003]);
});

test('people text in, signed over the exact address; their media needs the login', async () => {
  const { sms, phone, flush, receiver } = await given();
  await sms({ callbackUrl: `${receiver.url}/in?tenant=1` });
  const plain = await phone('sms', { from: TO, text: 'Héllo & more' });
  await phone('sms', {
    from: TO,
    text: 'look',
    media: { bytesBase64: Buffer.from('pic').toString('base64'), mimeType: 'image/png' },
  });
  await flush('sms');
  assert.ok(receiver.received.every((one) => twilioSignatureIsRight(one, receiver.url, AUTH_TOKEN)));
  const [first, second] = formsIn(receiver.received);
  assert.deepEqual(
    [first?.MessageSid, first?.From, first?.To, first?.Body, first?.NumMedia],
    [plain, TO, NUMBER, 'Héllo & more', '0'],
  );
  assert.deepEqual([second?.NumMedia, second?.MediaContentType0], ['1', 'image/png']);
  assert.equal((await callUrl(String(second?.MediaUrl0), 'GET')).status, 401);
  assert.equal((await callUrl(String(second?.MediaUrl0), 'GET', undefined, basic)).body, 'pic');
});

test('STOP is delivered and makes later sends fail with 21610, until START', async () => {
  const { sms, phone, sendSms, flush, receiver } = await given();
  await sms();
  await phone('sms', { from: TO, text: ' stop ' });
  assert.equal((await sendSms({ To: TO, Body: 'Hello' })).body.code, 21610);
  await phone('sms', { from: TO, text: 'START' });
  assert.equal((await sendSms({ To: TO, Body: 'Hello' })).status, 201);
  await flush('sms');
  assert.deepEqual(
    formsIn(receiver.received).map(({ Body }) => Body),
    [' stop ', 'START'],
  );
});

test('GET Messages.json 200: filters by To, From and DateSent, newest first, in pages', async () => {
  const { sms, phone, sendSms, call, flush, control } = await given();
  await sms();
  for (const Body of ['one', 'two', 'three']) await sendSms({ To: TO, Body });
  await sendSms({ To: '+16505550000', Body: 'other' });
  await phone('sms', { from: TO, text: 'back' });
  await flush('sms');
  const list = async (query: string) => (await call('GET', `${MESSAGES}.json?${query}`, undefined, basic)).body;
  const to = encodeURIComponent(TO);
  const first = await list(`To=${to}&PageSize=2`);
  assert.deepEqual(
    first.messages.map((one: { body: string }) => one.body),
    ['three', 'two'],
  );
  const second = (await call('GET', `/twilio${first.next_page_uri}`, undefined, basic)).body;
  assert.deepEqual([second.messages.length, second.messages[0].body, second.next_page_uri], [1, 'one', null]);
  assert.equal((await list(`From=${to}`)).messages[0].direction, 'inbound');
  const today = new Date().toISOString().slice(0, 10);
  assert.equal((await list(`To=${to}&DateSent%3E=${today}`)).messages.length, 3);
  assert.equal((await list(`To=${to}&DateSent%3E=2099-01-01`)).messages.length, 0);
  await control('POST', '/clock', { advanceSeconds: 3600 });
  await sendSms({ To: TO, Body: 'late' });
  const soon = encodeURIComponent(new Date(Date.now() + 1_800_000).toISOString());
  assert.deepEqual(
    (await list(`To=${to}&From=${encodeURIComponent(NUMBER)}&DateSent%3E=${soon}`)).messages.map(
      (one: { body: string }) => one.body,
    ),
    ['late'],
  );
});

test('Messages/{sid}.json is read, redacted, deleted; a scheduled one is sent at its time or canceled', async () => {
  const { sms, sendSms, call, control, flush } = await given();
  await sms();
  const { sid } = (await sendSms({ To: TO, Body: 'secret' })).body;
  await flush('sms');
  assert.equal((await call('GET', `${MESSAGES}/${sid}.json`, undefined, basic)).body.status, 'delivered');
  assert.equal((await call('POST', `${MESSAGES}/${sid}.json`, new URLSearchParams({ Body: '' }), basic)).body.body, '');
  assert.equal((await call('DELETE', `${MESSAGES}/${sid}.json`, undefined, basic)).status, 204);
  assert.equal((await call('GET', `${MESSAGES}/${sid}.json`, undefined, basic)).body.code, 20404);
  const later = { To: TO, Body: 'later', ScheduleType: 'fixed', SendAt: new Date(Date.now() + 3_600_000).toISOString() };
  const kept = (await sendSms(later)).body;
  const stopped = (await sendSms(later)).body;
  assert.equal(kept.status, 'scheduled');
  const canceled = new URLSearchParams({ Status: 'canceled' });
  assert.equal((await call('POST', `${MESSAGES}/${stopped.sid}.json`, canceled, basic)).body.status, 'canceled');
  await control('POST', '/clock', { advanceSeconds: 3700 });
  await flush('sms');
  assert.equal((await call('GET', `${MESSAGES}/${kept.sid}.json`, undefined, basic)).body.status, 'delivered');
  assert.equal((await call('GET', `${MESSAGES}/${stopped.sid}.json`, undefined, basic)).body.status, 'canceled');
});

test('a callback that fails is not repeated unless the address asks for it, and repeats carry the same token', async () => {
  const { sms, phone, flush, receiver } = await given();
  receiver.answer = (_one, number) => (number <= 2 ? 500 : 200);
  await sms();
  await phone('sms', { from: TO, text: 'once' });
  await flush('sms');
  assert.equal(receiver.received.length, 1);
  receiver.received.length = 0;
  await sms({ callbackUrl: `${receiver.url}/in#rc=2` });
  await phone('sms', { from: TO, text: 'once: an answer with an error is no failed connection' });
  await flush('sms');
  assert.equal(receiver.received.length, 1);
  await sms({ callbackUrl: `${receiver.url}/in#rc=2&rp=all` });
  await phone('sms', { from: TO, text: 'twice' });
  await flush('sms');
  assert.equal(receiver.received.length, 3);
  const [, second, third] = receiver.received;
  assert.equal(second?.headers['i-twilio-idempotency-token'], third?.headers['i-twilio-idempotency-token']);
  assert.ok(third && twilioSignatureIsRight(third, receiver.url, AUTH_TOKEN));
});

test('texts are counted in segments', () => {
  assert.deepEqual([segmentsOf('a'.repeat(160)), segmentsOf('a'.repeat(161)), segmentsOf(`${'a'.repeat(159)}€`)], [1, 2, 2]);
  assert.deepEqual([segmentsOf('я'.repeat(70)), segmentsOf('я'.repeat(71))], [1, 2]);
});

test('callbacks go to another origin when it is set, signed over the URL they were meant for', async () => {
  const receiver = await startReceiver();
  const { sms, phone, flush } = await given({ callbackOrigin: `${receiver.url}/ignored` });
  after(receiver.stop);
  await sms({ callbackUrl: 'https://api.example.com/inbound/1?tenant=1' });
  await phone('sms', { from: TO, text: 'Hi' });
  await flush('sms');
  const [callback] = receiver.received;
  assert.equal(callback?.path, '/inbound/1?tenant=1');
  assert.ok(twilioSignatureIsRight(callback, 'https://api.example.com', AUTH_TOKEN));
});
