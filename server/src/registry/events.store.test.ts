import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { eventSamples } from '../../../tests/docs/event-samples.ts';
import { createAutomation, Definition, publishAutomation, startRun } from '../domain/automations/index.ts';
import { createContact } from '../domain/contacts/index.ts';
import { type Event, eventsInRange } from '../domain/events/index.ts';
import { type Ctx, idFor, inTransaction, rows } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';
import { ERASED_DATA } from './event-fields.ts';
import { emptyEventsAbout, insertEvents } from './events.store.ts';
import { type EventType, eventTypes } from './events.ts';
import { publish } from './publish.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const CONTACT = '01a1dcc9-d174-7192-8651-8fb2c335dbfa';
const CHAT = '01a1dcc9-d2b0-7f11-9c40-5a7be1d09a33';
/** Types whose samples name neither the contact nor the chat, and the one that outlives the contact. */
const NOT_ERASED = /^(bulk_action|campaign|contact_import|template|webhook|channel|resource)\.|^contact\.deleted$/;

const samples = [...eventSamples()].map(([type, text]) => ({ type: type as EventType, data: JSON.parse(text ?? '{}').data }));

/** Returns a tenant with one event of each type. */
async function givenEvents(): Promise<Ctx> {
  const { tenant } = await given();
  for (const { type, data } of samples) await publish(tenant.ctx, type, null, data);
  return tenant.ctx;
}

const storedEvents = (ctx: Ctx) =>
  rows<Pick<Event, 'type' | 'data'>>(ctx, sql`select type, data from events where tenant_id = ${ctx.tenantId} order by id`);

test('erasure empties the events of all types that declare the contact or the chat, and no others', async () => {
  const ctx = await givenEvents();
  const { emptied } = await emptyEventsAbout(ctx, { contactIds: [CONTACT], chatIds: [CHAT] }, FIRST_ID, 100);
  const erased = samples.filter(({ type }) => !NOT_ERASED.test(type));
  assert.equal(emptied, erased.length);
  assert.deepEqual(
    await storedEvents(ctx),
    samples.map(({ type, data }) => ({ type, data: NOT_ERASED.test(type) ? data : ERASED_DATA })),
  );
});

test('erasure of another contact empties nothing', async () => {
  const ctx = await givenEvents();
  const other = { contactIds: [CHAT], chatIds: [CONTACT] };
  assert.equal((await emptyEventsAbout(ctx, other, FIRST_ID, 100)).emptied, 0);
  assert.deepEqual(await storedEvents(ctx), samples);
});

test('a replay reads the types that webhooks can subscribe to, and no feed events', async () => {
  const ctx = await givenEvents();
  const range = { from: '2020-01-01T00:00:00.000Z', until: '2100-01-01T00:00:00.000Z', afterId: FIRST_ID };
  const replayed = (await eventsInRange(ctx, range, 100)).map(({ type }) => type);
  assert.deepEqual(replayed.toSorted(), eventTypes.toSorted());
});

async function publishedAutomation(ctx: Ctx, type: string) {
  const definition = Definition.parse({ trigger: { type }, steps: [{ id: 'end', type: 'end' }] });
  const { id } = await createAutomation(ctx, { name: type, description: null, ...definition });
  const { activeVersion } = await publishAutomation(ctx, id);
  if (!activeVersion) throw new Error('the automation is published and has no active version');
  return { automation: { id }, version: activeVersion };
}

/** Makes a run wait for a reply in the chat of the samples. */
async function awaitReply(ctx: Ctx, started: Awaited<ReturnType<typeof publishedAutomation>>): Promise<void> {
  const { id: contactId } = await createContact(ctx, { firstName: 'Ada' });
  const at = new Date(ctx.clock.now().getTime() + 3_600_000);
  await inTransaction(ctx, (ctx) => startRun(ctx, { ...started, contactId, variables: {}, at }));
  const waiting = sql`status = 'waiting', waiting_for = 'reply', chat_id = ${CHAT}`;
  await rows(ctx, sql`update automation_runs set ${waiting} where tenant_id = ${ctx.tenantId}`);
}

test('an event has subscribers if an automation has a trigger of its type, or a run awaits it in its chat', async () => {
  const { tenant } = await given();
  const { ctx } = tenant;
  const received = samples.find(({ type }) => type === 'message.received');
  const subscribers = async (triggers: string[], isSignal: boolean) => {
    const made = { type: 'message.received', channel: null, ids: [idFor(ctx)], data: [received?.data as object] };
    const { hasTriggers, isAwaited } = await insertEvents(ctx, made, { triggers, isSignal });
    return { hasTriggers, isAwaited };
  };
  const started = await publishedAutomation(ctx, 'api');
  assert.deepEqual(await subscribers(['message_received'], true), { hasTriggers: false, isAwaited: false });
  await awaitReply(ctx, started);
  assert.deepEqual(await subscribers(['message_received'], true), { hasTriggers: false, isAwaited: true });
  assert.deepEqual(await subscribers(['message_received'], false), { hasTriggers: false, isAwaited: false });
  await publishedAutomation(ctx, 'chat_closed');
  assert.deepEqual(await subscribers(['chat_closed', 'chat_reopened'], false), { hasTriggers: true, isAwaited: false });
});
