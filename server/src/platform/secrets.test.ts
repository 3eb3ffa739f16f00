import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { masterKeysOf, toMasterKey } from './master-keys.ts';
import { createSecretBox, sealedPrefix } from './secrets.ts';
import { createSignedIds } from './signed-ids.ts';

const key = () => randomBytes(32).toString('base64');
const ringOf = (keys: string[]) => ({ MASTER_KEY: keys[0] ?? '', MASTER_KEYS: keys });
const keyText = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('base64'));
const ring = fc.uniqueArray(keyText, { minLength: 1, maxLength: 5 });

test('master keys: a value opens with every ring that has its key, in any order', () => {
  fc.assert(
    fc.property(ring, fc.nat(), fc.boolean(), fc.string(), fc.string(), (keys, at, hasId, plain, label) => {
      const own = keys[at % keys.length] ?? '';
      const sealer = createSecretBox(hasId ? ringOf([own]) : { MASTER_KEY: own });
      const sealed = sealer.seal(plain, label);
      assert.equal(createSecretBox(ringOf(keys)).open(sealed, label), plain);
      assert.equal(createSecretBox(ringOf(keys.toReversed())).open(sealed, label), plain);
      assert.throws(() => createSecretBox(ringOf(keys)).open(sealed, `${label}.`));
    }),
  );
});

test('master keys: no value opens with a ring that lacks its key, and none that was changed opens', () => {
  fc.assert(
    fc.property(ring, fc.string(), fc.nat(), (keys, plain, at) => {
      const sealed = createSecretBox(ringOf([key()])).seal(plain, 'a:1');
      assert.throws(() => createSecretBox(ringOf(keys)).open(sealed, 'a:1'));
      const own = createSecretBox(ringOf(keys));
      const changed = own.seal(plain, 'a:1');
      changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ 1;
      assert.throws(() => own.open(changed, 'a:1'));
    }),
  );
});

test('master keys: with MASTER_KEYS the first key seals and its id is in front; with MASTER_KEY alone there is no id', () => {
  const [first, second] = [key(), key()];
  const sealed = createSecretBox(ringOf([first, second])).seal('x', 'a:1');
  assert.deepEqual(sealed.subarray(0, 7), sealedPrefix(toMasterKey(first)));
  assert.equal(sealed.length, 7 + 12 + 16 + 1);
  assert.equal(createSecretBox({ MASTER_KEY: first }).seal('x', 'a:1').length, 12 + 16 + 1);
  assert.equal(createSecretBox({ MASTER_KEY: first }).open(sealed, 'a:1'), 'x', 'MASTER_KEY alone opens values with its id');
});

test('master keys: a value without an id that begins like one with an id still opens', () => {
  const own = key();
  const box = createSecretBox({ MASTER_KEY: own });
  let sealed = box.seal('x', 'a:1');
  while (sealed[0] !== 1) sealed = box.seal('x', 'a:1');
  assert.equal(createSecretBox(ringOf([key(), own])).open(sealed, 'a:1'), 'x');
});

test('master keys: an unknown id is named with the setting that lacks it', () => {
  const [missing, known] = [key(), key()];
  const sealed = createSecretBox(ringOf([missing])).seal('x', 'a:1');
  const { id } = toMasterKey(missing);
  assert.throws(
    () => createSecretBox(ringOf([known])).open(sealed, 'a:1'),
    ({ message }: Error) =>
      message.includes(id) && message.includes(toMasterKey(known).id) && message.includes('add that key to MASTER_KEYS'),
  );
  assert.throws(() => createSecretBox(ringOf([missing])).open(sealed, 'a:2'), /changed, or copied from another row/);
  const withoutId = createSecretBox({ MASTER_KEY: missing }).seal('x', 'a:1');
  withoutId[0] = 0;
  assert.throws(() => createSecretBox(ringOf([known])).open(withoutId, 'a:1'), /No master key opens .* MASTER_KEYS/);
});

test('master keys: the id depends on the key alone', () => {
  const own = key();
  assert.equal(masterKeysOf({ MASTER_KEY: own }).current.id, masterKeysOf(ringOf([key(), own])).all[1]?.id);
  assert.match(toMasterKey(own).id, /^[0-9a-f]{12}$/);
});

test('signed ids: a text is valid while the key that signed it is in the ring', () => {
  const [old, next] = [key(), key()];
  const id = '00000000-0000-7000-8000-000000000001';
  const sent = createSignedIds({ MASTER_KEY: old }, 'test', 1).sign([id]);
  assert.deepEqual(createSignedIds(ringOf([next, old]), 'test', 1).read(sent), [id]);
  assert.equal(createSignedIds(ringOf([next]), 'test', 1).read(sent), undefined);
  const signed = createSignedIds(ringOf([next, old]), 'test', 1).sign([id]);
  assert.deepEqual(createSignedIds({ MASTER_KEY: next }, 'test', 1).read(signed), [id], 'the first key signs');
});
