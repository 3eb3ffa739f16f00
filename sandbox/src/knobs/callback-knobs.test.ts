import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { given, itemsIn, PERSON, text } from '../test-kit/given.ts';

async function openWhatsApp(changes: Record<string, unknown> = {}) {
  const all = await given();
  await all.whatsapp();
  await all.knobs('wa', { enforceWindow: false, ...changes });
  return all;
}
const messages = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ message: { from: PERSON, text: String(i), timestamp: 1_700_000_000 + i } }));
const order = (received: Parameters<typeof itemsIn>[0]) =>
  itemsIn(received, 'messages').map((message) => Number(message.text.body));

test('knob batch: up to maxUpdates in a POST, waiting up to waitMs for more', async () => {
  const { control, phone, knobs, flush, receiver } = await openWhatsApp({ batch: { maxUpdates: 4 } });
  await control('POST', '/accounts/wa/emit', { updates: messages(10) });
  await flush('wa');
  assert.deepEqual(
    receiver.received.map((one) => itemsIn([one], 'messages').length).toSorted((a, b) => a - b),
    [2, 4, 4],
  );
  receiver.received.length = 0;
  await knobs('wa', { batch: { maxUpdates: 1000, waitMs: 3_000 } }); // five requests on a busy machine
  for (let i = 0; i < 5; i++) await phone('wa', { from: PERSON, text: String(i) });
  await flush('wa');
  assert.deepEqual([receiver.received.length, order(receiver.received)], [1, [0, 1, 2, 3, 4]]);
});

test('knob batch: a thousand updates fit in one POST, in the given order', async () => {
  const { control, flush, receiver } = await openWhatsApp({ batch: { maxUpdates: 1000 } });
  await control('POST', '/accounts/wa/emit', { updates: messages(1000) });
  await flush('wa');
  assert.equal(receiver.received.length, 1);
  assert.deepEqual(
    order(receiver.received),
    Array.from({ length: 1000 }, (_, i) => i),
  );
});

test('knob callbacksInFlight: 1 keeps single callbacks in order', async () => {
  const { control, flush, receiver } = await openWhatsApp({ batch: { maxUpdates: 1 }, callbacksInFlight: 1 });
  await control('POST', '/accounts/wa/emit', { updates: messages(30) });
  await flush('wa');
  assert.deepEqual(
    order(receiver.received),
    Array.from({ length: 30 }, (_, i) => i),
  );
});

test('knob duplicateCallbacks: the same bytes come twice', async () => {
  const { phone, flush, receiver } = await openWhatsApp({ duplicateCallbacks: 1 });
  await phone('wa', { from: PERSON, text: 'hi' });
  await flush('wa');
  assert.equal(receiver.received.length, 2);
  assert.equal(receiver.received[0]?.body, receiver.received[1]?.body);
});

test('knobs statuses and statusDelayMs: which come, and how far apart', async () => {
  const { sendWhatsApp, flush, receiver } = await openWhatsApp({ statuses: ['sent', 'delivered', 'read'], statusDelayMs: 40 });
  const beforeMs = Date.now();
  await sendWhatsApp(text(PERSON));
  await flush('wa');
  assert.deepEqual(
    itemsIn(receiver.received, 'statuses').map(({ status }) => status),
    ['sent', 'delivered', 'read'],
  );
  assert.ok((receiver.received.at(-1)?.atMs ?? 0) - beforeMs >= 100);
});

test('knob shuffleStatuses: they never come in their right order', async () => {
  const { sendWhatsApp, flush, receiver } = await openWhatsApp({
    statuses: ['sent', 'delivered', 'read'],
    shuffleStatuses: true,
    statusDelayMs: 5,
    callbacksInFlight: 1,
  });
  for (let i = 0; i < 5; i++) await sendWhatsApp(text(PERSON));
  await flush('wa');
  const byMessage = Map.groupBy(itemsIn(receiver.received, 'statuses'), ({ id }) => id);
  assert.equal(byMessage.size, 5);
  for (const statuses of byMessage.values()) {
    const received = statuses.map(({ status }) => status);
    assert.notDeepEqual(received, ['sent', 'delivered', 'read']);
    assert.deepEqual(received.toSorted(), ['delivered', 'read', 'sent']);
  }
});

test('knob loseStatuses: a lost status is never sent', async () => {
  const { sendWhatsApp, flush, receiver } = await openWhatsApp({
    statuses: ['sent', 'delivered', 'read'],
    loseStatuses: { delivered: 1 },
  });
  await sendWhatsApp(text(PERSON));
  await flush('wa');
  assert.deepEqual(
    itemsIn(receiver.received, 'statuses').map(({ status }) => status),
    ['sent', 'read'],
  );
});

test('knob callbackRetries: as many tries as asked, each later than the last, and a silent receiver counts as a failure', async () => {
  const { phone, flush, receiver, knobs, control } = await openWhatsApp({ callbackRetries: { tries: 4, baseMs: 20 } });
  receiver.answer = () => 500;
  await phone('wa', { from: PERSON, text: 'hi' });
  await flush('wa');
  const times = receiver.received.map(({ atMs }) => atMs);
  const gaps = times.slice(1).map((atMs, i) => atMs - (times[i] as number));
  assert.equal(times.length, 4);
  assert.ok((gaps[0] as number) >= 18 && (gaps[1] as number) >= 38 && (gaps[2] as number) >= 78, String(gaps));
  await knobs('wa', { callbackRetries: { tries: 1, timeoutMs: 50 } });
  receiver.answerLater = () => wait(3000);
  await phone('wa', { from: PERSON, text: 'anybody there?' });
  await flush('wa');
  const { failed, lastFailures } = (await control('GET', '/accounts/wa/callbacks')).body;
  assert.equal(failed, 2);
  assert.match(lastFailures.at(-1).problem, /timeout/i);
});

test('callbacks of one account are never more than callbacksInFlight at once', async () => {
  const { control, knobs, flush, receiver } = await openWhatsApp({ batch: { maxUpdates: 1 } });
  await knobs('wa', { callbacksInFlight: 3 });
  let underWay = 0;
  let most = 0;
  receiver.answerLater = async () => {
    most = Math.max(most, ++underWay);
    await wait(50);
    underWay--;
  };
  await control('POST', '/accounts/wa/emit', { updates: messages(20) });
  await flush('wa');
  assert.equal(most, 3);
});
