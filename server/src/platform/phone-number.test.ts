import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPhoneNumber, phoneMatch } from './phone-number.ts';

const same = (...values: string[]) => assert.equal(new Set(values.map(phoneMatch)).size, 1, values.map(phoneMatch).join(' '));

test('a number with the trunk zero in brackets is the number without it', () =>
  same('+44 (0)20 7946 0958', '+442079460958', '00442079460958', '442079460958', '+44 020 7946 0958'));
test('Argentina: 15 after the area is the 9 after the country', () =>
  same('+54 11 15 2345 6789', '+5491123456789', '+541123456789'));
test('Mexico: the 1 that providers keep', () => same('+5215512345678', '+525512345678'));
test("Brazil's ninth digit", () => same('+551198765432', '+5511998765432'));
test('a short code keeps its digits', () => {
  assert.equal(phoneMatch('72345'), '72345');
  assert.equal(phoneMatch('491234'), '491234');
});
test('what has no digits matches itself and nothing else', () => assert.notEqual(phoneMatch('((((('), phoneMatch('.....')));

test('what is accepted as a phone number, and what is not', () => {
  const good = [
    '+4915112345678',
    '004915112345678',
    '4915112345678',
    '+44 (0)20 7946 0958',
    '+1 555-000-1234',
    '+5215512345678',
    '72345',
  ];
  const bad = [
    '(((((',
    '015112345678',
    '+12',
    '+1234567',
    '+99912345678',
    '12345678901234567890',
    '+49 151 CALLME',
    '     ',
    '+4915112345678x',
  ];
  for (const value of good) assert.equal(isPhoneNumber(value), true, value);
  for (const value of bad) assert.equal(isPhoneNumber(value), false, value);
});

test('property: a matched value matches itself, however it is decorated', () => {
  const spaced = fc.stringMatching(/^\+?[0-9]([0-9 ().-]{4,22})$/);
  fc.assert(
    fc.property(spaced, (value) => {
      const once = phoneMatch(value);
      assert.equal(phoneMatch(once), once);
    }),
    { numRuns: 500 },
  );
});

test('property: brackets, dots and spaces in an international number make no other person', () => {
  const number = fc.tuple(
    fc.constantFrom('49151', '33612', '1202', '4420', '3469'),
    fc.integer({ min: 10_000_000, max: 99_999_999 }),
  );
  fc.assert(
    fc.property(number, fc.constantFrom(' ', '-', '.', ' ('), ([head, tail], sign) => {
      const digits = `${head}${tail}`.slice(0, head.startsWith('1') ? 11 : 12);
      same(`+${digits}`, `+${digits.slice(0, 4)}${sign}${digits.slice(4)}`, `00${digits}`);
    }),
  );
});
