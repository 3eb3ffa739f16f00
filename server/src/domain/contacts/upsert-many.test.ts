import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { type Ctx, rows } from '../../storage/context.ts';
import { given } from '../../test-kit/given.ts';
import { nextPhoneNumber } from '../../test-kit/tenant.ts';
import { createAttribute, listAttributes } from '../attributes/index.ts';
import { createLabel } from '../labels/index.ts';
import { createContact, getContact, updateContact, upsertContacts, type WantedContact } from './index.ts';

const wanted = (given: Partial<WantedContact>): WantedContact => ({
  firstName: null,
  lastName: null,
  phoneNumber: null,
  email: null,
  attributes: [],
  labels: [],
  ...given,
});

async function idsOf(ctx: Ctx, list: WantedContact[]): Promise<string[]> {
  return (await upsertContacts(ctx, list)).map(({ contactId, faults }) => {
    assert.deepEqual(faults, []);
    return contactId as string;
  });
}

const eventsOf = (ctx: Ctx) =>
  rows<{ type: string; data: { id: string; displayName: string; changes?: object } }>(
    ctx,
    sql`select type, data from events where tenant_id = ${ctx.tenantId} order by id`,
  );

test('a new contact is created with names, addresses, attributes and labels, and one event is published', async () => {
  const { tenant } = await given();
  const phoneNumber = nextPhoneNumber();
  const attributes = [{ externalId: 'city', value: 'London' }];
  const [id = ''] = await idsOf(tenant.ctx, [
    wanted({ firstName: 'Ada', phoneNumber, email: 'Ada@Example.com', attributes, labels: ['VIP', 'Beta'] }),
  ]);
  const contact = await getContact(tenant.ctx, id);
  assert.deepEqual(
    [contact.firstName, contact.phoneNumber, contact.email, contact.isSubscribed],
    ['Ada', phoneNumber, 'Ada@Example.com', true],
  );
  assert.deepEqual(contact.labels.map(({ name }) => name).toSorted(), ['Beta', 'VIP']);
  assert.deepEqual(
    contact.attributes.map(({ externalId, type, value }) => ({ externalId, type, value })),
    [{ externalId: 'city', type: 'text', value: 'London' }],
  );
  const events = await eventsOf(tenant.ctx);
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.id, data.displayName]),
    [['contact.created', id, 'Ada']],
  );
});

test('a known contact is found by any spelling of its phone number or email address, and keeps the fields that the list does not have', async () => {
  const { tenant } = await given();
  const known = await createContact(tenant.ctx, {
    firstName: 'Bo',
    lastName: 'Ek',
    phoneNumber: '+55 11 99876-5432',
    email: 'bo@example.com',
  });
  await updateContact(tenant.ctx, known.id, { isSubscribed: false });
  const byPhone = wanted({ phoneNumber: '551198765432', firstName: 'Bosse' });
  const byEmail = wanted({ email: 'BO@example.com', labels: ['new'] });
  assert.deepEqual(await idsOf(tenant.ctx, [byPhone, byEmail]), [known.id, known.id]);
  const contact = await getContact(tenant.ctx, known.id);
  assert.deepEqual([contact.firstName, contact.lastName, contact.isSubscribed], ['Bosse', 'Ek', false]);
  assert.equal(contact.phoneNumber, '+55 11 99876-5432', 'the number stays as it was given first');
  assert.equal(contact.handles.length, 2);
});

test('an event names what changed; without a change there is no event', async () => {
  const { tenant } = await given();
  const phoneNumber = nextPhoneNumber();
  const list = [wanted({ phoneNumber, attributes: [{ externalId: 'tier', value: 'gold' }], labels: ['one'] })];
  const [id = ''] = await idsOf(tenant.ctx, list);
  const before = await getContact(tenant.ctx, id);
  await idsOf(tenant.ctx, list);
  assert.deepEqual((await getContact(tenant.ctx, id)).updatedAt, before.updatedAt);
  const label = await createLabel(tenant.ctx, { name: 'Two', color: '#22c55e' });
  await idsOf(tenant.ctx, [
    wanted({ phoneNumber, attributes: [{ externalId: 'tier', value: 'silver' }], labels: ['one', 'TWO'] }),
  ]);
  const published = (await eventsOf(tenant.ctx)).filter(({ data }) => data.id === id);
  assert.deepEqual(
    published.map(({ type }) => type),
    ['contact.created', 'contact.updated'],
  );
  assert.deepEqual(published[1]?.data.changes, { labelsAdded: [label.id], labelsRemoved: [], attributesChanged: ['tier'] });
});

