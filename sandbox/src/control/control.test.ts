import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kinds } from '../channels.ts';
import { given, itemsIn, PERSON, text } from '../test-kit/given.ts';

test('PUT accounts 400: an error is named with its path', async () => {
  const { control } = await given();
  assert.match((await control('PUT', '/accounts/x', { kind: 'fax' })).body.error, /kind must be one of email/);
  assert.match((await control('PUT', '/accounts/x', { kind: 'sms' })).body.error, /accountSid/);
  const extra = { kind: 'sms', accountSid: 'AC1', authToken: 't', number: '+1', callbackUrl: 'http://x', colour: 'red' };
  assert.match((await control('PUT', '/accounts/x', extra)).body.error, /colour/);
  const missing = await control('GET', '/accounts/nobody/knobs');
  assert.equal(missing.status, 404);
  assert.match(missing.body.error, /nobody/);
});

test('POST verify answers whether the receiver knows the handshake', async () => {
  const { whatsapp, sms, control, receiver } = await given();
  await whatsapp();
  assert.deepEqual((await control('POST', '/accounts/wa/verify')).body, { verified: true, status: 200 });
  receiver.verifyToken = 'another';
  const refused = (await control('POST', '/accounts/wa/verify')).body;
  assert.deepEqual([refused.verified, refused.status], [false, 403]);
  await sms();
  assert.equal((await control('POST', '/accounts/sms/verify')).status, 400);
});

test('PUT knobs merges, null goes back, and what does not fit is refused by name', async () => {
  const { whatsapp, sms, control, knobs } = await given();
  await whatsapp();
  await sms();
  await knobs('wa', { latencyMs: 3, batch: { maxUpdates: 5 } });
  const both = await knobs('wa', { errorRate: 0.5 });
  assert.deepEqual([both.latencyMs, both.errorRate, both.batch], [3, 0.5, { maxUpdates: 5, waitMs: 0 }]);
  assert.equal((await knobs('wa', { latencyMs: null })).latencyMs, 0);
  assert.match((await control('PUT', '/accounts/wa/knobs', { latency: 3 })).body.error, /"latency"/);
  assert.match((await control('PUT', '/accounts/wa/knobs', { errorRate: 2 })).body.error, /errorRate/);
  assert.match((await control('PUT', '/accounts/sms/knobs', { bsuidOnly: true })).body.error, /sms account.*bsuidOnly/);
  const listed = (await control('GET', '/knobs')).body;
  assert.deepEqual(Object.keys(listed), kinds);
  assert.ok(listed.whatsapp.every((knob: { description: string }) => knob.description.length > 10));
});

test('POST emit keeps the order, and packs entries, changes and lists as Meta does', async () => {
  const { whatsapp, control, flush, receiver } = await given();
  await whatsapp();
  const updates = [
    { message: { from: PERSON, text: 'one' } },
    { message: { from: '16505550000', text: 'two' } },
    { status: { vendorId: 'wamid.a', status: 'read' } },
    { status: { vendorId: 'wamid.a', status: 'failed', errorCode: 131047, timestamp: 1_700_000_000 } },
    { preference: { from: PERSON, value: 'stop' } },
    { template: { event: 'APPROVED', message_template_id: 1, message_template_name: 'a', message_template_language: 'en_US' } },
    { echo: { to: PERSON, text: 'from the app' } },
    { raw: { field: 'account_update', value: { event: 'DISABLED_UPDATE' } } },
  ];
  const reply = await control('POST', '/accounts/wa/emit', { updates });
  assert.equal(reply.body.vendorIds.length, updates.length);
  await flush('wa');
  assert.equal(receiver.received.length, 1);
  const { entry } = JSON.parse(String(receiver.received[0]?.body));
  const fields = entry.map((one: { changes: { field: string }[] }) => one.changes.map(({ field }) => field));
  assert.deepEqual(fields, [
    ['messages', 'messages'],
    ['user_preferences'],
    ['message_template_status_update'],
    ['smb_message_echoes'],
    ['account_update'],
  ]);
  assert.equal(entry[0].changes[0].value.contacts.length, 2);
  assert.equal(itemsIn(receiver.received, 'statuses')[1].errors[0].code, 131047);
  assert.equal(itemsIn(receiver.received, 'message_echoes')[0].text.body, 'from the app');
  assert.equal((await control('POST', '/accounts/wa/emit', { updates: [{ nonsense: {} }] })).status, 400);
});

