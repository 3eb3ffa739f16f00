import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { connect, startSandbox } from '../../../sandbox/src/index.ts';
import { rows } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';

const sandbox = await startSandbox();
after(() => sandbox.stop());

const STATES = ['planned', 'queued', 'sent', 'failed', 'unknown', 'skipped', 'cancelled'];

type Recipient = {
  id: string;
  contactId: string;
  state: string;
  error: { key: string; code: string | null; message: string } | null;
};
type ErrorCount = { key: string; code: string | null; count: number };

/**
 * A campaign to some contacts, paused after one message was sent, while the others wait in the queue or are only planned. It is
 * slow until it is resumed, so that a busy machine does not find everybody written to before the pause.
 */
async function givenHalfSent(people: number, { ratePerSecond = 1, atLeastQueued = 0 } = {}) {
  const environment = await given();
  const { tenant, post, get, put } = environment;
  const { channelId, accountId } = await connect('sms', { apiUrl: environment.baseUrl, token: tenant.token, sandbox });
  await put(`/v3/channels/${channelId}`, { ratePerSecond });
  const contacts = await Promise.all(Array.from({ length: people }, () => tenant.contact()));
  const create = async (contactIds: string[]): Promise<string> => {
    const content = { text: 'Hello {{contact.firstName|there}}' };
    const made = await post('/v3/campaigns', { channelId, name: 'Sale', content, audience: { contactIds } });
    assert.equal(made.status, 201, made.text);
    return made.body.data.id;
  };
  const act = async (id: string, verb: string) => {
    if (verb === 'resume') await put(`/v3/channels/${channelId}`, { ratePerSecond: 50 });
    const done = await post(`/v3/campaigns/${id}/${verb}`, {});
    assert.equal(done.status, 200, done.text);
  };
  const recipients = async (id: string): Promise<Recipient[]> =>
    (await post(`/v3/campaigns/${id}/recipients/search`, { pagination: { limit: 100 } })).body.data;
  const statistics = async (id: string) => (await get(`/v3/campaigns/${id}/statistics`)).body.data;
  const counts = async (id: string) => (await statistics(id)).counts;
  /** Asserts that the counts agree with the rows. */
  const countsAgree = async (id: string) => {
    const [{ counts: counted, errors }, all] = [await statistics(id), await recipients(id)];
    const having = (one: ErrorCount) => all.filter(({ error }) => error?.key === one.key && error.code === one.code).length;
    for (const error of errors as ErrorCount[]) assert.equal(error.count, having(error), error.key);
    assert.equal(
      errors.reduce((sum: number, { count }: ErrorCount) => sum + count, 0),
      all.filter(({ error }) => error !== null).length,
    );
    for (const state of STATES) assert.equal(counted[state], all.filter((one) => one.state === state).length, state);
    assert.equal(counted.recipients, all.length);
    return all;
  };
  const sentTo = async (): Promise<string[]> => {
    const answer = await fetch(`${sandbox.url}/_sandbox/accounts/${accountId}/sent?limit=1000`);
    const { sends } = (await answer.json()) as { sends: { to: string; accepted: boolean }[] };
    return sends.filter(({ accepted }) => accepted).map(({ to }) => to);
  };
  const completed = (id: string) => until(async () => (await get(`/v3/campaigns/${id}`)).body.data.status === 'completed');
  const merge = async (base: string, other: string) => {
    const merged = await post(`/v3/contacts/${base}/merge`, { contactId: other });
    assert.equal(merged.status, 200, merged.text);
    return merged.body.data;
  };
  const id = await create(contacts.map((contact) => contact.id));
  await act(id, 'start');
  const { ctx } = tenant;
  const sending = sql`select 1 from messages where tenant_id = ${ctx.tenantId} and send_state = 'sending'`;
  /** Pauses the run, waits for what is just being sent or dispatched, and returns how many messages are queued now. */
  const pause = async (): Promise<number> => {
    await until(async () => {
      const { sent, recipients, queued } = await counts(id);
      return sent >= 1 && recipients === people && queued >= atLeastQueued;
    });
    await act(id, 'pause');
    await until(async () => (await rows(ctx, sending)).length === 0);
    await until(async () => {
      const { planned } = await counts(id);
      await wait(1_000);
      return (await counts(id)).planned === planned;
    });
    return (await counts(id)).queued;
  };
  // On a slow machine the queued messages can be sent before the pause.
  while ((await pause()) < atLeastQueued) await post(`/v3/campaigns/${id}/resume`, {});
  const inState = async (state: string) =>
    (await recipients(id)).filter((one) => one.state === state).map((one) => one.contactId);
  return { ...environment, id, contacts, create, act, recipients, counts, countsAgree, sentTo, completed, merge, inState };
}