test('lines with the same address become one contact; later values overwrite earlier ones', async () => {
  const { tenant } = await given();
  const phoneNumber = nextPhoneNumber();
  const ids = await idsOf(tenant.ctx, [
    wanted({ phoneNumber, firstName: 'Cy', attributes: [{ externalId: 'n', value: '1' }] }),
    wanted({
      phoneNumber: phoneNumber.replace('+', '00'),
      email: 'cy@example.com',
      attributes: [{ externalId: 'n', value: '2' }],
    }),
    wanted({ phoneNumber: nextPhoneNumber(), email: 'CY@example.com' }),
    wanted({ phoneNumber: nextPhoneNumber() }),
  ]);
  assert.equal(new Set(ids).size, 2);
  const contact = await getContact(tenant.ctx, ids[0] as string);
  assert.equal(contact.handles.length, 3);
  assert.equal(contact.phoneNumber, phoneNumber);
  assert.equal(contact.attributes[0]?.value, '2');
  assert.equal(contact.firstName, 'Cy');
});

test('an address of another contact stays there', async () => {
  const { tenant } = await given();
  const phoneNumber = nextPhoneNumber();
  const [first, second] = await idsOf(tenant.ctx, [wanted({ phoneNumber }), wanted({ email: 'dee@example.com' })]);
  assert.deepEqual(await idsOf(tenant.ctx, [wanted({ phoneNumber, email: 'dee@example.com' })]), [first]);
  assert.equal((await getContact(tenant.ctx, second as string)).email, 'dee@example.com');
});

test('a refused line has its reasons, and the other lines are saved', async () => {
  const { tenant } = await given();
  await createAttribute(tenant.ctx, {
    externalId: 'age',
    name: 'Age',
    type: 'number',
    description: null,
    isVisibleQuickEdit: false,
    isVisibleContactsTable: false,
    isVisibleContactCreate: false,
  });
  const age = (value: string) => wanted({ phoneNumber: nextPhoneNumber(), attributes: [{ externalId: 'age', value }] });
  const upserted = await upsertContacts(tenant.ctx, [
    wanted({ firstName: 'Nobody' }),
    wanted({ phoneNumber: 'call me' }),
    wanted({ phoneNumber: '.......' }),
    wanted({ email: 'no address', attributes: [{ externalId: 'unwanted', value: 'x' }] }),
    age('old'),
    age('42'),
  ]);
  assert.deepEqual(
    upserted.map(({ faults }) => faults.map(({ path, key }) => `${path} ${key}`)),
    [
      ['phoneNumber required'],
      ['phoneNumber invalid_string'],
      ['phoneNumber invalid_string'],
      ['email invalid_string'],
      ['attributes.0.value invalid_type'],
      [],
    ],
  );
  const contact = await getContact(tenant.ctx, upserted[5]?.contactId ?? '');
  assert.equal(contact.attributes[0]?.value, 42);
  assert.deepEqual(
    (await listAttributes(tenant.ctx)).map(({ externalId }) => externalId),
    ['age'],
    'a refused line makes no attribute',
  );
});

test('two concurrent calls with the same contacts create each of them once', async () => {
  const { tenant } = await given();
  const list = Array.from({ length: 300 }, () => wanted({ phoneNumber: nextPhoneNumber(), labels: ['same'] }));
  const [one, two] = await Promise.all([idsOf(tenant.ctx, list), idsOf(tenant.ctx, list.toReversed())]);
  assert.deepEqual(one, two.toReversed());
  const created = (await eventsOf(tenant.ctx)).filter(({ type }) => type === 'contact.created');
  assert.equal(created.length, 300);
});

/** Returns so many contacts, with five attributes and three labels each. */
const crowd = (count: number): WantedContact[] =>
  Array.from({ length: count }, (_, i) =>
    wanted({
      firstName: `First ${i}`,
      phoneNumber: nextPhoneNumber(),
      attributes: Array.from({ length: 5 }, (_, n) => ({ externalId: `a${n}`, value: `${n} of ${i}` })),
      labels: ['x', 'y', `z${i % 10}`],
    }),
  );

/** Returns the number of statements and the time of a call. */
async function costOf(ctx: Ctx, list: WantedContact[]): Promise<{ statements: number; seconds: number }> {
  const { database } = ctx.db;
  let statements = 0;
  const counting = {
    ...database,
    prepare: (statement: Parameters<typeof database.prepare>[0]) => {
      statements++;
      return database.prepare(statement);
    },
  };
  const began = performance.now();
  assert.equal(new Set(await idsOf({ ...ctx, db: { database: counting } }, list)).size, list.length);
  return { statements, seconds: (performance.now() - began) / 1_000 };
}

test('5,000 contacts need as many statements as 10, and take seconds', async (t) => {
  const { tenant } = await given();
  const [few, many] = [crowd(10), crowd(5_000)];
  await costOf(tenant.ctx, crowd(10)); // creates the attributes and labels
  for (const round of ['new', 'known']) {
    const [short, long] = [await costOf(tenant.ctx, few), await costOf(tenant.ctx, many)];
    t.diagnostic(`${round}: ${long.statements} statements, ${long.seconds.toFixed(2)} s`);
    assert.equal(long.statements, short.statements);
    assert.ok(long.seconds < PATIENCE_SECONDS, `${round} contacts took ${long.seconds.toFixed(1)} s`);
  }
});

/** About one second each on an idle machine; other tests share this one. */
const PATIENCE_SECONDS = 100;
