import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '../test-kit/given.ts';

type Listed = { event: string; data: { id?: string } };

async function givenContact() {
  const it = await given();
  const contact = await it.tenant.contact();
  const search = (id: string, body: object = {}) => it.post(`/v3/contacts/${id}/timeline/search`, body);
  const types = async (id: string) => (await search(id)).body.data.map(({ event }: Listed) => event);
  return { ...it, contact, search, types };
}

test('POST /v3/contacts/:contactId/timeline/search 200: events about the contact, the latest first, by pages', async () => {
  const { contact, tenant, put, search, types } = await givenContact();
  await tenant.contact();
  await put(`/v3/contacts/${contact.id}`, { firstName: 'Ada' });
  await put(`/v3/contacts/${contact.id}`, { isSubscribed: false });
  assert.deepEqual(await types(contact.id), ['contact.updated', 'consent.recorded', 'contact.updated', 'contact.created']);
  const first = await search(contact.id, { query: 'eq(event,"contact.updated")', pagination: { limit: 1 } });
  assert.equal(first.body.pagination.total, 2);
  const next = await search(contact.id, {
    query: 'eq(event,"contact.updated")',
    pagination: { limit: 1, cursor: first.body.pagination.nextCursor },
  });
  assert.notEqual(next.body.data[0].id, first.body.data[0].id);
});

test('POST /v3/contacts/:contactId/timeline/search 200: after a merge with the events of both, by either id', async () => {
  const { contact, tenant, post, types } = await givenContact();
  const other = await tenant.contact();
  await post(`/v3/contacts/${contact.id}/merge`, { contactId: other.id });
  const expected = ['contact.merged', 'contact.created', 'contact.created'];
  assert.deepEqual(await types(contact.id), expected);
  assert.deepEqual(await types(other.id), expected);
});

test('POST /v3/contacts/:contactId/timeline/search 200: chats are in it, messages and changes of lists are not', async () => {
  const { tenant, post, types } = await givenContact();
  const chat = await tenant.chat();
  await post(`/v3/chats/${chat.id}/status`, { status: 'closed' });
  const listed: string[] = await types(chat.contactId);
  assert.ok(listed.includes('chat.status_changed') && listed.includes('chat.created'), listed.join());
  assert.ok(!listed.includes('chat.updated') && !listed.some((type) => type.startsWith('message.')), listed.join());
});

test('POST /v3/contacts/:contactId/timeline/search 404: of nobody, and of another tenant', async () => {
  const { search, otherTenant } = await givenContact();
  const theirs = await otherTenant.contact();
  for (const id of ['01890000-0000-7000-8000-000000000000', theirs.id, 'x']) {
    const { status, body } = await search(id);
    assert.deepEqual([status, body.error.messageKey], [404, 'contact_not_found']);
  }
});
