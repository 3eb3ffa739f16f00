import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextSort, readAddress, readColumns, readSort, toggleColumn } from './address.ts';

const attributes = [
  { externalId: 'city', isVisibleContactsTable: true },
  { externalId: 'shoes', isVisibleContactsTable: false },
];

test('an address with wrong types is ignored part by part', () => {
  assert.deepEqual(readAddress({ query: 'eq(email,"a")', search: ['x'], sortBy: 'name', columns: '', other: 1 }), {
    query: 'eq(email,"a")',
  });
  assert.deepEqual(readAddress({ search: 49151, sortBy: 'asc(lastName)' }), { search: '49151', sortBy: 'asc(lastName)' });
  assert.deepEqual(readAddress({ sortBy: 'desc(createdAt)' }), {});
});

test('a click on a column sorts by it, a second click turns the order', () => {
  assert.equal(nextSort(readSort(), 'lastName'), 'asc(lastName)');
  assert.equal(nextSort(readSort('asc(lastName)'), 'lastName'), 'desc(lastName)');
  assert.equal(nextSort(readSort('asc(lastName)'), 'createdAt'), undefined);
  assert.equal(nextSort(readSort(), 'createdAt'), 'asc(createdAt)');
});

test('columns come from the address or from the attributes marked for the table', () => {
  assert.deepEqual(readColumns(undefined, attributes), [
    'channels',
    'phoneNumber',
    'email',
    'labels',
    'createdAt',
    'attributes.city',
  ]);
  assert.deepEqual(readColumns('email,attributes.gone', attributes), ['email']);
  const off = toggleColumn(readColumns(undefined, attributes), 'email', attributes);
  assert.equal(off, 'channels,phoneNumber,labels,createdAt,attributes.city');
  assert.equal(toggleColumn(readColumns(off, attributes), 'email', attributes), undefined);
  assert.deepEqual(readColumns(toggleColumn(['email'], 'email', attributes), attributes), []);
});
