import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSignedIds } from './signed-ids.ts';

const KEY = Buffer.alloc(32, 1).toString('base64');
const IDS = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002'];
const signed = createSignedIds({ MASTER_KEY: KEY }, 'test', 2);

test('signed ids: read as they were signed, and a URL can carry them', () => {
  const text = signed.sign(IDS);
  assert.match(text, /^[\w-]{64}$/);
  assert.deepEqual(signed.read(text), IDS);
  assert.throws(() => signed.sign(IDS.slice(1)));
});

test('signed ids: another sign, length, key, purpose or count is refused', () => {
  const text = signed.sign(IDS);
  for (let i = 0; i < text.length; i++) {
    const changed = text.slice(0, i) + (text[i] === 'A' ? 'B' : 'A') + text.slice(i + 1);
    assert.equal(signed.read(changed), undefined, String(i));
  }
  for (const other of ['', 'A', `${text}A`, text.slice(1), '%'.repeat(64), 'A'.repeat(100_000)])
    assert.equal(signed.read(other), undefined);
  const others = [
    createSignedIds({ MASTER_KEY: KEY }, 'other', 2),
    createSignedIds({ MASTER_KEY: Buffer.alloc(32, 2).toString('base64') }, 'test', 2),
    createSignedIds({ MASTER_KEY: KEY }, 'test', 3),
  ];
  for (const other of others) assert.equal(other.read(text), undefined);
});
