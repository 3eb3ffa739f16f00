import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markHits } from './mark-hits.ts';

const hits = (text: string, search: string) =>
  markHits(text, search)
    .filter(({ isHit }) => isHit)
    .map(({ part }) => part);

test('every searched word is marked, in any case, and signs have no meaning', () => {
  assert.deepEqual(hits('The Rotor is bent, rotor (new)', 'rotor (new)'), ['Rotor', 'rotor', '(new)']);
  assert.deepEqual(hits('A+B', 'a+b'), ['A+B']);
  assert.deepEqual(hits('order HC-20418', 'hc-20418'), ['HC-20418']);
  assert.equal(
    markHits('plain', 'none')
      .map(({ part }) => part)
      .join(''),
    'plain',
  );
});

test('a long text begins shortly before the first hit', () => {
  const parts = markHits(`${'x'.repeat(500)} brake`, 'brake');
  assert.ok(parts[0]?.part.startsWith('…'));
  assert.deepEqual(
    parts.filter(({ isHit }) => isHit).map(({ part }) => part),
    ['brake'],
  );
});
