import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, callUrl, given, itemsIn, PERSON, text } from '../test-kit/given.ts';

const OTHER = '16505550000';
const codeOf = (reply: { body: { error?: { code: number } } }) => reply.body.error?.code ?? null;

async function openWhatsApp(changes: Record<string, unknown> = {}) {
  const all = await given();
  await all.whatsapp();
  await all.knobs('wa', { enforceWindow: false, ...changes });
  return all;
}

test('knob latencyMs: answers take their time', async () => {
  const { sendWhatsApp, knobs } = await openWhatsApp({ latencyMs: 60 });
  const timed = async () => {
    const startMs = performance.now();
    await sendWhatsApp(text(PERSON));
    return performance.now() - startMs;
  };
  assert.ok((await timed()) >= 55);
  await knobs('wa', { latencyMs: [80, 90] });
  assert.ok((await timed()) >= 75);
});

test('knob errorFor: one recipient fails at once, another in a status, everybody else is fine', async () => {
  const { sendWhatsApp, flush, receiver } = await openWhatsApp({
    errorFor: { [`+${PERSON}`]: 131026, [OTHER]: { code: 131049, later: true } },
  });
  assert.equal(codeOf(await sendWhatsApp(text(PERSON))), 131026);
  assert.equal(codeOf(await sendWhatsApp(text(OTHER))), null);
  assert.equal(codeOf(await sendWhatsApp(text('16505559999'))), null);
  await flush('wa');
  const failed = itemsIn(receiver.received, 'statuses').filter(({ recipient_id }) => recipient_id === OTHER);
  assert.deepEqual(
    failed.map(({ status, errors }) => [status, errors[0].code]),
    [['failed', 131049]],
  );
});

test('knob errorFor on SMS: errors of carriers come in a status, never as the response', async () => {
  const { sms, knobs, sendSms, flush, receiver } = await given();
  await sms();
  await knobs('sms', { errorFor: { '+16505551234': 30003, '+16505550000': 21614 } });
  const accepted = await sendSms({ To: '+16505551234', Body: 'x', StatusCallback: `${receiver.url}/status` });
  assert.equal(accepted.status, 201);
  assert.equal((await sendSms({ To: '+16505550000', Body: 'x' })).body.code, 21614);
  await flush('sms');
  const last = new URLSearchParams(receiver.received.at(-1)?.body);
  assert.deepEqual([last.get('MessageStatus'), last.get('ErrorCode')], ['undelivered', '30003']);
});

test('knobs errorRate, errorCode and seed: the same seed fails the same sends', async () => {
  const { sendWhatsApp, knobs } = await openWhatsApp({ errorRate: 0.5, errorCode: 131016 });
  const run = async () => {
    await knobs('wa', { seed: 7 });
    const codes: (number | null)[] = [];
    for (let i = 0; i < 20; i++) codes.push(codeOf(await sendWhatsApp(text(PERSON))));
    return codes;
  };
  const first = await run();
  assert.deepEqual(await run(), first);
  assert.deepEqual([...new Set(first)].sort(), [131016, null].sort());
});

test('option seed: two sandboxes with one seed behave alike', async () => {
  const run = async (seed: number) => {
    const all = await given({ seed });
    await all.whatsapp();
    await all.knobs('wa', { enforceWindow: false, errorRate: 0.5 });
    const codes: (number | null)[] = [];
    for (let i = 0; i < 20; i++) codes.push(codeOf(await all.sendWhatsApp(text(PERSON))));
    return codes.join();
  };
  assert.equal(await run(5), await run(5));
  assert.notEqual(await run(5), await run(6));
});

test('knob ratePerSecond: above it WhatsApp answers 130429, Instagram 613, Twilio 20429', async () => {
  const all = await openWhatsApp({ ratePerSecond: 0.1 });
  const codes = await Promise.all([1, 2, 3].map(async () => codeOf(await all.sendWhatsApp(text(PERSON)))));
  assert.deepEqual(codes.sort(), [130429, 130429, null].sort());
  await all.control('POST', '/clock', { advanceSeconds: 10 });
  assert.equal(codeOf(await all.sendWhatsApp(text(PERSON))), null);
  await all.sms();
  await all.knobs('sms', { ratePerSecond: 0.1 });
  await all.sendSms({ To: `+${PERSON}`, Body: 'x' });
  const fast = await all.sendSms({ To: `+${PERSON}`, Body: 'x' });
  assert.deepEqual([fast.status, fast.body.code], [429, 20429]);
  await all.instagram({ accessToken: 'ig-token' });
  await all.knobs('ig', { ratePerSecond: 0.1, enforceWindow: false });
  const hello = { recipient: { id: '7' }, message: { text: 'x' } };
  await all.sendInstagram(hello, { authorization: 'Bearer ig-token' });
  assert.equal(codeOf(await all.sendInstagram(hello, { authorization: 'Bearer ig-token' })), 613);
});

