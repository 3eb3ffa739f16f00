import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { createAttribute } from '../domain/attributes/index.ts';
import { createChat } from '../domain/chats/index.ts';
import { createContact } from '../domain/contacts/index.ts';
import { rows } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';
import { nextPhoneNumber } from '../test-kit/tenant.ts';

const plain = {
  type: 'text',
  description: null,
  isVisibleQuickEdit: false,
  isVisibleContactsTable: false,
  isVisibleContactCreate: false,
} as const;

type Given = Awaited<ReturnType<typeof given>>;

const merge = ({ post }: Given, id: string, contactId: string) => post(`/v3/contacts/${id}/merge`, { contactId });

const eventsOf = async ({ tenant: { ctx } }: Given, type: string) =>
  (
    await rows<{ data: object }>(
      ctx,
      sql`select data from events where tenant_id = ${ctx.tenantId} and type = ${type} order by id`,
    )
  ).map(({ data }) => data);

test('POST /v3/contacts/:id/merge 200: the base wins field by field; handles, chats, labels and values move', async () => {
  const here = await given();
  const { tenant, get, post } = here;
  const { ctx } = tenant;
  const [shoes, city] = [
    await createAttribute(ctx, { ...plain, externalId: 'shoes', name: 'Shoes' }),
    await createAttribute(ctx, { ...plain, externalId: 'city', name: 'City' }),
  ];
  const [vip, beta] = [await tenant.label('merge vip'), await tenant.label('merge beta')];
  const [basePhone, otherPhone] = [nextPhoneNumber(), nextPhoneNumber()];
  const base = await createContact(ctx, {
    firstName: 'Ada',
    phoneNumber: basePhone,
    metadata: { a: 1, both: 'base' },
    labelIds: [vip.id],
    attributes: [{ id: shoes.id, value: '38' }],
  });
  const other = await createContact(ctx, {
    firstName: 'Augusta',
    lastName: 'Byron',
    isSubscribed: false,
    phoneNumber: otherPhone,
    email: 'merge.byron@example.com',
    metadata: { b: 2, both: 'other' },
    labelIds: [vip.id, beta.id],
    attributes: [
      { id: shoes.id, value: '40' },
      { id: city.id, value: 'London' },
    ],
  });
  const channel = await tenant.channel();
  const [baseChat, otherChat] = [
    await createChat(ctx, { channelId: channel.id, contactId: base.id }),
    await createChat(ctx, { channelId: channel.id, contactId: other.id }),
  ];
  const { status, body } = await merge(here, base.id, other.id);
  assert.equal(status, 200);
  const { data } = body;
  assert.deepEqual([data.id, data.firstName, data.lastName, data.isSubscribed], [base.id, 'Ada', 'Byron', true]);
  const { states } = (await here.post(`/v3/contacts/${base.id}/consent_states`, {})).body.data;
  const marketing = states.filter((one: { purpose: string }) => one.purpose === 'marketing');
  assert.deepEqual(
    Object.fromEntries(marketing.map((one: { handle: { value: string }; state: string }) => [one.handle.value, one.state])),
    { [basePhone]: 'none', [otherPhone]: 'withdrawn' },
    'consent stays with its address',
  );
  assert.deepEqual([data.phoneNumber, data.email], [basePhone, 'merge.byron@example.com']);
  assert.deepEqual(data.metadata, { a: 1, b: 2, both: 'base' });
  assert.deepEqual(data.labels.map((one: { name: string }) => one.name).sort(), ['merge beta', 'merge vip']);
  assert.deepEqual(
    data.attributes.map((one: { externalId: string; value: string }) => [one.externalId, one.value]),
    [
      ['shoes', '38'],
      ['city', 'London'],
    ],
  );
  const handles = data.handles.map((one: { value: string; isPrimary: boolean }) => [one.value, one.isPrimary]);
  assert.deepEqual(
    new Map(handles),
    new Map([
      [basePhone, true],
      [otherPhone, false],
      ['merge.byron@example.com', true],
    ]),
  );
  assert.deepEqual(data.chats.map((one: { id: string }) => one.id).sort(), [baseChat.id, otherChat.id].sort());
  assert.equal((await get(`/v3/chats/${otherChat.id}`)).body.data.contactId, base.id);
  assert.deepEqual(await eventsOf(here, 'contact.merged'), [{ id: base.id, mergedId: other.id }]);
  assert.equal((await post('/v3/contacts/search', { query: `eq(id,"${other.id}")` })).body.pagination.total, 0);
});

test('the id of the merged contact returns the base, through chains of merges, in every operation', async () => {
  const here = await given();
  const { tenant, get, post, put, del } = here;
  const [a, b, c] = [await tenant.contact(), await tenant.contact(), await tenant.contact()];
  await merge(here, b.id, a.id);
  await merge(here, c.id, b.id);
  for (const { id } of [a, b, c]) assert.equal((await get(`/v3/contacts/${id}`)).body.data.id, c.id);
  assert.equal((await put(`/v3/contacts/${a.id}`, { lastName: 'Changed' })).body.data.id, c.id);
  assert.equal((await get(`/v3/contacts/${c.id}`)).body.data.lastName, 'Changed');
  const label = await tenant.label();
  const labelled = await post(`/v3/contacts/${b.id}/labels`, { labels: [{ id: label.id }] });
  assert.deepEqual([labelled.status, labelled.body.data.id, labelled.body.data.labels.length], [200, c.id, 1]);
  const channel = await tenant.channel();
  assert.equal((await post('/v3/chats', { channelId: channel.id, contactId: a.id })).body.data.contactId, c.id);
  assert.deepEqual((await del(`/v3/contacts/${a.id}`)).body.data, { deletedIds: [a.id], notFoundIds: [] });
  for (const { id } of [a, b, c]) assert.equal((await get(`/v3/contacts/${id}`)).status, 404);
});

