import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOn } from './addresses.ts';

test('a channel gets the address that it reaches, and none if the contact has none', () => {
  const handles = [
    { type: 'email', value: 'ada@example.org' },
    { type: 'phone_number', value: '+491' },
  ];
  assert.equal(addressOn('whatsapp', handles), '+491');
  assert.equal(addressOn('email', handles), 'ada@example.org');
  assert.equal(addressOn('instagram', handles), undefined);
});
