import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLine, targetsOf } from './read-line.ts';
import { toCells, toLines } from './write-line.ts';

const header = ['Name', 'Phone', 'Mail', 'Tags', 'Size', 'Ignored'];
const mapping = {
  Name: 'firstName',
  Phone: 'phoneNumber',
  Mail: 'email',
  Tags: 'labels',
  Size: 'attributes.shoe_size',
} as const;

test('a line says what its columns mean; an empty cell, and a column nobody mapped, say nothing', () => {
  assert.deepEqual(readLine(targetsOf(header, mapping), [' Ada ', '+4915112345678', '', 'vip; beta ;', '38', 'x'], null), {
    firstName: 'Ada',
    lastName: null,
    phoneNumber: '+4915112345678',
    email: null,
    attributes: [{ externalId: 'shoe_size', value: '38' }],
    labels: ['vip', 'beta'],
  });
  assert.equal(readLine(targetsOf(header, mapping), ['Ada'], null).phoneNumber, null, 'a short line');
});

test('a number written as at home gets the country’s code; one written for the whole environment stays', () => {
  const phoneOf = (text: string, country: string | null) => readLine(targetsOf(['Phone'], mapping), [text], country).phoneNumber;
  assert.equal(phoneOf('0151 12345678', 'DE'), '+4915112345678');
  assert.equal(phoneOf('+44 20 7946 0958', 'DE'), '+44 20 7946 0958');
  assert.equal(phoneOf('0044 20 7946 0958', 'DE'), '0044 20 7946 0958');
  assert.equal(phoneOf('0151 12345678', null), '0151 12345678');
  assert.equal(phoneOf('nonsense', 'DE'), 'nonsense', 'what cannot be read is refused later, as it was given');
});

test('no cell of an export is a formula, and what it became is read back as it was', () => {
  const names = ['=1+1', '+49151', '-2', '@sum', "O'Neil", 'Ada'];
  const written = toLines(names.map((name) => [name]));
  assert.deepEqual(written.split('\r\n').slice(0, -1), ["'=1+1", "'+49151", "'-2", "'@sum", "O'Neil", 'Ada']);
  const read = names.map((_, i) => readLine(targetsOf(['Name'], mapping), [written.split('\r\n')[i] ?? ''], null).firstName);
  assert.deepEqual(read, names);
});

test('a contact becomes the cells that were asked for', () => {
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

test('a column may have a name that every object has', () => {
  const names = ['constructor', '__proto__', 'toString', 'Mail'];
  assert.deepEqual(targetsOf(names, mapping), [undefined, undefined, undefined, 'email']);
  const mapped = JSON.parse('{"constructor": "firstName", "__proto__": "lastName", "Mail": "email"}');
  assert.deepEqual(readLine(targetsOf(names, mapped), ['a', 'b', 'c', 'd@example.com'], null), {
    firstName: 'a',
    lastName: 'b',
    phoneNumber: null,
    email: 'd@example.com',
    attributes: [],
    labels: [],
  });
});
