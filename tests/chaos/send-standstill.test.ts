import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStandstill } from './send-standstill.ts';

const chat = (settled: number, open: number, refusals = 0) => [{ chatId: 'a', settled, open, refusals }];

test('a chat is stalled from its last settled message, and only while a message is open', () => {
  const { look, longestSeconds } = createStandstill();
  look(chat(0, 2), 0);
  look(chat(0, 2), 10_000);
  look(chat(1, 1), 20_000);
  look(chat(1, 1), 32_000);
  look(chat(2, 0), 40_000);
  look(chat(2, 1), 900_000);
  look(chat(2, 1), 903_000);
  assert.equal(longestSeconds(), 12);
});

test('a refusal excuses the wait that it costs, and no more', () => {
  const { look, longestSeconds } = createStandstill();
  look(chat(0, 1, 1), 0);
  look(chat(0, 1, 1), 6_000);
  assert.equal(longestSeconds(), 1);
  look(chat(0, 1, 1), 600_000);
  assert.equal(longestSeconds(), 595);
});
