import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { types } from '@patchbay/sdk';
import { renderedText, templateParts, valuesOfContact } from './template-text.ts';

test('variables are parts of their own', () => {
  assert.deepEqual(templateParts('Hi {{1}}, see you {{ time }}.', { 1: 'Ann' }), [
    { text: 'Hi ' },
    { variable: '1', value: 'Ann' },
    { text: ', see you ' },
    { variable: 'time', value: '' },
    { text: '.' },
  ]);
});

test('the preview has the values, and the names of those that are missing', () =>
  assert.equal(renderedText('Hi {{1}}, {{2}}', { 1: 'Ann' }), 'Hi Ann, {{2}}'));

test('names and attributes come from the contact', () => {
  const contact = { firstName: 'Ann', attributes: [{ externalId: 'order_id', value: 'HC-1' }] } as unknown as types.Contact;
  assert.deepEqual(valuesOfContact(['first_name', 'order_id', '1'], contact), { first_name: 'Ann', order_id: 'HC-1' });
});
