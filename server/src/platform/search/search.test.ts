import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { cpuMs } from '../../test-kit/cpu.ts';
import { Failure } from '../errors.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { filterToSql } from './filter-to-sql.ts';
import { Mistake } from './mistake.ts';
import { parseFilter } from './parse-filter.ts';
import { parseSort } from './parse-sort.ts';
import { planSearch, type Searchable } from './plan.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    name: { sql: sql`name`, type: 'text', nullable: true },
    createdAt: { sql: sql`created_at`, type: 'time' },
    size: { sql: sql`size`, type: 'number' },
    isOpen: { sql: sql`is_open`, type: 'boolean' },
  },
  searchIn: sql`name`,
  defaultSort: 'desc(createdAt)',
};

const compile = (query: string) => filterToSql(parseFilter(query), searchable.fields);
const mistakeIn = (work: () => unknown): Mistake => {
  try {
    work();
  } catch (error) {
    if (error instanceof Mistake) return error;
    throw error;
  }
  throw new Error('no mistake was found');
};

test('the example of the documentation compiles to bound parameters only', () => {
  const compiled = compile(
    'and(eq(name,"active"),or(gt(createdAt,"2026-01-01T00:00:00.000Z"),contains(name,"wel_come")),not(isNull(name)))',
  );
  assert.equal(
    compiled.text,
    '((name = $1::text) and ((created_at > $2::timestamptz) or (name ilike $3)) and ((name is null) is not true))',
  );
  assert.deepEqual(compiled.values, ['active', '2026-01-01T00:00:00.000Z', '%wel\\_come%']);
});

for (const [query, position, part] of [
  ['', 1, 'expected a function'],
  ['eq', 3, 'expected "("'],
  ['eq(', 4, 'expected a field name'],
  ['eq(name', 8, 'expected ","'],
  ['eq(name,', 9, 'expected a value'],
  ['eq(name,"a"', 12, 'expected ")"'],
  ['eq(name,"a") x', 14, 'the query ends here'],
  ['equals(name,"a")', 1, 'there is no function equals'],
  ['and(eq(name,"a"),eq(nope,"b"))', 21, 'there is no field nope'],
  ['gt(size,"3")', 9, 'size is compared with a number'],
  ['eq(createdAt,"yesterday")', 14, 'a time such as'],
  ['eq(createdAt,"2026-13-45")', 14, 'a time such as'],
  ['contains(size,"3")', 10, 'works on text'],
  ['gt(name,null)', 9, 'not null'],
  ['eq(isOpen,"true")', 11, 'true or false'],
  ["eq(name,'a')", 9, 'in double quotes'],
  ['eq(__proto__,"a")', 4, 'expected a field name'],
  ['eq(constructor,"a")', 4, 'there is no field constructor'],
] as const) {
  test(`a mistake in ${JSON.stringify(query)} is named at position ${position}`, () => {
    const mistake = mistakeIn(() => compile(query));
    assert.equal(mistake.position, position);
    assert.match(mistake.message, new RegExp(part.replace(/[()"]/g, '\\$&')));
  });
}

test('8 levels and 50 functions pass, one more does not', () => {
  const nested = (levels: number) => `${'not('.repeat(levels - 1)}isNull(name)${')'.repeat(levels - 1)}`;
  parseFilter(nested(8));
  assert.match(mistakeIn(() => parseFilter(nested(9))).message, /8 levels/);
  const wide = (nodes: number) =>
    `and(${Array(nodes - 1)
      .fill('isNull(name)')
      .join(',')})`;
  parseFilter(wide(50));
  assert.match(mistakeIn(() => parseFilter(wide(51))).message, /50 functions/);
  assert.match(mistakeIn(() => parseFilter(`eq(name,"${'a'.repeat(2000)}")`)).message, /2000 characters/);
});

test('a search may have 10 text comparisons, a condition of an automation any number', () => {
  const many = (count: number) => `or(${Array(count).fill('contains(name,"a"),startsWith(name,"b")').join(',')})`;
  parseFilter(many(5));
  assert.match(mistakeIn(() => parseFilter(many(6))).message, /at most 10 of contains and startsWith/);
  parseFilter(many(20), 'condition');
});

test('a text that is no id matches nothing instead of failing in the database', () => {
  assert.equal(compile('eq(id,"abc")').text, 'false');
  assert.equal(compile('ne(id,"abc")').text, 'true');
  assert.equal(compile('in(id,"abc","def")').text, 'false');
});

test('property: whatever the text, parsing ends in a tree or in a mistake inside the text, quickly', () => {
  const grammarLike = fc.array(
    fc.constantFrom('and(', 'or(', 'not(', 'eq(', 'in(', 'name', ',', '"a"', '1', 'null', ')', ' ', '"', '\\'),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        grammarLike.map((parts) => parts.join('')),
      ),
      (text) => {
        const tookMs = cpuMs(() => {
          try {
            compile(text);
          } catch (error) {
            assert.ok(error instanceof Mistake, String(error));
            assert.ok(error.position !== null && error.position >= 1 && error.position <= text.length + 1);
          }
        });
        assert.ok(tookMs < 2_000, `${tookMs} ms`); // garbage collection may fall into it
      },
    ),
    { numRuns: 5_000 },
  );
});

test('property: a value never becomes SQL, whatever it holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      if (value.includes('\0')) return;
      const compiled = compile(`eq(name,${JSON.stringify(value)})`);
      assert.equal(compiled.text, '(name = $1::text)');
      assert.deepEqual(compiled.values, [value]);
    }),
  );
});

