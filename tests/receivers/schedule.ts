import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { answering, speaking } from './endpoints.ts';
import { toldOf } from './observe.ts';
import { checkWait, type Report } from './report.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY_MS = 24 * HOUR * 1000;
/** The retry delays of Standard Webhooks: ten attempts. */
const WAITS_SECONDS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const EARLY_MS = 4_000;
const LOOK_MS = 700;

/** Ten attempts in about three days, none too early, all with one webhook-id; then the delivery fails. */
export async function walkSchedule(bench: Bench, report: Report): Promise<string> {
  const endpoint = await answering(500);
  try {
    const { id } = await bench.subscribe(endpoint.url);
    const deliveryId = await bench.send(id);
    const tried = (n: number) => bench.deliveryWhen(id, deliveryId, ({ tries }) => tries >= n);
    for (const [i, seconds] of WAITS_SECONDS.entries()) {
      const delivery = await tried(i + 1);
      checkWait(report, delivery, seconds);
      const dueAt = Date.parse(delivery.nextTryAt ?? '');
      bench.clock.advanceTo(dueAt - EARLY_MS);
      await wait(LOOK_MS);
      const hits = endpoint.hits.length;
      // Not on a machine that stood still until the time was there.
      if (bench.clock.now().getTime() < dueAt) assert.equal(hits, i + 1, 'tried before its time');
      bench.clock.advanceTo(dueAt);
    }
    const last = await tried(WAITS_SECONDS.length + 1);
    assert.deepEqual([last.status, last.nextTryAt, last.tries], ['failed', null, 10]);
    assert.deepEqual(
      last.attempts.map(({ number }) => number),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
    assert.equal(new Set(endpoint.hits.map((headers) => headers['webhook-id'])).size, 1);
    const hours = (Date.parse(last.attempts[9]?.startedAt ?? '') - Date.parse(last.attempts[0]?.startedAt ?? '')) / HOUR / 1000;
    await bench.remove(id);
    return `tries=10 over ${hours.toFixed(1)} h status=failed`;
  } finally {
    await endpoint.close();
  }
}

/** An endpoint is disabled after five days of failed attempts, not earlier, and the tenant gets an event. */
export async function failForFiveDays(bench: Bench): Promise<string> {
  const endpoint = await answering(500);
  try {
    const { id } = await bench.subscribe(endpoint.url);
    const failOnce = async () => bench.deliveryWhen(id, await bench.send(id), ({ tries }) => tries > 0);
    await failOnce();
    const { failingSince } = await bench.webhook(id);
    assert.ok(failingSince, 'failingSince is not set');
    bench.clock.advanceTo(Date.parse(failingSince) + 4.9 * DAY_MS);
    const waiting = await failOnce();
    assert.deepEqual([waiting.status, (await bench.webhook(id)).status], ['pending', 'active']);
    const hits = endpoint.hits.length;
    // Waiting deliveries are due now. A new delivery would race with them and might find the endpoint disabled.
    bench.clock.advanceTo(Date.parse(failingSince) + 5 * DAY_MS);
    const last = await bench.deliveryWhen(id, waiting.id, (delivery) => delivery.status !== 'pending');
    assert.ok(endpoint.hits.length > hits, 'disabled without a try');
    const { status, disabledReason } = await bench.webhook(id);
    assert.deepEqual([last.status, last.nextTryAt, status], ['failed', null, 'disabled']);
    await toldOf(bench, id, disabledReason);
    await bench.remove(id);
    return `status=disabled reason="${disabledReason}"`;
  } finally {
    await endpoint.close();
  }
}

/** A success completes the delivery and resets the five days. */
export async function recover(bench: Bench): Promise<string> {
  let status = 500;
  const endpoint = await speaking((response) => void response.writeHead(status).end());
  try {
    const { id } = await bench.subscribe(endpoint.url);
    const deliveryId = await bench.send(id);
    for (const tries of [1, 2]) {
      const { nextTryAt } = await bench.deliveryWhen(id, deliveryId, (delivery) => delivery.tries >= tries);
      assert.ok((await bench.webhook(id)).failingSince, 'failingSince is not set');
      if (tries === 2) status = 200;
      bench.clock.advanceTo(Date.parse(nextTryAt ?? ''));
    }
    const done = await bench.deliveryWhen(id, deliveryId, (delivery) => delivery.status !== 'pending');
    assert.deepEqual([done.status, done.tries, done.nextTryAt], ['succeeded', 3, null]);
    assert.equal((await bench.webhook(id)).failingSince, null);
    status = 500;
    bench.clock.advance(5.5 * DAY_MS);
    await bench.deliveryWhen(id, await bench.send(id), ({ tries }) => tries > 0);
    assert.equal((await bench.webhook(id)).status, 'active');
    await bench.remove(id);
    return 'tries=3 status=succeeded failingSince=null';
  } finally {
    await endpoint.close();
  }
}
