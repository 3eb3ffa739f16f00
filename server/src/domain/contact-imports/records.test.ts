import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsOf, readContact } from './contact-record.ts';
import { toCells, toCsv } from './export-record.ts';

const header = ['Name', 'Phone', 'Mail', 'Tags', 'Size', 'Ignored'];
const mapping = {
  Name: 'firstName',
  Phone: 'phoneNumber',
  Mail: 'email',
  Tags: 'labels',
  Size: 'attributes.shoe_size',
} as const;

const read = (names: string[], cells: string[], defaultCountry: string | null = null) =>
  readContact(columnsOf(names, mapping), cells, { defaultCountry, labelSeparator: /;/ });

test('a record is read by its mapped columns; empty cells and unmapped columns are skipped', () => {
  assert.deepEqual(read(header, [' Ada ', '+4915112345678', '', 'vip; beta ;', '38', 'x']), {
    firstName: 'Ada',
    lastName: null,
    phoneNumber: '+4915112345678',
    email: null,
    attributes: [{ externalId: 'shoe_size', value: '38' }],
    labels: ['vip', 'beta'],
  });
  assert.equal(read(header, ['Ada']).phoneNumber, null, 'a record with too few cells');
});

test('a number in national format gets the country code; one in international format stays', () => {
  const phoneOf = (text: string, country: string | null) => read(['Phone'], [text], country).phoneNumber;
  assert.equal(phoneOf('0151 12345678', 'DE'), '+4915112345678');
  assert.equal(phoneOf('+44 20 7946 0958', 'DE'), '+44 20 7946 0958');
  assert.equal(phoneOf('0044 20 7946 0958', 'DE'), '0044 20 7946 0958');
  assert.equal(phoneOf('0151 12345678', null), '0151 12345678');
  assert.equal(phoneOf('nonsense', 'DE'), 'nonsense', 'invalid text stays as it is and is refused later');
});

test('an export escapes formulas, and an import removes the escape', () => {
  const names = ['=1+1', '+49151', '-2', '@sum', "O'Neil", 'Ada'];
  const written = toCsv(names.map((name) => [name]));
  assert.deepEqual(written.split('\r\n').slice(0, -1), ["'=1+1", "'+49151", "'-2", "'@sum", "O'Neil", 'Ada']);
  const firstNames = names.map((_, i) => read(['Name'], [written.split('\r\n')[i] ?? '']).firstName);
  assert.deepEqual(firstNames, names);
});

test('an export has the requested columns', () => {
  const contact = {
    id: 'id',
    firstName: 'Ada',
    lastName: null,
    isSubscribed: false,
    labels: [
      { id: '1', name: 'vip', color: '' },
      { id: '2', name: 'beta', color: '' },
    ],
    attributes: [{ id: '3', externalId: 'tags', name: 'Tags', type: 'multi_select', value: ['a', 'b'] }],
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
  };
  const columns = ['firstName', 'lastName', 'isSubscribed', 'labels', 'attributes.tags', 'attributes.none', 'createdAt'];
  assert.deepEqual(toCells(contact as never, columns), ['Ada', '', 'false', 'vip;beta', 'a;b', '', '2026-01-02T03:04:05.678Z']);
});

test('a column can be called constructor or __proto__', () => {
  const names = ['constructor', '__proto__', 'toString', 'Mail'];
  assert.deepEqual(columnsOf(names, mapping), [{ field: 'email', at: 3 }]);
  const mapped = JSON.parse('{"constructor": "firstName", "__proto__": "lastName", "Mail": "email"}');
  assert.deepEqual(
    readContact(columnsOf(names, mapped), ['a', 'b', 'c', 'd@example.com'], { defaultCountry: null, labelSeparator: /;/ }),
    {
      firstName: 'a',
      lastName: 'b',
      phoneNumber: null,
      email: 'd@example.com',
      attributes: [],
      labels: [],
    },
  );
});
