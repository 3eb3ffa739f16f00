import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { type CsvLine, type Place, readCsv } from './read-csv.ts';

/** As a store gives bytes: from a place on, in pieces of any size. */
const from = (bytes: Buffer, offset: number, size = 7): Readable =>
  Readable.from(
    (function* () {
      for (let i = offset; i < bytes.length; i += size) yield bytes.subarray(i, Math.min(i + size, bytes.length));
    })(),
    { objectMode: false },
  );

async function readAll(text: string, most: number): Promise<{ lines: CsvLine[]; error: string | null }> {
  const bytes = Buffer.from(text);
  const lines: CsvLine[] = [];
  let place: Place = { offset: 0, line: 0 };
  for (;;) {
    const page = await readCsv(from(bytes, place.offset), place, ',', most);
    lines.push(...page.lines);
    place = page.next;
    if (page.lines.length < most || page.error !== null) return { lines, error: page.error };
  }
}

const cellsOf = (lines: CsvLine[]) => lines.map(({ cells }) => cells);

test('a file is read alike however many lines are read at a time, and wherever it is cut', async () => {
  const text = '\ufeffname,city\r\n"Ada, the first",Zürich\r\n\r\n"two\nlines",x\nemoji 🎈,"say ""hi"""\nlast,';
  const whole = await readAll(text, 100);
  assert.deepEqual(cellsOf(whole.lines), [
    ['name', 'city'],
    ['Ada, the first', 'Zürich'],
    ['two\nlines', 'x'],
    ['emoji 🎈', 'say "hi"'],
    ['last', ''],
  ]);
  for (const most of [1, 2, 3]) assert.deepEqual(await readAll(text, most), whole, `${most} at a time`);
});

test('lines are numbered as an editor numbers them, and keep their text', async () => {
  const { lines } = await readAll('a,b\n1,2\n\n3,4\n', 2);
  assert.deepEqual(
    lines.map(({ line, text }) => [line, text]),
    [
      [1, 'a,b'],
      [2, '1,2'],
      [4, '3,4'],
    ],
  );
});

test('a quote that never ends is said where it is, and the lines before it are there', async () => {
  const { lines, error } = await readAll('a,b\n1,2\n"3,4\n5,6\n', 10);
  assert.deepEqual(cellsOf(lines), [
    ['a', 'b'],
    ['1', '2'],
  ]);
  assert.match(error ?? '', /^After line 2 /);
});

test('bytes that are no CSV at all are read without harm', async () => {
  const { lines } = await readAll('\0\x01\x02\xff,\n,,,\n', 10);
  assert.equal(lines.length, 2);
});

test('of 100,000 lines each page reads its own bytes and a few pieces more, so it makes no difference how many there are', async () => {
  const bytes = Buffer.from(`name,city\n${Array.from({ length: 100_000 }, (_, i) => `Person ${i},"City, ${i}"`).join('\n')}`);
  const piece = 65_536;
  let place: Place = { offset: 0, line: 0 };
  let lines = 0;
  for (let isMore = true; isMore; ) {
    let given = 0;
    const source = from(bytes, place.offset, piece);
    const counted = Readable.from(
      (async function* () {
        for await (const chunk of source as AsyncIterable<Buffer>) {
          given += chunk.length;
          yield chunk;
        }
      })(),
      { objectMode: false, highWaterMark: piece },
    );
    const page = await readCsv(counted, place, ',', 500);
    assert.ok(
      given <= page.next.offset - place.offset + 4 * piece,
      `a page of ${page.next.offset - place.offset} bytes read ${given}`,
    );
    lines += page.lines.length;
    isMore = page.lines.length === 500;
    place = page.next;
  }
  assert.deepEqual([lines, place.line, place.offset], [100_001, 100_001, bytes.length]);
});
