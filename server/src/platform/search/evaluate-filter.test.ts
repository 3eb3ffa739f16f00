import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkCondition, evaluateFilter, parseCondition, valueAt } from './evaluate-filter.ts';

const data = {
  contact: {
    firstName: 'Ada',
    isSubscribed: true,
    labels: ['VIP', 'beta'],
    scores: [1, 5],
    attributes: {
      plan: 'pro',
      seats: 12,
      renewal: '2026-11-20T09:00:00.000Z',
      birthday: '1990-02-28',
      'order-id': 7,
      nothing: null,
    },
    seenAt: new Date('2026-11-15T12:00:00.000Z'),
  },
  chat: null,
  variables: { age: '42', code: '007', found: { items: [{ name: 'first' }] } },
  now: '2026-11-15T12:00:00.000Z',
};
const holds = (condition: string): boolean => evaluateFilter(parseCondition(condition), data);

for (const [condition, expected] of [
  ['eq(contact.firstName,"Ada")', true],
  ['eq(contact.firstName,"ada")', false],
  ['ne(contact.firstName,"ada")', true],
  ['contains(contact.firstName,"AD")', true],
  ['startsWith(contact.firstName,"da")', false],
  ['eq(contact.isSubscribed,true)', true],
  ['eq(contact.isSubscribed,"true")', false],
  ['gt(contact.attributes.seats,11.5)', true],
  ['gte(contact.attributes.seats,12)', true],
  ['lt(contact.attributes.seats,12)', false],
  ['lte(contact.attributes.seats,"12")', true],
  ['eq(contact.attributes.order-id,7)', true],
  ['in(contact.attributes.plan,"free","pro")', true],
  ['in(contact.attributes.plan,"free",null)', false],
  // A list is asked for its members; as elsewhere contains does not look at case.
  ['eq(contact.labels,"VIP")', true],
  ['eq(contact.labels,"vip")', false],
  ['contains(contact.labels,"vip")', true],
  ['contains(contact.labels,"vi")', false],
  ['startsWith(contact.labels,"vi")', true],
  ['ne(contact.labels,"gone")', true],
  ['in(contact.labels,"gone","beta")', true],
  ['gt(contact.scores,4)', true],
  ['isNull(contact.labels)', false],
  // Times are times, in whatever zone they are written.
  ['eq(contact.attributes.renewal,"2026-11-20T10:00:00+01:00")', true],
  ['gt(contact.attributes.renewal,"2026-11-20")', true],
  ['lt(contact.attributes.birthday,"2000-01-01T00:00:00Z")', true],
  ['lte(contact.seenAt,"2026-11-15T12:00:00Z")', true],
  ['lt(now,"2026-11-16")', true],
  // What a contact answers is a text; compared with a number it is one.
  ['gt(variables.age,18)', true],
  ['lt(variables.age,5)', false],
  ['eq(variables.code,7)', true],
  ['eq(variables.code,"7")', false],
  ['gt(contact.firstName,5)', false],
  ['lt(contact.firstName,5)', false],
  // Nothing is nothing, and not(...) of a comparison with it is true.
  ['isNull(contact.attributes.nothing)', true],
  ['isNull(contact.attributes.missing)', true],
  ['isNull(chat)', true],
  ['isNull(chat.status)', true],
  ['eq(chat.status,null)', true],
  ['ne(chat.status,null)', false],
  ['ne(chat.status,"open")', true],
  ['gt(chat.status,"a")', false],
  ['not(gt(chat.status,"a"))', true],
  ['eq(contact.attributes,"pro")', false],
  ['eq(variables.found.items.0.name,"first")', true],
  ['and(eq(now,null),isNull(chat))', false],
  ['or(eq(now,null),isNull(chat))', true],
  // Only what the data itself has can be reached.
  ['isNull(contact.__proto__)', true],
  ['isNull(contact.constructor)', true],
  ['isNull(contact.constructor.prototype)', true],
  ['isNull(contact.labels.map)', true],
  ['isNull(contact.firstName.length)', true],
  ['isNull(constructor)', true],
] as const) {
  test(`${condition} is ${expected}`, () => assert.equal(holds(condition), expected));
}

for (const [condition, part] of [
  ['eq(contact.firstName,"a"', /position 25: expected "\)"/],
  ['eq(contact.,"a")', /position 11: expected ","/],
  ['eq(contact..plan,"a")', /position 11/],
  ['eq(.plan,"a")', /position 4: expected a field name/],
  ['eq(contract.plan,"a")', /position 4: there is no contract.plan here; begin with one of contact chat/],
  ['and(isNull(chat),not(in(constructor,1)))', /position 25: there is no constructor/],
  ['gt(contact.attributes.seats,null)', /position 29: gt needs something/],
  ['contains(contact.labels,5)', /position 25: contains needs a text/],
] as const) {
  test(`checking finds the mistake in ${condition}`, () =>
    assert.match(checkCondition(condition, ['contact', 'chat']) ?? '', part));
}

test('property: a condition that passes the check evaluates over any data, and its negation is the opposite', () => {
  const path = fc.constantFrom(
    'a',
    'a.b',
    'a.b.c',
    'a.0',
    '__proto__.x',
    'a.__proto__',
    'a.constructor',
    'b.length',
    'b.toString',
  );
  const literal = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.constant('2026-01-01'),
  );
  const call = fc
    .tuple(fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'startsWith', 'in'), path, literal)
    .map(([fn, field, value]) => `${fn}(${field},${JSON.stringify(value)})`);
  const anything = fc.anything({ withDate: true, withNullPrototype: true, withSparseArray: true, withBigInt: true, maxDepth: 3 });
  fc.assert(
    fc.property(call, fc.record({ a: anything, b: anything }), (condition, scope) => {
      if (checkCondition(condition) !== undefined) return;
      const result = evaluateFilter(parseCondition(condition), scope);
      assert.equal(typeof result, 'boolean');
      assert.equal(evaluateFilter(parseCondition(`not(${condition})`), scope), !result);
    }),
    { numRuns: 3_000 },
  );
});

test('property: whatever the path, nothing inherited is reached', () => {
  const names = fc.constantFrom('a', '__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'length', '0', '');
  fc.assert(
    fc.property(fc.array(names, { minLength: 1, maxLength: 5 }), (path) => {
      const reached = valueAt({ a: { a: [{ a: 'text' }, () => 1] } }, path.join('.'));
      assert.ok(
        reached !== Object.prototype && reached !== Object && reached !== Array.prototype && reached !== Function.prototype,
      );
    }),
  );
});
