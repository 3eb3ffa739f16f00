import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type CsvRecord, readCsvHeader, readCsvPage } from './index.ts';
import { CHUNK_BYTES, MAX_COLUMNS } from './limits.ts';
import { detectDelimiter, parseHeader } from './parse-header.ts';
import { type CsvPage, parsePage } from './parse-page.ts';

type Options = { most?: number; windowBytes?: number; anyWidth?: boolean };

/** Reads a whole file in pages of a few records and chunks of a few bytes. */
function readAll(text: string | Buffer, { most = 3, windowBytes = CHUNK_BYTES, anyWidth = false }: Options = {}) {
  const file = Buffer.from(text);
  const header = parseHeader(file, true);
  assert.ok(header);
  const format = anyWidth ? { ...header.format, columns: null } : header.format;
  const lines: CsvRecord[] = [];
  let steps = 0;
  let page: Pick<CsvPage, 'next' | 'error'> = { next: header.next, error: null };
  while (page.next.offset < file.length && page.error === null) {
    const from = page.next;
    const bytes = file.subarray(from.offset, from.offset + windowBytes);
    const read = parsePage({ bytes, isEnd: from.offset + bytes.length >= file.length, from }, format, most);
    assert.ok(read.error !== null || read.next.offset > from.offset, 'every page advances');
    lines.push(...read.records);
    steps += read.steps;
    page = read;
  }
  return { lines, steps, error: page.error };
}

const brief = (lines: CsvRecord[]) =>
  lines.map((line) => ('cells' in line ? [line.line, ...line.cells] : [line.line, 'refused']));
const linesOf = (text: string | Buffer, options?: Options) => readAll(text, options).lines;

describe('records', () => {
  test('quoted cells may contain delimiters, quotes and line breaks; a record has the number of its first line', () => {
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

  test('the delimiter is detected in the first line', () => {
    assert.deepEqual(['a,b', 'a;b;c', 'a\tb', '"a,b,c";d', 'a'].map(detectDelimiter), [',', ';', '\t', ';', ',']);
    assert.deepEqual(brief(linesOf('a;b\n1;2,5\n')), [[2, '1', '2,5']]);
  });

  test('a quote in the middle of a cell, or followed by text on its line, is text', () => {
    assert.deepEqual(brief(linesOf('a,b\n5" pipe,"Bo" B\n"x"y"z",1\n')), [
      [2, '5" pipe', '"Bo" B'],
      [3, '"x"y"z"', '1'],
    ]);
  });

  test('there is no header in a file that is not text or has too many columns', () => {
    for (const bytes of ['', '\n', 'PK\u0003\u0004\u0000', Buffer.from('a;b', 'utf16le'), Buffer.from([0xff, 0xfe, 0x41])])
      assert.equal(parseHeader(Buffer.from(bytes), true), undefined);
    assert.equal(parseHeader(Buffer.from(','.repeat(MAX_COLUMNS)), true), undefined);
    assert.equal(parseHeader(Buffer.from(','.repeat(MAX_COLUMNS - 1)), true)?.cells.length, MAX_COLUMNS);
  });

  test('a record with too few or too many cells is refused if the number of columns is fixed', () => {
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

  test('a line that is not UTF-8 is refused, the others are not', () => {
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

describe('files', () => {
  test('a file is read page by page from the stored position', async () => {
    const file = Buffer.from('name;phone\nAda;1\nBo;2\nCy;3\n');
    const reads: [number, number][] = [];
    const source = {
      sizeBytes: file.length,
      read: async (offset: number, maxBytes: number) => {
        reads.push([offset, maxBytes]);
        return file.subarray(offset, offset + maxBytes);
      },
    };
    const header = await readCsvHeader(source);
    assert.ok(header);
    assert.deepEqual([header.cells, header.format], [['name', 'phone'], { delimiter: ';', columns: 2 }]);
    const first = await readCsvPage(source, { from: header.next, format: header.format, maxRecords: 2 });
    assert.deepEqual(
      [brief(first.records), first.isLast],
      [
        [
          [2, 'Ada', '1'],
          [3, 'Bo', '2'],
        ],
        false,
      ],
    );
    const second = await readCsvPage(source, { from: first.next, format: header.format, maxRecords: 2 });
    assert.deepEqual(
      [brief(second.records), second.isLast, second.next],
      [[[4, 'Cy', '3']], true, { offset: file.length, line: 4 }],
    );
    assert.ok(reads.every(([, maxBytes]) => maxBytes <= CHUNK_BYTES));
  });
});

describe('broken quotes', () => {
  test('an unclosed quote, or one closed lines later, refuses one line', () => {
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

  test('a record of more than 64 KiB refuses one line', () => {
    const lines = linesOf(`a,b\n1,"${'x\n'.repeat(40_000)}3,4\n`, { most: 100_000 });
    assert.equal(lines.length, 40_001);
    assert.equal(lines[0]?.line, 2);
    assert.deepEqual(lines.at(-1), { line: 40_002, text: '3,4', cells: ['3', '4'] });
    assert.deepEqual(brief(linesOf(`a,b\n${'x'.repeat(70_000)}\n1,2\n`)), [
      [2, 'refused'],
      [3, '1', '2'],
    ]);
  });

  test('a line longer than a chunk ends the file with an error that names it', () => {
    const { lines, error } = readAll(`a,b\n1,2\n${'x'.repeat(3 * CHUNK_BYTES)}\n3,4\n`);
    assert.deepEqual(brief(lines), [[2, '1', '2']]);
    assert.match(error ?? '', /^Line 3 is longer/);
  });
});

const cell = fc.stringMatching(/^[a-z"',;\r\n é🎈]{0,12}$/u);
const isPlain = (text: string) => !/[",\r\n]/.test(text);
/** Encodes a cell as in RFC 4180; quotes are optional around plain text. */
const written = (text: string, isQuoted: boolean) => (isQuoted || !isPlain(text) ? `"${text.replaceAll('"', '""')}"` : text);

describe('properties', () => {
  test('records written by RFC 4180 are read back unchanged for any size of page and chunk', () => {
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

  test('each byte is examined at most three times, and every line is reported once', () => {
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
    test(`${JSON.stringify(line)} repeated takes work linear in the file size`, () => {
      const stepsOf = (bytes: number) => readAll(`a,b,c\n${line.repeat(bytes / line.length)}`, { most: 1_000 }).steps;
      const [small, large] = [stepsOf(100_000), stepsOf(400_000)];
      // Each page of a thousand records may scan 64 KiB ahead once.
      assert.ok(large <= 4.5 * small, `${small} steps, then ${large}`);
      const pages = Math.ceil(400_000 / line.length / 1_000);
      assert.ok(large <= 3 * 400_000 + pages * 64 * 1024, `${large} steps`);
    });
});