test('POST /v3/contacts/:id/merge: two who wait in one run become one, who is written to once; the other row says why', async () => {
  const { id, merge, inState, countsAgree, act, completed, sentTo, get, contacts } = await givenHalfSent(30);
  const [base = '', other = '', alone = ''] = await inState('planned');
  await merge(base, other);
  const settled = (await countsAgree(id)).find((one) => one.contactId === other);
  assert.deepEqual([settled?.state, settled?.error?.key], ['skipped', 'contact_merged']);

  // A person who got the message does not get it again as another contact, whichever of the two stays.
  const [written = ''] = await inState('sent');
  await merge(written, alone);
  const [late = ''] = (await inState('planned')).filter((one) => one !== base);
  await merge(late, written);
  const all = await countsAgree(id);
  assert.equal(all.length, 30, 'no row goes away');
  assert.deepEqual(
    all.filter((one) => one.error?.key === 'contact_merged').map((one) => one.state),
    ['skipped', 'skipped', 'skipped'],
  );

  await act(id, 'resume');
  await completed(id);
  const numbers = await sentTo();
  assert.equal(numbers.length, new Set(numbers).size);
  for (const one of [base, late]) {
    const { data } = (await get(`/v3/contacts/${one}`)).body;
    const own = data.handles.map((handle: { value: string }) => handle.value.replace(/\D/g, ''));
    assert.equal(numbers.filter((to) => own.includes(to.replace(/\D/g, ''))).length, 1);
  }
  assert.equal(numbers.length, contacts.length - 3);
  await countsAgree(id);
});

test('POST /v3/contacts/:id/merge: of two messages on their way to one person one is taken back', async () => {
  const { id, merge, inState, countsAgree, act, completed, sentTo, post } = await givenHalfSent(60, {
    ratePerSecond: 3,
    atLeastQueued: 2,
  });
  const [base = '', other = ''] = await inState('queued');
  assert.ok(base && other, 'two are on their way');
  await merge(base, other);
  const all = await countsAgree(id);
  const [taken, ...more] = all.filter((one) => one.error?.key === 'contact_merged');
  assert.deepEqual([taken?.state, taken?.contactId, more.length], ['cancelled', other, 0]);
  const updates = await post('/v3/events/search', { query: 'eq(event,"message.updated")' });
  assert.ok(updates.body.data.some((one: { data: { status: string } }) => one.data.status === 'deleted'));
  await act(id, 'resume');
  await completed(id);
  assert.equal((await sentTo()).length, 59);
  await countsAgree(id);
});

test('POST /v3/contacts/:id/merge: whom the base is not in a run with becomes the base in it, and is not retried twice', async () => {
  const { id, merge, inState, countsAgree, act, completed, sentTo, tenant, post } = await givenHalfSent(30);
  const [waiting = ''] = await inState('planned');
  const base = await tenant.contact();
  await merge(base.id, waiting);
  const all = await countsAgree(id);
  assert.ok(all.some((one) => one.contactId === base.id && ['planned', 'queued'].includes(one.state)));
  assert.ok(!all.some((one) => one.contactId === waiting));
  await act(id, 'resume');
  await completed(id);
  assert.equal((await sentTo()).length, 30);
  assert.equal(
    (await post(`/v3/campaigns/${id}/retry`, { includeUnknown: true })).status,
    409,
    'no recipient is left to be retried',
  );
});

test('an audience with the id of a merged contact contains the base contact, once', async () => {
  const { merge, create, act, completed, recipients, tenant } = await givenHalfSent(2);
  const [{ id: a }, { id: b }, { id: c }] = [await tenant.contact(), await tenant.contact(), await tenant.contact()];
  const listed = await create([a, b, c]);
  await merge(a, b);
  const named = await create([b, c]);
  for (const id of [listed, named]) {
    await act(id, 'start');
    await completed(id);
    assert.deepEqual(new Set((await recipients(id)).map((one) => one.contactId)), new Set([a, c]));
  }
});

test('POST /v3/contacts/:id/erase: the content for the contact is deleted, no message is sent, and the counts stay', async () => {
  const { id, inState, countsAgree, act, completed, sentTo, post, get, tenant } = await givenHalfSent(60, {
    ratePerSecond: 3,
    atLeastQueued: 2,
  });
  const { ctx } = tenant;
  const [planned = '', queued = '', sent = ''] = [
    (await inState('planned'))[0],
    (await inState('queued'))[0],
    (await inState('sent'))[0],
  ];
  const gone = [planned, queued, sent];
  await rows(ctx, sql`update campaign_audience set variables = '{"nickname": "Bee"}' where tenant_id = ${ctx.tenantId}`);
  for (const contactId of gone) {
    const { data } = (await post(`/v3/contacts/${contactId}/erase`, {})).body;
    await until(async () => (await get(`/v3/contact_erasures/${data.id}`)).body.data.status === 'completed');
  }
  const all = await countsAgree(id);
  const stateOf = (contactId: string) => {
    const one = all.find((recipient) => recipient.contactId === contactId);
    return [one?.state, one?.error?.key];
  };
  assert.equal(all.length, 60);
  assert.deepEqual(gone.map(stateOf), [
    ['skipped', 'contact_erased'],
    ['cancelled', 'contact_erased'],
    ['sent', undefined],
  ]);
  const left = await rows<{ text: string }>(
    ctx,
    sql`select parameters::text || coalesce(handle_id::text, '') as text from campaign_recipients
          where tenant_id = ${ctx.tenantId} and contact_id = any(${gone}::uuid[])
        union all select variables::text from campaign_audience where tenant_id = ${ctx.tenantId} and contact_id = any(${gone}::uuid[])`,
  );
  assert.deepEqual(new Set(left.map(({ text }) => text)), new Set(['{}']));
  await act(id, 'resume');
  await completed(id);
  assert.equal((await sentTo()).length, 58);
  const { recipients, sent: reached } = (await get(`/v3/campaigns/${id}/statistics`)).body.data.counts;
  assert.deepEqual([recipients, reached], [60, 58]);
});
