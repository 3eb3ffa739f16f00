import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessDelimiter, readPreview } from '../../../people/csv/csv-preview.ts';
import { mappingFaults, suggestMapping } from '../../../people/csv/suggest-mapping.ts';
import { refusedCsv } from './refused-csv.ts';

const attributes = [{ externalId: 'city', name: 'Stadt' }];

test('a German export is mapped by the names of its columns', () => {
  const { header, rows, delimiter } = readPreview(
    '\ufeffVorname;Nachname;Handy;E-Mail;Tags;Stadt;Notiz\r\nGrace;Hopper;0151 23456789;grace@example.com;vip;Berlin;"a; ""b"""\r\n',
    true,
    5,
  );
  assert.equal(delimiter, ';');
  assert.deepEqual(rows[0]?.slice(-1), ['a; "b"']);
  assert.deepEqual(suggestMapping(header, rows, attributes), {
    Vorname: 'firstName',
    Nachname: 'lastName',
    Handy: 'phoneNumber',
    'E-Mail': 'email',
    Tags: 'labels',
    Stadt: 'attributes.city',
  });
});

test('columns with unknown names are mapped by their values, each field once', () => {
  const mapping = suggestMapping(
    ['a', 'b', 'c', 'd'],
    [
      ['+49 151 23456789', 'ada@example.com', '12', 'bob@example.com'],
      ['', 'eve@example.com', '13', ''],
    ],
    [],
  );
  assert.deepEqual(mapping, { a: 'phoneNumber', b: 'email' });
});

test('a cut file loses its last line, a quoted line break does not end a row', () => {
  const { rows } = readPreview('name,phone\n"Ada\nLovelace",+441\nCharles,+44', false, 5);
  assert.deepEqual(rows, [['Ada\nLovelace', '+441']]);
});

test('preview has at most the wanted rows', () => {
  assert.equal(readPreview(`name,phone\n${'a,b\n'.repeat(100)}`, true, 5).rows.length, 5);
});

test('delimiters are recognised by the first line', () => {
  assert.equal(guessDelimiter('a,b;c\td,e'), ',');
  assert.equal(guessDelimiter('"a,b,c";d'), ';');
  assert.equal(guessDelimiter('a\tb'), '\t');
});

test('a mapping without an address or with a field twice is refused, labels may repeat', () => {
  assert.deepEqual(mappingFaults({ a: 'firstName' }), [{ fault: 'noAddress' }]);
  assert.deepEqual(mappingFaults({ a: 'email', b: 'email' }), [{ fault: 'usedTwice', target: 'email', columns: ['a', 'b'] }]);
  assert.deepEqual(mappingFaults({ a: 'email', b: 'labels', c: 'labels' }), []);
});

test('refused lines are quoted and cannot be formulas', () => {
  assert.equal(
    refusedCsv([{ line: 3, reason: 'email: "x" is no address', text: '=HYPERLINK(1);x' }]),
    'line,reason,text\r\n3,"email: ""x"" is no address","\'=HYPERLINK(1);x"',
  );
});
