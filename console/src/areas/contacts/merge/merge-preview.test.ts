import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { types } from '@patchbay/sdk';
import { previewMerge, suggestSurvivor } from './merge-preview.ts';

const at = '2026-11-01T00:00:00.000Z';
const contact = (id: string, given: Partial<types.Contact>): types.Contact => ({
  id,
  createdAt: at,
  updatedAt: at,
  firstName: null,
  lastName: null,
  fullName: null,
  displayName: null,
  isSubscribed: true,
  handles: [],
  labels: [],
  attributes: [],
  phoneNumber: null,
  email: null,
  chats: [],
  metadata: {},
  ...given,
});
const handle = (type: 'phone_number' | 'email', value: string, isPrimary: boolean) =>
  ({
    id: value,
    createdAt: at,
    updatedAt: at,
    type,
    value,
    isPrimary,
    extra: {},
    hasChats: false,
  }) as types.Contact['handles'][number];
const city = (value: string) => ({ id: 'a1', externalId: 'city', name: 'City', type: 'text' as const, value });

test('empty names are filled, names of the kept contact stay', () => {
  const { names } = previewMerge(contact('1', { firstName: 'Ada' }), contact('2', { firstName: 'A.', lastName: 'Lovelace' }));
  assert.deepEqual(
    names.map(({ result, from }) => [result, from]),
    [
      ['Ada', 'kept'],
      ['Lovelace', 'other'],
      [null, null],
    ],
  );
});

test('of two values of an attribute that of the kept contact stays', () => {
  const { attributes } = previewMerge(
    contact('1', { attributes: [city('Bath')] }),
    contact('2', { attributes: [city('Berlin')] }),
  );
  assert.deepEqual(attributes, [{ field: 'City', kept: 'Bath', other: 'Berlin', result: 'Bath', from: 'kept' }]);
});

test('addresses move; a primary one stays primary where the kept contact has none of its type', () => {
  const { handles } = previewMerge(
    contact('1', { handles: [handle('phone_number', '+441', true)] }),
    contact('2', { handles: [handle('phone_number', '+442', true), handle('email', 'a@example.com', true)] }),
  );
  assert.deepEqual(
    handles.map(({ value, from }) => [value.value, value.isPrimary, value.losesPrimary, from]),
    [
      ['+441', true, false, 'kept'],
      ['+442', false, true, 'other'],
      ['a@example.com', true, false, 'other'],
    ],
  );
});

test('labels of both are united', () => {
  const label = (name: string) => ({ id: name, name, color: '#000000' });
  const { labels } = previewMerge(
    contact('1', { labels: [label('vip')] }),
    contact('2', { labels: [label('vip'), label('beta')] }),
  );
  assert.deepEqual(
    labels.map(({ value, from }) => [value.name, from]),
    [
      ['vip', 'both'],
      ['beta', 'other'],
    ],
  );
});

test('the contact with more chats is suggested, else the older one', () => {
  const chat = { id: 'c', channelId: 'w', status: 'open' as const, updatedAt: at };
  const older = contact('1', { createdAt: '2025-01-01T00:00:00.000Z' });
  assert.equal(suggestSurvivor(contact('2', {}), older).id, '1');
  assert.equal(suggestSurvivor(older, contact('2', { chats: [chat] })).id, '2');
});
