import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPresence } from './presence.ts';

const announce = (id: string, state: 'viewing' | 'typing', at: number) => ({
  chatId: 'c1',
  user: { id, name: id },
  state,
  expiresAt: new Date(at).toISOString(),
});

test('colleagues in a chat are known until their announcement ends; the person here is left out', () => {
  let time = 0;
  const presence = createPresence(() => time);
  presence.announce(announce('me', 'viewing', 10_000), 'me');
  presence.announce(announce('grace', 'viewing', 10_000), 'me');
  presence.announce(announce('grace', 'typing', 12_000), 'me');
  assert.deepEqual(
    presence.get('c1').map(({ id, state }) => [id, state]),
    [['grace', 'typing']],
  );
  let changes = 0;
  presence.subscribe('c1', () => changes++);
  time = 11_000;
  presence.sweep();
  assert.equal(presence.get('c1').length, 1);
  time = 12_001;
  presence.sweep();
  assert.deepEqual(presence.get('c1'), []);
  assert.equal(changes, 1);
  presence.clear();
});