test('sorting: directions, mistakes and no key twice', () => {
  assert.deepEqual(
    parseSort('desc(createdAt), asc(name)').map((key) => [key.direction, key.field.text]),
    [
      ['desc', 'createdAt'],
      ['asc', 'name'],
    ],
  );
  assert.equal(mistakeIn(() => parseSort('up(name)')).position, 1);
  assert.equal(mistakeIn(() => parseSort('asc(name),desc(name)')).position, 16);
  assert.equal(mistakeIn(() => parseSort('asc(name),')).position, 11);
});

test('ties are broken by id, and nullable fields come last', () => {
  const plan = planSearch(searchable, { sortBy: 'asc(name)' });
  assert.equal(plan.orderBy.text, 'name asc nulls last,id asc');
});

test('every mistake of a search is named at once, under its own parameter', () => {
  assert.throws(
    () => planSearch(searchable, { query: 'eq(', sortBy: 'up(x)', pagination: { cursor: 'rubbish', limit: 10 } }),
    (error: Failure) => {
      assert.deepEqual(Object.keys(error.detail.invalidParams ?? {}), ['query', 'sortBy', 'pagination.cursor']);
      return error.key === 'invalid_body_params';
    },
  );
});

test('a cursor belongs to its sort order', () => {
  const cursor = encodeCursor('asc(name)', ['a', '01890000-0000-7000-8000-000000000000']);
  const plan = planSearch(searchable, { sortBy: 'asc(name)', pagination: { cursor, limit: 5 } });
  assert.match(
    plan.after.text,
    /^\(\(\(name > \$1::text or name is null\)\) or \(name is not distinct from \$2::text and id > \$3::uuid\)\)$/,
  );
  assert.throws(() => planSearch(searchable, { sortBy: 'desc(name)', pagination: { cursor, limit: 5 } }), Failure);
});

test('a cursor over keys that go one way and have no nulls is compared as a row, with its time as fine as it was', () => {
  const at = '2026-11-15 12:00:00.123456+00';
  const id = '01890000-0000-7000-8000-000000000000';
  const cursor = encodeCursor('desc(createdAt)', [at, id]);
  const plan = planSearch(searchable, { pagination: { cursor, limit: 5 } });
  assert.equal(plan.after.text, '((created_at,id) < ($1::timestamptz,$2::uuid))');
  assert.deepEqual(plan.after.values, [at, id]);
});

const listed: Searchable = {
  ...searchable,
  fields: {
    ...searchable.fields,
    tag: { sql: sql`t.id`, type: 'id', some: (condition) => sql`exists (select 1 from tags t where ${condition})` },
    'extra.*': (name) => ({
      sql: sql`e.value`,
      type: 'json',
      some: (condition) => sql`exists (select 1 from extras e where e.name = ${name} and ${condition})`,
    }),
  },
};
const whereOf = (query: string) => planSearch(listed, { query }).where;

