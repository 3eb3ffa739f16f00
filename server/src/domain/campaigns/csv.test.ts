import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Failure } from '../../platform/errors.ts';
import { checkMapping, columnsOf, personOf } from './csv-mapping.ts';

test('a mapping names known fields, each once, and one that people are known by', () => {
  const refusalOf = (mapping: Record<string, string>) => {
    try {
      checkMapping(mapping);
      return undefined;
    } catch (error) {
      return Object.keys((error as Failure).detail.invalidParams ?? {})[0];
    }
  };
  assert.equal(refusalOf({ Phone: 'phoneNumber', City: 'attributes.city', Offer: 'variables.offer', L: 'labels' }), undefined);
  assert.equal(refusalOf({ Phone: 'phoneNumber', City: 'town' }), 'audience.upload.mapping.City');
  assert.equal(refusalOf({ Phone: 'phoneNumber', City: 'attributes.1' }), 'audience.upload.mapping.City');
  assert.equal(refusalOf({ Phone: 'phoneNumber', Mobile: 'phoneNumber' }), 'audience.upload.mapping');
  assert.equal(refusalOf({ Name: 'firstName' }), 'audience.upload.mapping');
});

test('a line is read by the names of the columns; an empty cell says nothing', () => {
  const columns = columnsOf([' Phone', 'City', 'Offer', 'Tags', 'Unused'], {
    Phone: 'phoneNumber',
    City: 'attributes.city',
    Offer: 'variables.offer',
    Tags: 'labels',
  });
  assert.ok(!('missing' in columns));
  const { contact, variables } = personOf(['+1555', ' ', '20 %', 'vip; new', 'x'], columns);
  assert.deepEqual(variables, { offer: '20 %' });
  assert.deepEqual([contact.phoneNumber, contact.email, contact.attributes, contact.labels], ['+1555', null, [], ['vip', 'new']]);
  assert.deepEqual(columnsOf(['a'], { b: 'email' }), { missing: 'The file has no column b; its first line names a' });
});

test('of two columns with one name the first is read, and a name such as constructor is a name like any other', () => {
  assert.deepEqual(columnsOf(['Phone', 'Phone'], { Phone: 'phoneNumber' }), [{ field: 'phoneNumber', at: 0 }]);
  assert.deepEqual(columnsOf(['Phone', 'constructor'], { Phone: 'phoneNumber', constructor: 'variables.constructor' }), [
    { field: 'phoneNumber', at: 0 },
    { field: 'variables.constructor', at: 1 },
  ]);
  assert.ok('missing' in columnsOf(['Phone'], { toString: 'email' }));
});

test('what a message says of a file is short, however many columns there are', () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`column ${i}`, 'email']));
  const columns = columnsOf(
    Array.from({ length: 1_000 }, (_, i) => `name ${i}`),
    many,
  );
  assert.ok('missing' in columns && columns.missing.length < 600);
});
