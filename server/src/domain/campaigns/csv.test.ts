import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Failure } from '../../platform/errors.ts';
import { checkMapping, columnsOf, readAudienceRecord } from './csv-mapping.ts';

test('a mapping names known fields, each once, and at least one address', () => {
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

test('a record is read by its mapped columns; empty cells are skipped', () => {
  const columns = columnsOf([' Phone', 'City', 'Offer', 'Tags', 'Unused'], {
    Phone: 'phoneNumber',
    City: 'attributes.city',
    Offer: 'variables.offer',
    Tags: 'labels',
  });
  assert.ok(!('missing' in columns));
  const { contact, variables } = readAudienceRecord(['+1555', ' ', '20 %', 'vip; new', 'x'], columns);
  assert.deepEqual(variables, { offer: '20 %' });
  assert.deepEqual([contact.phoneNumber, contact.email, contact.attributes, contact.labels], ['+1555', null, [], ['vip', 'new']]);
  assert.deepEqual(columnsOf(['a'], { b: 'email' }), { missing: 'The file has no column b; its first line names a' });
});

test('a file that an export wrote is read without the quote before phone numbers', () => {
  const columns = columnsOf(['phoneNumber', 'note'], { phoneNumber: 'phoneNumber', note: 'variables.note' });
  assert.ok(!('missing' in columns));
  const { contact, variables } = readAudienceRecord(["'+4915112345678", "O'Neil"], columns);
  assert.deepEqual([contact.phoneNumber, variables], ['+4915112345678', { note: "O'Neil" }]);
});

test('of two columns with one name the first is read, and a column can be called constructor', () => {
  assert.deepEqual(columnsOf(['Phone', 'Phone'], { Phone: 'phoneNumber' }), [{ field: 'phoneNumber', at: 0 }]);
  assert.deepEqual(columnsOf(['Phone', 'constructor'], { Phone: 'phoneNumber', constructor: 'variables.constructor' }), [
    { field: 'phoneNumber', at: 0 },
    { field: 'variables.constructor', at: 1 },
  ]);
  assert.ok('missing' in columnsOf(['Phone'], { toString: 'email' }));
});

test('the message about missing columns is short for any number of columns', () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`column ${i}`, 'email']));
  const columns = columnsOf(
    Array.from({ length: 1_000 }, (_, i) => `name ${i}`),
    many,
  );
  assert.ok('missing' in columns && columns.missing.length < 600);
});