test('a repeated merge changes nothing, publishes nothing and returns the base', async () => {
  const here = await given();
  const [base, other] = [await here.tenant.contact(), await here.tenant.contact()];
  const first = await merge(here, base.id, other.id);
  const again = await merge(here, base.id, other.id);
  assert.deepEqual([again.status, again.text], [200, first.text]);
  assert.equal((await merge(here, other.id, base.id)).body.data.id, base.id, 'they are one already');
  assert.equal((await eventsOf(here, 'contact.merged')).length, 1);
});

test('POST /v3/contacts/:id/merge 400, 404: with itself, with an unknown contact, with a contact of another tenant', async () => {
  const here = await given();
  const { tenant, otherTenant, post } = here;
  const [base, stranger] = [await tenant.contact(), await otherTenant.contact()];
  const itself = await merge(here, base.id, base.id.toUpperCase());
  assert.deepEqual([itself.status, itself.body.error.invalidParams.contactId.key], [400, 'custom']);
  for (const id of [stranger.id, '01920000-0000-7000-8000-000000000000', 'nobody'])
    assert.equal((await merge(here, base.id, id)).body.error.messageKey, 'contact_not_found', id);
  for (const id of [stranger.id, '01920000-0000-7000-8000-000000000000', 'nobody'])
    assert.equal((await merge(here, id, base.id)).body.error.messageKey, 'contact_not_found', id);
  assert.equal((await post(`/v3/contacts/${base.id}/merge`, {})).body.error.invalidParams.contactId.key, 'required');
});

test('merges that cross each other end in one contact, and none of them fails', async () => {
  const here = await given();
  for (let round = 0; round < 5; round++) {
    const contacts = [await here.tenant.contact(), await here.tenant.contact(), await here.tenant.contact()];
    const [a = '', b = '', c = ''] = contacts.map(({ id }) => id);
    const pairs = [
      [a, b],
      [b, a],
      [b, c],
      [c, a],
      [a, c],
    ] as const;
    const replies = await Promise.all(pairs.map(([base, other]) => merge(here, base, other)));
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200, 200, 200],
      replies.map(({ text }) => text).join('\n'),
    );
    const ends = await Promise.all([a, b, c].map(async (id) => (await here.get(`/v3/contacts/${id}`)).body.data.id));
    assert.equal(new Set(ends).size, 1);
    assert.equal((await here.get(`/v3/contacts/${a}`)).body.data.handles.length, 3);
  }
});

test('a contact that is merged while messages arrive loses nothing', async () => {
  const here = await given();
  const { tenant, get } = here;
  const [base, chat] = [await tenant.contact(), await tenant.chat()];
  const written = Array.from({ length: 10 }, (_, i) => tenant.message(chat.id, { text: `line ${i}` }));
  const merged = merge(here, base.id, chat.contactId);
  await Promise.all(written);
  assert.equal((await merged).status, 200);
  const { data } = (await get(`/v3/chats/${chat.id}`)).body;
  assert.deepEqual([data.contactId, data.unreadCount], [base.id, 10]);
});

test('runs move; where an automation allows one run per contact, the run of the base continues and the other one is cancelled', async () => {
  const here = await given();
  const { tenant, post } = here;
  const [base, other] = [await tenant.contact(), await tenant.contact()];
  const waiting = async (isSingle: boolean, contactIds: string[]): Promise<string> => {
    const steps = [{ id: 'wait', type: 'wait', seconds: 3600 }];
    const made = await post('/v3/automations', { name: 'Waits', trigger: { type: 'api' }, steps, isSingle });
    assert.equal(made.status, 201, made.text);
    const { id } = made.body.data;
    await post(`/v3/automations/${id}/publish`, {});
    for (const contactId of contactIds) assert.equal((await post(`/v3/automations/${id}/trigger`, { contactId })).status, 200);
    return id;
  };
  const [single, many] = [await waiting(true, [base.id, other.id]), await waiting(false, [base.id, other.id])];
  assert.equal((await merge(here, base.id, other.id)).status, 200);
  const runsOf = async (automationId: string) => {
    const body = { query: `eq(automationId,"${automationId}")`, sortBy: 'asc(id)' };
    const { data } = (await post('/v3/automation_runs/search', body)).body;
    return data.map((run: { contactId: string; status: string }) => [run.contactId, run.status === 'cancelled']);
  };
  assert.deepEqual(await runsOf(single), [
    [base.id, false],
    [base.id, true],
  ]);
  assert.deepEqual(await runsOf(many), [
    [base.id, false],
    [base.id, false],
  ]);
});

test('POST /v3/contacts/:id/merge 200: a contact that has unsubscribed and has no address stays unsubscribed, on either side', async () => {
  const here = await given();
  const { ctx } = here.tenant;
  await here.tenant.channel(); // consent is shown for each channel
  for (const isBase of [true, false]) {
    const stopped = await createContact(ctx, { firstName: 'Ada', isSubscribed: false });
    const reachable = await createContact(ctx, { firstName: 'Ada', phoneNumber: nextPhoneNumber() });
    const ids = [stopped.id, reachable.id] as const;
    const merged = await merge(here, isBase ? ids[0] : ids[1], isBase ? ids[1] : ids[0]);
    assert.deepEqual([merged.status, merged.body.data.isSubscribed], [200, false], merged.text);
    const { states } = (await here.post(`/v3/contacts/${merged.body.data.id}/consent_states`, {})).body.data;
    const marketing = states.filter((one: { purpose: string }) => one.purpose === 'marketing');
    assert.deepEqual(
      marketing.map((one: { state: string }) => one.state),
      ['withdrawn'],
    );
  }
});
