import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createClock } from './clock.ts';
import { createDue } from './due.ts';

test('what becomes due by moving the clock happens at once, in order; the rest waits', () => {
  const clock = createClock();
  const done: string[] = [];
  clock.after(20_000, () => done.push('later'));
  clock.after(10_000, () => done.push('sooner'));
  clock.after(90_000, () => done.push('much later'));
  const beforeMs = clock.now();
  clock.advance(30_000);
  assert.deepEqual(done, ['sooner', 'later']);
  assert.ok(clock.now() - beforeMs >= 30_000);
  clock.reset();
  clock.advance(90_000);
  assert.deepEqual(done, ['sooner', 'later']);
});

test('plans happen in the order of their times, at whatever moment the process is held up', async (t) => {
  const realNow = Date.now;
  for (let heldAt = 0; heldAt < 8; heldAt++) {
    let looks = 0;
    t.mock.method(Date, 'now', () => realNow() + (looks++ >= heldAt ? 12 : 0));
    const clock = createClock();
    const done: string[] = [];
    for (const [i, name] of ['sent', 'delivered', 'read'].entries()) clock.after(5 * (i + 1), () => done.push(name));
    await new Promise<void>((resolve) => clock.after(40, resolve));
    assert.deepEqual(done, ['sent', 'delivered', 'read'], `held up before look ${heldAt} at the time`);
    t.mock.restoreAll();
  }
});

test('any plans at all, taken in any steps, happen in order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 200 }), fc.array(fc.integer({ min: 1, max: 20 })), (delays, steps) => {
      const due = createDue();
      const done: number[] = [];
      for (const [i, dueAtMs] of delays.entries()) due.add({ dueAtMs, work: () => done.push(i) });
      let nowMs = 0;
      for (const step of [...steps, 1000]) {
        nowMs += step;
        for (let plan = due.take(nowMs); plan; plan = due.take(nowMs)) plan.work();
        assert.ok(done.length === delays.filter((at) => at <= nowMs).length, 'what is due is taken, and nothing else');
      }
      const wanted = delays.map((at, i) => ({ at, i })).toSorted((a, b) => a.at - b.at);
      assert.deepEqual(
        done,
        wanted.map(({ i }) => i),
      );
    }),
  );
});