test('knob pairRate: a burst to one person, then 131056 for that person only', async () => {
  const { sendWhatsApp, control } = await openWhatsApp({ pairRate: { burst: 2, everySeconds: 60 } });
  const codes = [];
  for (let i = 0; i < 3; i++) codes.push(codeOf(await sendWhatsApp(text(PERSON))));
  assert.deepEqual(codes, [null, null, 131056]);
  assert.equal(codeOf(await sendWhatsApp(text(OTHER))), null);
  await control('POST', '/clock', { advanceSeconds: 61 });
  assert.equal(codeOf(await sendWhatsApp(text(PERSON))), null);
});

test('knob enforceWindow: 24 hours by the own clock, at once or in a status, or not at all', async () => {
  const { whatsapp, phone, sendWhatsApp, control, knobs, flush, receiver } = await given();
  await whatsapp();
  assert.equal(codeOf(await sendWhatsApp(text(PERSON))), 131047);
  await phone('wa', { from: PERSON, text: 'hi' });
  assert.equal(codeOf(await sendWhatsApp(text(PERSON))), null);
  await control('POST', '/clock', { advanceSeconds: 24 * 3600 + 1 });
  assert.equal(codeOf(await sendWhatsApp(text(PERSON))), 131047);
  await knobs('wa', { enforceWindow: 'later' });
  const accepted = await sendWhatsApp(text(PERSON));
  await flush('wa');
  const failed = itemsIn(receiver.received, 'statuses').find(({ id }) => id === accepted.body.messages[0].id);
  assert.deepEqual([failed.status, failed.errors[0].code], ['failed', 131047]);
  await knobs('wa', { enforceWindow: false });
  assert.equal(codeOf(await sendWhatsApp(text(PERSON))), null);
});

test('knobs honourIdempotencyKey and dropConnectionAfterAccept: the repeat after a cut is not delivered again', async () => {
  const { sendWhatsApp, knobs, summary } = await openWhatsApp({
    honourIdempotencyKey: true,
    dropConnectionAfterAccept: { next: 1 },
  });
  const key = { 'idempotency-key': 'k1' };
  await assert.rejects(sendWhatsApp(text(PERSON), key), /fetch failed/);
  const second = await sendWhatsApp(text(PERSON), key);
  const third = await sendWhatsApp(text(PERSON), key);
  assert.equal(second.status, 200);
  assert.deepEqual(third.body, second.body);
  const once = await summary('wa');
  assert.deepEqual([once.accepted, once.duplicateKeys, once.replayed], [1, 0, 2]);
  await knobs('wa', { honourIdempotencyKey: false });
  await sendWhatsApp(text(PERSON), key);
  assert.equal((await summary('wa')).duplicateKeys, 1);
  await knobs('wa', { dropConnectionAfterAccept: 1 });
  await assert.rejects(sendWhatsApp(text(PERSON)), /fetch failed/);
  assert.equal((await summary('wa')).accepted, 3);
});

test('knob honourIdempotencyKey on SMS answers the same sid', async () => {
  const { sms, knobs, sendSms, summary } = await given();
  await sms();
  await knobs('sms', { honourIdempotencyKey: true });
  const send = () => sendSms({ To: `+${PERSON}`, Body: 'x' }, { 'idempotency-key': 'k1' });
  assert.equal((await send()).body.sid, (await send()).body.sid);
  assert.equal((await summary('sms')).accepted, 1);
});

test('knob hangFor: a send is neither answered nor accepted', async () => {
  const { sandbox, sendWhatsApp, summary } = await openWhatsApp({ hangFor: [PERSON] });
  const request = fetch(`${sandbox.url}/graph/v24.0/1065/messages`, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(100),
    body: JSON.stringify({ messaging_product: 'whatsapp', ...text(PERSON) }),
  });
  await assert.rejects(request, { name: 'TimeoutError' });
  assert.equal(codeOf(await sendWhatsApp(text(OTHER))), null);
  assert.equal((await summary('wa')).total, 1);
});

