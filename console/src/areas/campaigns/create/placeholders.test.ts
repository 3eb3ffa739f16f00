import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mistakesIn, type Preview, renderParts } from './placeholders.ts';

const contact = {
  id: '1',
  firstName: 'Ada',
  lastName: null,
  fullName: 'Ada',
  displayName: null,
  phoneNumber: '+49151',
  email: null,
  isSubscribed: true,
  labels: [{ id: 'l', name: 'vip' }],
  attributes: [{ externalId: 'city', value: 'London' }],
} as unknown as Preview;

const read = (text: string, variables = {}) =>
  renderParts(text, { contact, variables })
    .map((part) => part.text)
    .join('');

test('placeholders become values, then defaults, and an empty one is marked', () => {
  assert.equal(read('Hello {{contact.firstName|there}} in {{ contact.attributes.city }}'), 'Hello Ada in London');
  assert.equal(read('{{contact.lastName| friend }}, {{variables.offer}}', { offer: '20 %' }), 'friend, 20 %');
  assert.deepEqual(renderParts('{{contact.email}}', { contact, variables: {} }), [
    { text: '…', path: 'contact.email', isEmpty: true },
  ]);
  assert.equal(read('{{contact.labels}} {{contact.isSubscribed}}'), 'vip true');
});

test('mistakes: an unknown root, field, attribute or variable, and a placeholder without an end', () => {
  const known = { attributes: ['city'], variables: ['offer'] };
  const kinds = (text: string) => mistakesIn(text, known).map(({ kind }) => kind);
  assert.deepEqual(kinds('{{contact.firstName}} {{contact.attributes.city|x}} {{variables.offer}} {{now}}'), []);
  assert.deepEqual(kinds('{{name}} {{contact.nmae}} {{contact.attributes.town}} {{variables.x}} {{contact}}'), [
    'unknownRoot',
    'unknownField',
    'unknownAttribute',
    'unknownVariable',
    'unknownField',
  ]);
  assert.deepEqual(kinds('Hello {{contact.firstName'), ['unclosed']);
  assert.deepEqual(kinds('{{a b}}'), ['invalid']);
});
