import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Condition, operators, takesValues, toConditions, toFilterText } from './conditions.ts';
import { type Filter, FilterMistake, parseFilter, printFilter } from './grammar.ts';

const field = fc.constantFrom('firstName', 'labelId', 'attributes.city', 'attributes.order-id', 'createdAt');
const text = fc.string({ minLength: 1, unit: 'grapheme' });
const literal = fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
const notMinusZero = (value: unknown) => !Object.is(value, -0);

const record = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record<T>(model, { noNullPrototype: true });

const filter = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small' },
    record({
      fn: fc.constantFrom('eq' as const, 'gte' as const, 'contains' as const),
      field,
      value: literal.filter(notMinusZero),
    }),
    record({ fn: fc.constant('in' as const), field, values: fc.array(literal.filter(notMinusZero), { minLength: 1 }) }),
    record({ fn: fc.constant('isNull' as const), field }),
    record({ fn: fc.constant('not' as const), arg: tie('filter') }),
    record({ fn: fc.constantFrom('and' as const, 'or' as const), args: fc.array(tie('filter'), { minLength: 1, maxLength: 4 }) }),
  ),
})).filter;

test('a printed filter is read back unchanged', () => {
  fc.assert(fc.property(filter, (one) => assert.deepEqual(parseFilter(printFilter(one)), one)));
});

const condition: fc.Arbitrary<Condition> = fc
  .tuple(field, fc.constantFrom(...operators), fc.array(literal.filter(notMinusZero), { minLength: 1, maxLength: 3 }))
  .map(([name, operator, values]) => ({
    field: name,
    operator,
    values: { none: [], one: values.slice(0, 1), many: values }[takesValues(operator)],
  }));

test('conditions, filter text and address give each other back', () => {
  const conditions = fc.array(fc.array(condition, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(conditions, (wanted) => {
      const printed = toFilterText(wanted);
      const address = new URL(`https://example.com/?${new URLSearchParams({ query: String(printed) })}`);
      assert.deepEqual(toConditions(address.searchParams.get('query') ?? undefined), wanted);
    }),
  );
});

test('the example of the design', () => {
  const written = 'and(eq(labelId,"vip"),or(eq(attributes.city,"Berlin"),gte(attributes.lifetime,1000)),eq(isSubscribed,true))';
  const conditions = toConditions(written);
  assert.deepEqual(
    conditions?.map((group) => group.map((one) => `${one.field} ${one.operator} ${one.values.join()}`)),
    [['labelId is vip'], ['attributes.city is Berlin', 'attributes.lifetime atLeast 1000'], ['isSubscribed is true']],
  );
  assert.equal(toFilterText(conditions ?? []), written);
});

test('incomplete conditions are left out of the filter', () => {
  const unfinished: Condition = { field: 'email', operator: 'contains', values: [''] };
  assert.equal(toFilterText([[unfinished]]), undefined);
  assert.equal(toFilterText([[unfinished, { field: 'email', operator: 'isEmpty', values: [] }]]), 'isNull(email)');
  assert.deepEqual(toConditions(''), []);
});

test('equality with null is read as empty', () => {
  assert.equal(toConditions('eq(email,null)')?.[0]?.[0]?.operator, 'isEmpty');
  assert.equal(toConditions('not(isNull(email))')?.[0]?.[0]?.operator, 'isNotEmpty');
});

test('a filter that chips cannot show has no conditions', () => {
  assert.equal(toConditions('or(and(isNull(email),isNull(phoneNumber)),eq(isSubscribed,false))'), undefined);
  assert.equal(toConditions('not(gte(attributes.age,18))'), undefined);
});

for (const [written, position] of [
  ['eq(email', 9],
  ['eq(email,)', 10],
  ['equals(email,"a")', 1],
  ['isNull(email) x', 15],
  ['', 1],
] as const)
  test(`a mistake in ${JSON.stringify(written)} is at position ${position}`, () => {
    assert.throws(
      () => parseFilter(written),
      (error: unknown) => error instanceof FilterMistake && error.position === position,
    );
  });
