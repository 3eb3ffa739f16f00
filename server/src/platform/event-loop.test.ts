import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../test-kit/until.ts';
import { observeEventLoop } from './event-loop.ts';
import { createMetrics } from './metrics.ts';

/** Metrics of its own: a reading starts the measurement again, so another reader of the same metrics would take the value away. */
test('metrics: the delay of the event loop is the longest since the last reading', async (t) => {
  const metrics = createMetrics();
  const { stop } = observeEventLoop(metrics);
  t.after(stop);
  const read = async () => Number(/^nodejs_eventloop_delay_max_seconds ([\d.e-]+)/m.exec(await metrics.text())?.[1]);
  await read();
  await wait(50); // the first sample after a reading only starts the measurement
  const end = performance.now() + 300;
  while (performance.now() < end); // blocks the loop
  await wait(50); // the sample is taken in the next turn
  const blocked = await read();
  assert.ok(blocked >= 0.25, `${blocked} s`);
  await until(async () => (await read()) < blocked, 'a shorter delay after a new measurement');
});
