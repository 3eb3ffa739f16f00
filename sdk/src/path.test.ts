import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { path } from './path.ts';

test('an id is one segment, and the URL says so too', () => {
  const id = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text !== '.' && text !== '..' && text.isWellFormed());
  fc.assert(
    fc.property(id, id, (first, second) => {
      const { pathname, search, hash } = new URL(path`/v3/teams/${first}/members/${second}`, 'http://127.0.0.1');
      const segments = pathname.split('/').map(decodeURIComponent);
      assert.deepEqual([segments, search, hash], [['', 'v3', 'teams', first, 'members', second], '', '']);
    }),
  );
});

test('ids that would change the path are refused', () => {
  for (const id of ['', '.', '..', undefined, null, {}] as string[]) assert.throws(() => path`/v3/teams/${id}`, TypeError);
});
