import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cutText, fits } from './cut-text.ts';

test('cutText: whole characters, at most so many bytes, and what fits stays as it is', () => {
  assert.equal(cutText('Grüße', 3), 'Gr');
  assert.equal(cutText('Grüße', 4), 'Grü');
  assert.equal(cutText('a👋b', 4), 'a');
  assert.equal(cutText('a👋b', 5), 'a👋');
  assert.equal(cutText('abc', 3), 'abc');
  assert.equal(cutText('abc', 0), '');
});

test('property: what is cut is a beginning, fits, and one more character would not', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, maxBytes) => {
      const cut = cutText(text, maxBytes);
      assert.ok(text.startsWith(cut) && fits(cut, maxBytes));
      const next = Array.from(text.slice(cut.length))[0];
      assert.ok(next === undefined || Buffer.byteLength(cut + next) > maxBytes);
    }),
  );
});

test('cutText: of a text with half a character the result has none, and it takes no longer for a long text', () => {
  assert.ok(cutText(`${'a'.repeat(9)}\ud800bcdef`, 12).isWellFormed());
  assert.equal(cutText('é'.repeat(10_000_000), 1_024).length, 512);
});