test('GET sent filters, pages and sums up; a duplicate is what was accepted twice', async () => {
  const { whatsapp, knobs, sendWhatsApp, control, summary } = await given();
  await whatsapp();
  await knobs('wa', { enforceWindow: false, errorFor: { '16505550000': 131026 } });
  const send = (to: string, ownId: string, key: string) =>
    sendWhatsApp({ ...text(to), biz_opaque_callback_data: ownId }, { 'idempotency-key': key });
  await send(PERSON, 'a', 'k1');
  await send(PERSON, 'a', 'k1');
  await send(PERSON, 'b', 'k2');
  await send('16505550000', 'c', 'k3');
  const counted = { total: 4, accepted: 3, refused: 1, replayed: 0, forgotten: 0 };
  const { lastCallAt, ...sums } = await summary('wa');
  assert.deepEqual(sums, { ...counted, distinctKeys: 2, duplicateKeys: 1, distinctOwnIds: 2, duplicateOwnIds: 1 });
  assert.ok(Math.abs(Date.parse(lastCallAt) - Date.now()) < 60_000);
  const sent = async (query: string) => (await control('GET', `/accounts/wa/sent?${query}`)).body;
  assert.equal((await sent(`to=%2B${PERSON}`)).total, 3);
  const refused = (await sent('key=k3')).sends[0];
  assert.deepEqual([refused.accepted, refused.errorCode, refused.vendorId], [false, 131026, null]);
  const page = await sent('limit=1&offset=2');
  assert.deepEqual([page.total, page.sends.length, page.sends[0].ownId], [4, 1, 'b']);
});

test('callbacks that are not answered 2xx are tried again with the same bytes, then given up; flush waits for it', async () => {
  const { whatsapp, knobs, phone, flush, receiver, control } = await given();
  receiver.answer = (_one, number) => (number === 1 ? 503 : number === 2 ? false : 200);
  await whatsapp();
  await knobs('wa', { callbackRetries: { tries: 3, baseMs: 5 } });
  await phone('wa', { from: PERSON, text: 'hi' });
  assert.deepEqual((await flush('wa')).body, { idle: true, pending: 0 });
  assert.equal(new Set(receiver.received.map(({ body, headers }) => body + headers['x-hub-signature-256'])).size, 1);
  const counts = (await control('GET', '/accounts/wa/callbacks')).body;
  assert.deepEqual([counts.posted, counts.answered2xx, counts.retried, counts.failed, counts.pending], [3, 1, 2, 0, 0]);
  assert.equal(counts.lastFailures[0].problem, 'answered 503');
  receiver.answer = () => 500;
  await phone('wa', { from: PERSON, text: 'again' });
  await flush('wa');
  const after = (await control('GET', '/accounts/wa/callbacks')).body;
  assert.deepEqual([after.failed, after.lastFailures.at(-1).gaveUp], [1, true]);
});

test('POST flush answers what is still pending when its time is over', async () => {
  const { whatsapp, knobs, sendWhatsApp, control } = await given();
  await whatsapp();
  await knobs('wa', { enforceWindow: false, statusDelayMs: 60_000 });
  await sendWhatsApp(text(PERSON));
  const waiting = (await control('POST', '/accounts/wa/flush?timeoutMs=20')).body;
  assert.deepEqual(waiting, { idle: false, pending: 2 });
  await control('POST', '/clock', { advanceSeconds: 120 });
  assert.equal((await control('POST', '/accounts/wa/flush')).body.idle, true);
});

test('DELETE forgets everything', async () => {
  const { whatsapp, control, sendWhatsApp } = await given();
  await whatsapp();
  await control('POST', '/clock', { advanceSeconds: 86_400 });
  assert.equal((await control('DELETE', '')).status, 204);
  assert.deepEqual((await control('GET', '/accounts')).body, { accounts: [] });
  assert.equal((await sendWhatsApp(text(PERSON))).body.error.code, 100);
  const { now } = (await control('GET', '/clock')).body;
  assert.ok(Math.abs(Date.parse(now) - Date.now()) < 60_000);
});

test('GET people shows what each phone has, and POST close-window ends the 24 hours', async () => {
  const { whatsapp, control, flush, knobs, sendWhatsApp } = await given();
  await whatsapp();
  await knobs('wa', { inboundDelayMs: 150 });
  const { vendorId } = (await control('POST', '/accounts/wa/phone', { from: PERSON, name: 'Ada', text: 'Hello' })).body;
  const held = (await control('GET', `/accounts/wa/people/${PERSON}`)).body;
  assert.deepEqual([held.name, held.lines[0].text, held.lines[0].isHeld], ['Ada', 'Hello', true]);
  await flush('wa');
  await control('POST', '/accounts/wa/phone', { from: PERSON, reaction: { vendorId, emoji: '❤️' } });
  await flush('wa');
  const [line, ...more] = (await control('GET', `/accounts/wa/people/${encodeURIComponent(`+${PERSON}`)}`)).body.lines;
  assert.deepEqual([line.isHeld, line.reaction, more], [false, '❤️', []]);
  assert.equal((await sendWhatsApp(text(PERSON, 'Welcome'))).status, 200);
  await control('POST', `/accounts/wa/people/${PERSON}/close-window`);
  assert.equal((await sendWhatsApp(text(PERSON, 'Too late'))).body.error.code, 131047);
  const { entries } = (await control('GET', '/accounts/wa/wire')).body;
  const sends = entries.filter((entry: { kind: string }) => entry.kind === 'send');
  assert.deepEqual(
    sends.map(({ outcome, errorCode }: { outcome: string; errorCode: number | null }) => [outcome, errorCode]),
    [
      ['accepted', null],
      ['refused', 131047],
    ],
  );
  assert.equal((await control('GET', '/accounts/wa/people')).body.people[0].address, PERSON);
  await control('DELETE', '/accounts/wa/people');
  assert.deepEqual((await control('GET', '/accounts/wa/people')).body.people, []);
});
