import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkParts, listIn, mailHeight, textIn } from './details.ts';

test('addresses become links, without the full stop after them', () => {
  assert.deepEqual(linkParts('See https://example.com/a. Bye'), [
    { text: 'See ', url: null },
    { text: 'https://example.com/a', url: 'https://example.com/a' },
    { text: '. Bye', url: null },
  ]);
  assert.deepEqual(linkParts('javascript:alert(1)'), [{ text: 'javascript:alert(1)', url: null }]);
});

test('details of another type than expected are nothing', () => {
  assert.equal(textIn({ name: 5 }, 'name'), null);
  assert.deepEqual(listIn({ buttons: [null, { id: '1' }, 'x'] }, 'buttons'), [{ id: '1' }]);
});

test('a frame is as high as its text, within limits', () => {
  assert.equal(mailHeight(''), 96);
  assert.equal(mailHeight('x\n'.repeat(500)), 420);
});