test('of a field with several values one must meet the condition; ne and isNull say that none does', () => {
  const id = '01890000-0000-7000-8000-000000000000';
  assert.equal(whereOf(`eq(tag,"${id}")`).text, 'exists (select 1 from tags t where (t.id = $1::uuid))');
  assert.equal(whereOf(`in(tag,"${id}","nonsense")`).text, 'exists (select 1 from tags t where (t.id in ($1::uuid)))');
  assert.equal(whereOf(`ne(tag,"${id}")`).text, '(not exists (select 1 from tags t where (t.id = $1::uuid)))');
  for (const query of ['isNull(tag)', 'eq(tag,null)'])
    assert.equal(whereOf(query).text, '(not exists (select 1 from tags t where true))', query);
  assert.equal(whereOf('ne(tag,null)').text, 'exists (select 1 from tags t where true)');
});

test('a field behind a dot is bound by its name, and compared with values of its own type', () => {
  const { text, values } = whereOf('gt(extra.age,5)');
  assert.equal(
    text,
    'exists (select 1 from extras e where e.name = $1 and (jsonb_typeof(e.value) = $2 and (e.value > $3::jsonb)))',
  );
  assert.deepEqual(values, ['age', 'number', '5']);
  assert.deepEqual(whereOf('eq(extra.plan,"a\\"b")').values, ['plan', '"a\\"b"']);
  for (const query of ['eq(extra.plan,"\\ud800")', 'eq(extra.plan,"\\u0000")'])
    assert.match(whereOf(query).text, /and false\)$/, `${query}: PostgreSQL has no such JSON text`);
});

for (const [query, position, part] of [
  ['eq(extra,"a")', 4, 'there is no field extra; there are id name createdAt size isOpen tag extra.*'],
  ['eq(name.x,"a")', 4, 'there is no field name.x'],
  ['eq(constructor.x,"a")', 4, 'there is no field constructor.x'],
  ['gt(tag,null)', 8, 'not null'],
  ['gt(extra.age,null)', 14, 'not null'],
  ['in(extra.age,null)', 14, 'a text, a number, true or false'],
  ['contains(tag,"a")', 10, 'works on text'],
] as const)
  test(`a mistake about several values in ${query} is named at position ${position}`, () => {
    assert.throws(
      () => whereOf(query),
      ({ detail }: Failure) =>
        detail.invalidParams?.query?.message.startsWith(`At position ${position}: `) &&
        detail.invalidParams.query.message.includes(part),
    );
  });

test('rows cannot be sorted by a field with several values', () => {
  for (const sortBy of ['asc(tag)', 'desc(extra.age)']) assert.throws(() => planSearch(listed, { sortBy }), Failure, sortBy);
});

test('where candidates are named, only they are asked for the part; other texts are asked as ever', () => {
  const searchIn = sql`title`;
  const titled: Searchable = {
    ...searchable,
    searchIn,
    fields: { ...searchable.fields, title: { sql: searchIn, type: 'text' } },
  };
  const few = (part: string) => (part === 'rare' ? ['an id'] : ('many' as const));
  const where = (query: string, search?: string) => planSearch(titled, { query, ...(search && { search }) }, few).where;
  assert.equal(where('contains(title,"rare")').text, '(id = any($1::uuid[]) and (title ilike $2))');
  assert.deepEqual(where('startsWith(title,"rare")').values, [['an id'], 'rare%']);
  assert.equal(where('contains(title,"common")').text, 'coalesce((title ilike $1), false)');
  assert.equal(where('contains(name,"common")').text, '(name ilike $1)');
  assert.equal(where('contains(name,"rare")', 'rare').text, '(name ilike $1) and (id = any($2::uuid[]) and (title ilike $3))');
});

const readNumber = (value: string) => decodeCursor(encodeCursor('asc(n)', [value]), 'asc(n)', ['number']);

test('property: a cursor takes numbers as PostgreSQL writes them', () => {
  const numbers = fc.oneof(
    fc.bigInt().map(String),
    fc.integer().map(String),
    fc.tuple(fc.integer(), fc.nat()).map((two) => two.join('.')),
  );
  fc.assert(fc.property(numbers, (number) => assert.deepEqual(readNumber(number), [number])));
});

for (const value of ['0x10', '0b1', '0o7', '1e-400000', ' 1', '1_000', '.', '', 'NaN', 'Infinity', '--1'])
  test(`a cursor with the number "${value}" is refused`, () =>
    assert.throws(() => readNumber(value), /does not belong to this search/));
