import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '../test-kit/given.ts';
import { nextPhoneNumber } from '../test-kit/tenant.ts';

type Handle = { id: string; type: string; value: string; isPrimary: boolean };

async function givenContact() {
  const it = await given();
  const contact = await it.tenant.contact();
  const path = `/v3/contacts/${contact.id}`;
  const handles = async (): Promise<Handle[]> => (await it.get(path)).body.data.handles;
  return { ...it, contact, path, handles, add: (body: object) => it.post(`${path}/handles`, body) };
}

test('POST /v3/contacts/:contactId/handles 200: the first of a type is primary, a later one if it says so', async () => {
  const { add, path, get, post } = await givenContact();
  const email = `ada-${Date.now()}@example.com`;
  const mail = await add({ type: 'email', value: email });
  assert.equal(mail.status, 200, mail.text);
  assert.equal(mail.body.data.email, email);
  const [second, third] = [nextPhoneNumber(), nextPhoneNumber()];
  assert.notEqual((await add({ type: 'phone_number', value: second })).body.data.phoneNumber, second);
  assert.equal((await add({ type: 'phone_number', value: third, isPrimary: true })).body.data.phoneNumber, third);
  assert.equal((await add({ type: 'phone_number', value: second, isPrimary: true })).body.data.phoneNumber, second);
  const { handles } = (await get(path)).body.data;
  assert.equal(handles.filter(({ type }: Handle) => type === 'phone_number').length, 3);
  assert.equal(handles.filter(({ type, isPrimary }: Handle) => type === 'phone_number' && isPrimary).length, 1);
  const events = await post('/v3/events/search', { query: 'eq(event,"contact.updated")' });
  assert.equal(events.body.pagination.total, 4);
});

test('POST /v3/contacts/:contactId/handles 200: one that the contact has, in another spelling, changes nothing', async () => {
  const { add, handles, contact } = await givenContact();
  const before = await handles();
  const spelt = `${contact.phoneNumber?.slice(0, 5)} ${contact.phoneNumber?.slice(5)}`;
  assert.equal((await add({ type: 'phone_number', value: spelt })).status, 200);
  assert.deepEqual(await handles(), before);
});

test('POST /v3/contacts/:contactId/handles 409, 400, 404: of another contact, malformed, of nobody', async () => {
  const { add, tenant, post } = await givenContact();
  const other = await tenant.contact();
  const taken = await add({ type: 'phone_number', value: other.phoneNumber });
  assert.deepEqual([taken.status, taken.body.error.messageKey], [409, 'conflict']);
  assert.equal((await add({ type: 'email', value: 'no address' })).status, 400);
  const nobody = await post('/v3/contacts/01890000-0000-7000-8000-000000000000/handles', { type: 'external', value: 'x' });
  assert.deepEqual([nobody.status, nobody.body.error.messageKey], [404, 'contact_not_found']);
  for (let i = 1; i < 50; i++) assert.equal((await add({ type: 'external', value: `x${i}-${other.id}` })).status, 200);
  assert.match((await add({ type: 'external', value: `last-${other.id}` })).body.error.message, /at most 50/);
});

test('POST /v3/contacts/:contactId/handles 200: who has unsubscribed stays unsubscribed at the new address', async () => {
  const { add, put, path } = await givenContact();
  await put(path, { isSubscribed: false });
  assert.equal((await add({ type: 'email', value: `stop-${Date.now()}@example.com` })).body.data.isSubscribed, false);
});

test('DELETE /v3/contacts/:contactId/handles/:handleId 200: the oldest other one becomes primary; the last may go', async () => {
  const { add, del, path, handles, get } = await givenContact();
  const second = nextPhoneNumber();
  await add({ type: 'phone_number', value: second });
  const [first] = await handles();
  const gone = await del(`${path}/handles/${first?.id}`);
  assert.deepEqual(gone.body.data, { deletedIds: [first?.id], notFoundIds: [] });
  assert.equal((await get(path)).body.data.phoneNumber, second);
  const [last] = await handles();
  assert.equal((await del(`${path}/handles/${last?.id}`)).status, 200);
  assert.deepEqual(await handles(), []);
  const again = await del(`${path}/handles/${last?.id}`);
  assert.deepEqual(again.body.data, { deletedIds: [], notFoundIds: [last?.id] });
});

test('DELETE /v3/contacts/:contactId/handles/:handleId 409: a handle with chats; another contact’s handle is not found', async () => {
  const { tenant, del, otherTenant } = await givenContact();
  const chat = await tenant.chat();
  const busy = await del(`/v3/contacts/${chat.contactId}/handles/${chat.handleId}`);
  assert.deepEqual([busy.status, busy.body.error.messageKey], [409, 'conflict']);
  const other = await tenant.contact();
  const missed = await del(`/v3/contacts/${other.id}/handles/${chat.handleId}`);
  assert.deepEqual(missed.body.data, { deletedIds: [], notFoundIds: [chat.handleId] });
  const theirs = await otherTenant.contact();
  assert.equal((await del(`/v3/contacts/${theirs.id}/handles/${theirs.handles[0]?.id}`)).status, 404);
});