test('knobs tokenExpired and accountLocked: 190 and 131031, Twilio 20003 and 20005', async () => {
  const { sendWhatsApp, knobs, sms, sendSms } = await openWhatsApp({ tokenExpired: true });
  const expired = await sendWhatsApp(text(PERSON));
  assert.deepEqual([expired.status, codeOf(expired)], [401, 190]);
  await knobs('wa', { tokenExpired: false, accountLocked: true });
  const locked = await sendWhatsApp(text(PERSON));
  assert.deepEqual([locked.status, codeOf(locked)], [403, 131031]);
  await sms();
  await knobs('sms', { tokenExpired: true });
  assert.deepEqual((await sendSms({ To: `+${PERSON}`, Body: 'x' })).body.code, 20003);
  await knobs('sms', { tokenExpired: false, accountLocked: true });
  assert.deepEqual((await sendSms({ To: `+${PERSON}`, Body: 'x' })).body.code, 20005);
});

test('knobs waIdAlias and brazilNinthDigit: wa_id is not always what was written', async () => {
  const { sendWhatsApp, phone, flush, receiver } = await openWhatsApp({
    waIdAlias: { '+5491155551234': '5415155551234' },
    brazilNinthDigit: true,
    statuses: ['sent'],
  });
  const brazil = await sendWhatsApp(text('+5511987654321'));
  assert.deepEqual(brazil.body.contacts, [{ input: '+5511987654321', wa_id: '551187654321' }]);
  const argentina = await sendWhatsApp(text('5491155551234'));
  assert.equal(argentina.body.contacts[0].wa_id, '5415155551234');
  await phone('wa', { from: '+5511987654321', text: 'oi' });
  await flush('wa');
  assert.equal(itemsIn(receiver.received, 'messages')[0].from, '551187654321');
  assert.equal(itemsIn(receiver.received, 'statuses')[0].recipient_id, '551187654321');
});

test('knob bsuidOnly: callbacks have no phone number', async () => {
  const { phone, flush, receiver } = await openWhatsApp({ bsuidOnly: true });
  await phone('wa', { from: PERSON, text: 'hi' });
  await flush('wa');
  assert.equal(receiver.received[0]?.body.includes(PERSON), false);
  assert.match(itemsIn(receiver.received, 'messages')[0].from_user_id, /^US\.\d{10,}$/);
});

test('knobs stopWords and startWords: other words stop and start', async () => {
  const { sms, knobs, phone, sendSms } = await given();
  await sms();
  await knobs('sms', { stopWords: ['ARRÊT'], startWords: ['OUI'] });
  const send = async () => (await sendSms({ To: `+${PERSON}`, Body: 'x' })).status;
  await phone('sms', { from: `+${PERSON}`, text: 'STOP' });
  assert.equal(await send(), 201);
  await phone('sms', { from: `+${PERSON}`, text: 'arrêt' });
  assert.equal(await send(), 400);
  await phone('sms', { from: `+${PERSON}`, text: 'oui' });
  assert.equal(await send(), 201);
});

test('knobs mediaUrlSeconds and mediaFailures: addresses grow old, and first downloads fail', async () => {
  const { phone, call, control, flush, receiver, knobs } = await openWhatsApp({ mediaUrlSeconds: 10, mediaFailures: 1 });
  await phone('wa', { from: PERSON, media: { bytesBase64: Buffer.from('pic').toString('base64'), mimeType: 'image/png' } });
  await flush('wa');
  const { id } = itemsIn(receiver.received, 'messages')[0].image;
  const address = async () => (await call('GET', `/graph/v24.0/${id}`, undefined, bearer)).body.url;
  const old = await address();
  assert.equal((await callUrl(old, 'GET', undefined, bearer)).status, 404);
  assert.equal((await callUrl(old, 'GET', undefined, bearer)).status, 200);
  await control('POST', '/clock', { advanceSeconds: 11 });
  assert.equal((await callUrl(old, 'GET', undefined, bearer)).status, 404);
  assert.equal((await callUrl(await address(), 'GET', undefined, bearer)).status, 200);
  assert.equal((await knobs('wa', { mediaUrlSeconds: null })).mediaUrlSeconds, 300);
});
