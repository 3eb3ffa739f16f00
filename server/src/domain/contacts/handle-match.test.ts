import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { matchValue } from './handle-match.ts';

const same = (a: string, b: string) => assert.equal(matchValue('phone_number', a), matchValue('phone_number', b));
const different = (a: string, b: string) => assert.notEqual(matchValue('phone_number', a), matchValue('phone_number', b));

test('a number matches however it is written', () => same('+49 (151) 123-45678', '004915112345678'));
test("Brazil's ninth digit does not make another contact", () => same('+55 11 98765-4321', '551187654321'));
test("Argentina's 9 does not make another contact", () => same('+54 9 11 2345 6789', '541123456789'));
test("Mexico's 1 does not make another contact", () => same('+52 1 55 1234 5678', '525512345678'));
test('a Brazilian land line keeps its eight digits', () => different('+55 11 3456-7890', '+55 11 93456-7890'));
test('numbers of other countries are not changed', () => different('+1 555 123 4567', '+1 555 123 4568'));
test('addresses match without regard to case', () => assert.equal(matchValue('email', ' Ann@X.io '), 'ann@x.io'));

test('property: matching is stable, so a matched value matches itself', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+?[0-9]{5,15}$/), (number) => {
      const once = matchValue('phone_number', number);
      assert.equal(matchValue('phone_number', once), once);
    }),
  );
});
