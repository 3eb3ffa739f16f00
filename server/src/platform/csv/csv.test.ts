import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type CsvLine, delimiterOf, PART_BYTES, readHeader, readPage } from './index.ts';
import { MOST_COLUMNS } from './limits.ts';
import type { CsvPage } from './read-page.ts';

type Steps = { most?: number; windowBytes?: number; anyWidth?: boolean };

/** Reads a whole file as an import does, in steps of a few lines and windows of a few bytes. */
function readAll(text: string | Buffer, { most = 3, windowBytes = PART_BYTES, anyWidth = false }: Steps = {}) {
  const file = Buffer.from(text);
  const header = readHeader(file, true);
  assert.ok(header);
  const shape = anyWidth ? { ...header.shape, columns: null } : header.shape;
  const lines: CsvLine[] = [];
  let steps = 0;
  let page: Pick<CsvPage, 'next' | 'error'> = { next: header.next, error: null };
  while (page.next.offset < file.length && page.error === null) {
    const from = page.next;
    const bytes = file.subarray(from.offset, from.offset + windowBytes);
    const read = readPage({ bytes, isEnd: from.offset + bytes.length >= file.length, from }, shape, most);
    assert.ok(read.error !== null || read.next.offset > from.offset, 'every step goes on');
    lines.push(...read.lines);
    steps += read.steps;
    page = read;
  }
  return { lines, steps, error: page.error };
}

const brief = (lines: CsvLine[]) => lines.map((line) => ('cells' in line ? [line.line, ...line.cells] : [line.line, 'refused']));
const linesOf = (text: string | Buffer, steps?: Steps) => readAll(text, steps).lines;

describe('what is read', () => {
  test('cells may be quoted, hold delimiters, quotes and line breaks; lines are numbered as an editor numbers them', () => {
    const file = '\uFEFFname,phone\r\n"Ada, L.",+1555\r\n\r\n"Bo ""B"" B","+1\n556"\r\n,\r\nCy,+1557';
    assert.deepEqual(brief(linesOf(file)), [
      [2, 'Ada, L.', '+1555'],
      [4, 'Bo "B" B', '+1\n556'],
      [6, '', ''],
      [7, 'Cy', '+1557'],
    ]);
  });

  test('lines end with CR, LF or both', () => {
    assert.deepEqual(brief(linesOf('a,b\r1,2\r\n3,"4\r5"\n\r6,7\r')), [
      [2, '1', '2'],
      [3, '3', '4\r5'],
      [6, '6', '7'],
    ]);
  });

  test('semicolons and tabs are seen in the first line', () => {
    assert.deepEqual(['a,b', 'a;b;c', 'a\tb', '"a,b,c";d', 'a'].map(delimiterOf), [',', ';', '\t', ';', ',']);
    assert.deepEqual(brief(linesOf('a;b\n1;2,5\n')), [[2, '1', '2,5']]);
  });

  test('a quote in the middle of a cell, or before other text of its line, is text', () => {
    assert.deepEqual(brief(linesOf('a,b\n5" pipe,"Bo" B\n"x"y"z",1\n')), [
      [2, '5" pipe', '"Bo" B'],
      [3, '"x"y"z"', '1'],
    ]);
  });

  test('a file that is no text has no first line, and neither has one of too many columns', () => {
    for (const bytes of ['', '\n', 'PK\u0003\u0004\u0000', Buffer.from('a;b', 'utf16le'), Buffer.from([0xff, 0xfe, 0x41])])
      assert.equal(readHeader(Buffer.from(bytes), true), undefined);
    assert.equal(readHeader(Buffer.from(','.repeat(MOST_COLUMNS)), true), undefined);
    assert.equal(readHeader(Buffer.from(','.repeat(MOST_COLUMNS - 1)), true)?.cells.length, MOST_COLUMNS);
  });

  test('a line with too few or too many cells is refused where the number matters', () => {
    const lines = linesOf('a,b\n1\n1,2,3\n1,2\n');
    assert.deepEqual(brief(lines), [
      [2, 'refused'],
      [3, 'refused'],
      [4, '1', '2'],
    ]);
    assert.deepEqual(lines[0], { line: 2, text: '1', reason: 'This line has 1 cells, the first line of the file has 2' });
    assert.deepEqual(brief(linesOf('a,b\n1\n1,2,3\n', { anyWidth: true })), [
      [2, '1'],
      [3, '1', '2', '3'],
    ]);
  });

  test('a line that is not UTF-8 is refused alone', () => {
    const file = Buffer.concat([
      Buffer.from('a,b\n1,2\n'),
      Buffer.from([0xe9, 0x2c, 0x33, 0x0a]),
      Buffer.from('4,\u0000\n5,6\n'),
    ]);
    assert.deepEqual(brief(linesOf(file)), [
      [2, '1', '2'],
      [3, 'refused'],
      [4, 'refused'],
      [5, '5', '6'],
    ]);
  });
});

