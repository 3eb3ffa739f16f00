import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cut, printable, widthOf } from './printable.ts';
import { tableLines } from './table.ts';

test('a table lines up its columns and puts - where nothing is', () => {
  const lines = tableLines(
    [{ title: 'id' }, { title: 'n', align: 'right' }],
    [
      ['a', 1],
      ['long', null],
    ],
    80,
  );
  assert.deepEqual(lines, ['ID    N', 'a     1', 'long  -']);
});

test('flexible columns give way on a narrow screen, the others never do', () => {
  const id = '01a1dca6-fec0-71d4-8860-39800fa9c47a';
  const [, row = ''] = tableLines([{ title: 'id' }, { title: 'text', flexible: true }], [[id, 'x'.repeat(200)]], 60);
  assert.ok(row.startsWith(`${id}  xxx`) && row.endsWith('…'));
  assert.equal(widthOf(row), 60);
});

test('a cell is one line without control characters, whatever strangers wrote', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 20, max: 100 }),
      (texts, columns) => {
        const lines = tableLines(
          [{ title: 'text', flexible: true }],
          texts.map((text) => [text]),
          columns,
        );
        assert.equal(lines.length, texts.length + 1);
        for (const line of lines) {
          assert.equal(printable(line), line);
          assert.ok(widthOf(line) <= columns);
        }
      },
    ),
    { seed: 46 },
  );
});

test('a cut text is as wide as allowed at most', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 1, max: 40 }),
      (text, columns) => widthOf(cut(text, columns)) <= columns,
    ),
    { seed: 46 },
  );
});
