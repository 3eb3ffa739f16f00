import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedContact, isAffected } from './changed-contact.ts';

test('the contact of an event is found in every kind of event', () => {
  assert.equal(changedContact({ event: 'contact.updated', data: { id: 'k' } }), 'k');
  assert.equal(changedContact({ event: 'chat.assigned', data: { id: 'c', contactId: 'k' } }), 'k');
  assert.equal(changedContact({ event: 'message.received', data: { id: 'm', contact: { id: 'k' } } }), 'k');
  assert.equal(changedContact({ event: 'contact_import.progress', data: { id: 'i' } }), undefined);
});

test('queries of the contact and short lists are affected, long lists and other areas are not', () => {
  const changes = { contactIds: new Set(['k']), areRows: true };
  const pages = (count: number) => ({ data: { pages: Array.from({ length: count }) } });
  assert.ok(isAffected({ queryKey: ['contacts', 'timeline', 'k'], state: {} }, changes));
  assert.ok(isAffected({ queryKey: ['contacts', 'list', {}], state: pages(3) }, changes));
  assert.ok(!isAffected({ queryKey: ['contacts', 'list', {}], state: pages(4) }, changes));
  assert.ok(!isAffected({ queryKey: ['contacts', 'one', 'other'], state: {} }, changes));
  assert.ok(!isAffected({ queryKey: ['contacts', 'list', {}], state: pages(1) }, { ...changes, areRows: false }));
  assert.ok(!isAffected({ queryKey: ['chats', 'one', 'k'], state: {} }, changes));
});
