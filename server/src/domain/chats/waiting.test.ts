import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { waitingAfter } from './inbound.ts';

const at = (second: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const message = (sender: 'inbound' | 'outbound', second: number, isAutomatic = false) => ({
  latest: { id: `m${second}`, vendorId: null, sender, type: 'text', timestamp: at(second), text: null },
  isAutomatic,
});

test('the contact waits since their oldest message behind the last answer', () => {
  const after = (...group: ReturnType<typeof message>[]) => waitingAfter(group);
  assert.deepEqual(after(message('inbound', 2), message('inbound', 1)), { isAnswered: false, waitingSince: at(1) });
  assert.deepEqual(after(message('inbound', 1), message('outbound', 2)), { isAnswered: true, waitingSince: null });
  assert.deepEqual(after(message('outbound', 2), message('inbound', 1), message('inbound', 4), message('inbound', 3)), {
    isAnswered: true,
    waitingSince: at(3),
  });
});

test('an automatic message of the contact waits for nothing', () => {
  assert.deepEqual(waitingAfter([message('inbound', 1, true)]), { isAnswered: false, waitingSince: null });
  assert.deepEqual(waitingAfter([message('inbound', 1, true), message('inbound', 2)]), {
    isAnswered: false,
    waitingSince: at(2),
  });
});

test('property: nothing waits that is older than an answer, and nothing that waits is left out', () => {
  const messages = fc.uniqueArray(fc.tuple(fc.constantFrom('inbound' as const, 'outbound' as const), fc.nat(59)), {
    selector: ([, second]) => second,
    minLength: 1,
  });
  fc.assert(
    fc.property(messages, (made) => {
      const { isAnswered, waitingSince } = waitingAfter(made.map(([sender, second]) => message(sender, second)));
      const answers = made.filter(([sender]) => sender === 'outbound').map(([, second]) => second);
      const open = made.filter(([sender, second]) => sender === 'inbound' && second > Math.max(-1, ...answers));
      assert.equal(isAnswered, answers.length > 0);
      assert.deepEqual(waitingSince, open.length === 0 ? null : at(Math.min(...open.map(([, second]) => second))));
    }),
  );
});
