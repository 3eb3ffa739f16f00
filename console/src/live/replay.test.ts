import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplay } from './replay.ts';

test('a request gets the changes since it began, each request its own', () => {
  const replay = createReplay<string>();
  replay.record('before');
  const first = replay.begin();
  replay.record('a');
  const second = replay.begin();
  replay.record('b');
  assert.deepEqual(first(), ['a', 'b']);
  replay.record('c');
  assert.deepEqual(second(), ['b', 'c']);
});

test('nothing is remembered while no request is on its way', () => {
  const replay = createReplay<string>();
  const end = replay.begin();
  replay.record('a');
  end();
  replay.record('b');
  assert.deepEqual(replay.begin()(), []);
});
