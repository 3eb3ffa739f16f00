import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { Client } from 'pg';
import { createTestDatabase } from '../test-kit/database.ts';
import { toWireValues } from './wire-values.ts';

const database = await createTestDatabase();
const client = new Client({ connectionString: database.url });
await client.connect();
after(async () => {
  await client.end();
  await database.drop();
});

/** Returns what PostgreSQL makes of a value, as we send it and as pg sends it. */
async function readTwice(value: unknown, type: string): Promise<[unknown, unknown]> {
  const text = `select $1::${type} as value`;
  const read = async (values: unknown[]) => (await client.query<{ value: unknown }>(text, values)).rows[0]?.value;
  return [await read(toWireValues([value])), await read([value])];
}

const storable = (text: string) => !text.includes('\0');
const odd = fc.constantFrom(
  '"',
  '\\',
  '\\n',
  '\n',
  '\t',
  '{',
  '}',
  ',',
  'NULL',
  'null',
  '',
  ' ',
  "'",
  '\u{1F600}',
  '\u007f',
  '\ud800',
  'ü',
);
const texts = fc.array(
  fc.option(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(odd).map((parts) => parts.join('')),
    ),
  ),
);

test('lists of texts arrive as pg would send them', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (list) => {
      const [ours, theirs] = await readTwice(
        list.filter((one) => one === null || storable(one)),
        'text[]',
      );
      assert.deepEqual(ours, theirs);
    }),
    { numRuns: 300 },
  );
});

test('lists of JSON texts arrive unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), async (list) => {
      const jsons = list
        .map((one) => JSON.stringify(one))
        .filter((json) => !json.includes('\\u0000') && !/\\ud[89a-f]/i.test(json));
      const [ours, theirs] = await readTwice(jsons, 'jsonb[]');
      assert.deepEqual(ours, theirs);
    }),
    { numRuns: 200 },
  );
});

test('times and lists of times, numbers and booleans arrive as pg would send them', async () => {
  const times = [
    new Date(0),
    new Date('2026-11-19T10:00:00.123Z'),
    new Date('0001-01-01T00:00:00Z'),
    new Date('9999-12-31T23:59:59.999Z'),
  ];
  for (const one of times) {
    const [ours, theirs] = await readTwice(one, 'timestamptz');
    assert.deepEqual(ours, theirs);
  }
  const lists: [unknown[], string][] = [
    [[...times, null], 'timestamptz[]'],
    [[1, -2, null], 'int[]'],
    [[1.5, 1e21, -0.25], 'float8[]'],
    [[true, false, null], 'boolean[]'],
    [[], 'uuid[]'],
    [[undefined, 'a'], 'text[]'],
    [[Buffer.from([0, 255])], 'bytea[]'],
    [
      [
        ['a', 'b"'],
        ['c', 'd'],
      ],
      'text[]',
    ],
  ];
  for (const [list, type] of lists) {
    const [ours, theirs] = await readTwice(list, type);
    assert.deepEqual(ours, theirs, `${type} ${JSON.stringify(list)}`);
  }
});

test('what pg must format itself is left to it', () => {
  const object = { a: 1 };
  const buffer = Buffer.from('x');
  assert.deepEqual(toWireValues([object, buffer, 'text', 1, null]), [object, buffer, 'text', 1, null]);
  assert.deepEqual(toWireValues([[object]]), [[object]]);
});