describe('broken quotes', () => {
  test('a quote that is never closed, or closed lines later, refuses its line and no other', () => {
    const open = linesOf('a,b\n1,2\n"3,4\n5,6\n7,8\n');
    assert.deepEqual(brief(open), [
      [2, '1', '2'],
      [3, 'refused'],
      [4, '5', '6'],
      [5, '7', '8'],
    ]);
    assert.equal(open[1]?.text, '"3,4');
    assert.deepEqual(brief(linesOf('a,b\n"3,4\n5,6\n7,"8"\n9,0\n')), [
      [2, 'refused'],
      [3, '5', '6'],
      [4, '7', '8'],
      [5, '9', '0'],
    ]);
  });

  test('a line of more than 64 KiB is refused, and the next one is read', () => {
    const lines = linesOf(`a,b\n1,"${'x\n'.repeat(40_000)}3,4\n`, { most: 100_000 });
    assert.equal(lines.length, 40_001);
    assert.equal(lines[0]?.line, 2);
    assert.deepEqual(lines.at(-1), { line: 40_002, text: '3,4', cells: ['3', '4'] });
    assert.deepEqual(brief(linesOf(`a,b\n${'x'.repeat(70_000)}\n1,2\n`)), [
      [2, 'refused'],
      [3, '1', '2'],
    ]);
  });

  test('a line that is longer than a step reads ends the file, and says which it is', () => {
    const { lines, error } = readAll(`a,b\n1,2\n${'x'.repeat(3 * PART_BYTES)}\n3,4\n`);
    assert.deepEqual(brief(lines), [[2, '1', '2']]);
    assert.match(error ?? '', /^Line 3 is longer/);
  });
});

const cell = fc.stringMatching(/^[a-z"',;\r\n é🎈]{0,12}$/u);
const isPlain = (text: string) => !/[",\r\n]/.test(text);
/** Writes a cell as RFC 4180 says; quotes are optional where nothing needs them. */
const written = (text: string, isQuoted: boolean) => (isQuoted || !isPlain(text) ? `"${text.replaceAll('"', '""')}"` : text);

describe('properties', () => {
  test('what was written by the rules of RFC 4180 is read as it was, however it is cut into steps and windows', () => {
    const rows = fc.array(fc.tuple(cell, cell, fc.boolean()), { maxLength: 40 });
    const cuts = fc.record({ most: fc.integer({ min: 1, max: 9 }), windowBytes: fc.integer({ min: 400, max: 2_000 }) });
    fc.assert(
      fc.property(rows, cuts, fc.constantFrom('\n', '\r\n'), (rows, cuts, lineBreak) => {
        const file = ['a,b', ...rows.map(([one, two, isQuoted]) => `${written(one, isQuoted)},${written(two, !isQuoted)}`)];
        const lines = linesOf(file.join(lineBreak), cuts);
        assert.deepEqual(
          lines.map((line) => 'cells' in line && line.cells),
          rows.map(([one, two]) => [one, two]),
        );
      }),
    );
  });

  test('whatever a file holds, each byte is looked at three times at most, and every line is told of once', () => {
    const piece = fc.constantFrom('"', '""', ',', '\n', '\r\n', 'x', '",', ',"', '"\n', 'x",b,"y\n', '"a,b\n');
    const text = fc.array(fc.tuple(piece, fc.integer({ min: 1, max: 50 })), { maxLength: 60 });
    fc.assert(
      fc.property(text, fc.boolean(), (pieces, anyWidth) => {
        const body = pieces.map(([what, times]) => what.repeat(times)).join('');
        const { lines, steps } = readAll(`a,b,c\n${body}`, { most: 1_000_000, anyWidth });
        assert.ok(steps <= 3 * body.length + 10, `${steps} steps for ${body.length} bytes`);
        const numbers = lines.map(({ line }) => line);
        assert.deepEqual(
          numbers,
          numbers.toSorted((a, b) => a - b),
        );
        assert.equal(new Set(numbers).size, numbers.length);
      }),
      { numRuns: 500 },
    );
  });

  for (const line of ['x",b,"y\n', '"a,b\n', '"a\n', '"\n', '",\n', '"",\n', '"x"y,\n'])
    test(`${JSON.stringify(line)} again and again takes work that grows with the file`, () => {
      const stepsOf = (bytes: number) => readAll(`a,b,c\n${line.repeat(bytes / line.length)}`, { most: 1_000 }).steps;
      const [small, large] = [stepsOf(100_000), stepsOf(400_000)];
      // Each step of a thousand lines may look 64 KiB ahead once.
      assert.ok(large <= 4.5 * small, `${small} steps, then ${large}`);
      const pages = Math.ceil(400_000 / line.length / 1_000);
      assert.ok(large <= 3 * 400_000 + pages * 64 * 1024, `${large} steps`);
    });
});
