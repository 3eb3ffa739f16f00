import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { eventSamples } from '../../../tests/docs/event-samples.ts';
import { type Event, eventsInRange } from '../domain/events/index.ts';
import { type Ctx, rows } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';
import { ERASED_DATA } from './event-fields.ts';
import { emptyEventsAbout } from './events.store.ts';
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
