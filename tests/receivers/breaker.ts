import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { type Bench, until } from './bench.ts';
import { speaking } from './endpoints.ts';
import type { Report } from './report.ts';

const PAUSE_MS = 30_000;
const ENOUGH = 10;

/** An endpoint with a changeable response, and functions to send to it. */
async function openScene(bench: Bench) {
  const scene = { status: 500 };
  const endpoint = await speaking((response) => void response.writeHead(scene.status).end());
  const { id } = await bench.subscribe(endpoint.url);
  const send = () => bench.send(id);
  return {
    ...endpoint,
    id,
    send,
    answer: (status: number) => Object.assign(scene, { status }),
    sendMany: (count: number) => Promise.all(Array.from({ length: count }, send)),
    hitsReach: (count: number) =>
      until(
        async () => endpoint.hits.length,
        (hits) => hits >= count,
      ),
    close: async () => {
      await bench.remove(id);
      await endpoint.close();
    },
  };
}

/** Ten failures of ten open the breaker: no sends for 30 s, then one probe; a failure opens it again, a success closes it. */
export async function openBreaker(bench: Bench, report: Report): Promise<string> {
  const scene = await openScene(bench);
  try {
    const failing = await scene.sendMany(ENOUGH);
    await Promise.all(failing.map((one) => bench.deliveryWhen(scene.id, one, ({ tries }) => tries === 1)));
    const openedAt = bench.clock.now().getTime();
    const held = await bench.deliveryWhen(
      scene.id,
      await scene.send(),
      ({ nextTryAt }) => Date.parse(nextTryAt ?? '') > openedAt + 10_000,
    );
    assert.deepEqual([held.tries, held.attempts.length, scene.hits.length], [0, 0, ENOUGH]);
    report.deviated(Math.abs((Date.parse(held.nextTryAt ?? '') - openedAt) / PAUSE_MS - 1));
    bench.clock.advanceTo(Date.parse(held.nextTryAt ?? ''));
    await scene.hitsReach(ENOUGH + 1);
    await wait(2_500); // deliveries with a delay of a second retry and find it closed
    assert.equal(scene.hits.length, ENOUGH + 1, 'more than one probe went out');
    scene.answer(204);
    bench.clock.advance(PAUSE_MS);
    for (const one of [...failing, held.id]) {
      const done = await pushed(bench, scene.id, one);
      assert.equal(done.status, 'succeeded');
    }
    return `attempts=${ENOUGH} pause=${((Date.parse(held.nextTryAt ?? '') - openedAt) / 1000).toFixed(1)}s probes=1 then all delivered`;
  } finally {
    await scene.close();
  }
}

/** Deliveries with a longer delay are due later. */
async function pushed(bench: Bench, webhookId: string, id: string) {
  return until(
    async () => {
      const delivery = await bench.delivery(webhookId, id);
      if (delivery.nextTryAt) bench.clock.advanceTo(Date.parse(delivery.nextTryAt));
      return delivery;
    },
    ({ status }) => status !== 'pending',
  );
}

/** Nine failures do not open it, nor nine of thirteen, which is less than 70 %. */
export async function keepBreakerClosed(bench: Bench): Promise<string> {
  const scene = await openScene(bench);
  try {
    scene.answer(204);
    const good = await scene.sendMany(4);
    await Promise.all(good.map((one) => bench.deliveryWhen(scene.id, one, ({ status }) => status === 'succeeded')));
    scene.answer(500);
    const failing = await scene.sendMany(9);
    await Promise.all(failing.map((one) => bench.deliveryWhen(scene.id, one, ({ tries }) => tries >= 1)));
    scene.answer(204);
    const done = await bench.deliveryWhen(scene.id, await scene.send(), ({ status }) => status !== 'pending');
    assert.deepEqual([done.status, done.tries], ['succeeded', 1]);
    return 'failures=9 of 13, the next one went out at once';
  } finally {
    await scene.close();
  }
}
