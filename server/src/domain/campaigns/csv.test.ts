import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Failure } from '../../platform/errors.ts';
import { checkMapping, columnsOf, personOf } from './csv-mapping.ts';
import { type CsvLine, delimiterOf, readHeader, readPage } from './csv-page.ts';

/** Reads a whole file as the import does, in steps of a few lines and windows of a few bytes. */
function readAll(text: string | Buffer, { most = 3, windowBytes = 1_000_000 } = {}): CsvLine[] {
  const file = Buffer.from(text);
  const header = readHeader(file);
  assert.ok(header);
  const lines: CsvLine[] = [];
  let { bytes: position, nextLine } = header;
  while (position < file.length) {
    const part = file.subarray(position, position + windowBytes);
    const page = readPage(part, position + part.length >= file.length, header.shape, nextLine, most);
    assert.ok(page.bytes > 0, 'every step goes on');
    lines.push(...page.lines);
    position += page.bytes;
    nextLine = page.nextLine;
  }
  return lines;
}

const brief = (lines: CsvLine[]) => lines.map((line) => ('cells' in line ? [line.line, ...line.cells] : [line.line, 'refused']));

test('cells may be quoted, hold delimiters, quotes and line breaks; lines are numbered as an editor numbers them', () => {
  const file = '\uFEFFname,phone\r\n"Ada, L.",+1555\r\n\r\n"Bo ""B"" B","+1\n556"\r\n,,\r\nCy,+1557';
  assert.deepEqual(brief(readAll(file)), [
    [2, 'Ada, L.', '+1555'],
    [4, 'Bo "B" B', '+1\n556'],
    [7, 'Cy', '+1557'],
  ]);
});

test('semicolons and tabs are seen in the first line', () => {
  assert.deepEqual(['a,b', 'a;b;c', 'a\tb', '"a,b,c";d', 'a'].map(delimiterOf), [',', ';', '\t', ';', ',']);
  assert.deepEqual(brief(readAll('a;b\n1;2,5\n')), [[2, '1', '2,5']]);
});

test('a line with too few or too many cells is refused, and says how many there should be', () => {
  const lines = readAll('a,b\n1\n1,2,3\n1,2\n');
  assert.deepEqual(brief(lines), [
    [2, 'refused'],
    [3, 'refused'],
    [4, '1', '2'],
  ]);
  assert.deepEqual(lines[0], { line: 2, text: '1', reason: 'This line has 1 cells, the first line of the file has 2' });
});

test('a quote that is never closed, or closed lines later, refuses its line and no other', () => {
  const open = readAll('a,b\n1,2\n"3,4\n5,6\n7,8\n');
  assert.deepEqual(brief(open), [
    [2, '1', '2'],
    [3, 'refused'],
    [4, '5', '6'],
    [5, '7', '8'],
  ]);
  assert.equal(open[1]?.text, '"3,4');
  const later = readAll('a,b\n"3,4\n5,6\n7,"8"\n9,0\n');
  assert.deepEqual(brief(later), [
    [2, 'refused'],
    [3, '5', '6'],
    [4, '7', '8'],
    [5, '9', '0'],
  ]);
});

test('a line that is not UTF-8 is refused alone', () => {
  const file = Buffer.concat([Buffer.from('a,b\n1,2\n'), Buffer.from([0xe9, 0x2c, 0x33, 0x0a]), Buffer.from('4,\u0000\n5,6\n')]);
  assert.deepEqual(brief(readAll(file)), [
    [2, '1', '2'],
    [3, 'refused'],
    [4, 'refused'],
    [5, '5', '6'],
  ]);
});

test('a file that is no text has no first line', () => {
  for (const bytes of ['', '\n', 'PK\u0003\u0004\u0000', Buffer.from('a;b', 'utf16le'), Buffer.from([0xff, 0xfe, 0x41])])
    assert.equal(readHeader(Buffer.from(bytes)), undefined);
});

test('a line of more than 64 KiB is refused, and the next one is read', () => {
  const lines = readAll(`a,b\n1,"${'x\n'.repeat(40_000)}\n`, { most: 100_000 });
  assert.equal(lines.length, 40_000);
  assert.deepEqual(lines[0]?.line, 2);
  assert.ok(lines.every((line) => 'reason' in line));
});

test('however a file is cut into steps and windows, every line is read once', () => {
  const cell = fc.stringMatching(/^[a-z"',;\n é]{1,12}$/).map((text) => `"${text.replaceAll('"', '""')}"`);
  const rows = fc.array(fc.tuple(fc.oneof(cell, fc.constant('x')), cell), { maxLength: 40 });
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 2_000 }), (rows, most, extra) => {
      const file = `a,b\n${rows.map((row) => row.join(',')).join('\n')}`;
      const whole = readAll(file, { most: 1_000 });
      assert.deepEqual(readAll(file, { most, windowBytes: 64 * 1024 + extra }), whole);
      assert.deepEqual(readAll(file, { most, windowBytes: 400 + extra }), whole, 'no line is longer than the window');
    }),
  );
});

test('a mapping names known fields, each once, and one that people are known by', () => {
  const refusalOf = (mapping: Record<string, string>) => {
    try {
      checkMapping(mapping);
      return undefined;
    } catch (error) {
      return Object.keys((error as Failure).detail.invalidParams ?? {})[0];
    }
  };
  assert.equal(refusalOf({ Phone: 'phoneNumber', City: 'attributes.city', Offer: 'variables.offer', L: 'labels' }), undefined);
  assert.equal(refusalOf({ Phone: 'phoneNumber', City: 'town' }), 'audience.upload.mapping.City');
  assert.equal(refusalOf({ Phone: 'phoneNumber', City: 'attributes.1' }), 'audience.upload.mapping.City');
  assert.equal(refusalOf({ Phone: 'phoneNumber', Mobile: 'phoneNumber' }), 'audience.upload.mapping');
  assert.equal(refusalOf({ Name: 'firstName' }), 'audience.upload.mapping');
});

test('a line is read by the names of the columns; an empty cell says nothing', () => {
  const columns = columnsOf([' Phone', 'City', 'Offer', 'Tags', 'Unused'], {
    Phone: 'phoneNumber',
    City: 'attributes.city',
    Offer: 'variables.offer',
    Tags: 'labels',
  });
  assert.ok(!('missing' in columns));
  const { contact, variables } = personOf(['+1555', ' ', '20 %', 'vip; new', 'x'], columns);
  assert.deepEqual(variables, { offer: '20 %' });
  assert.deepEqual([contact.phoneNumber, contact.email, contact.attributes, contact.labels], ['+1555', null, [], ['vip', 'new']]);
  assert.deepEqual(columnsOf(['a'], { b: 'email' }), { missing: 'The file has no column b; its first line names a' });
});
