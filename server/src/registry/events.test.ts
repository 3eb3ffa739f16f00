import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventSamples } from '../../../tests/docs/event-samples.ts';
import { chat, message } from './event-data.ts';
import { type AnyEventDefinition, defineEvent, type EventTrigger } from './event-definition.ts';
import { chatIdOf, contactIdOf, ERASED_DATA, orderingKeyOf, signalOf, subjectPaths, triggerOf } from './event-fields.ts';
import { eventDefinition, events, eventTypesInV2, feedOnlyTypes } from './events.ts';

/** All samples are about one contact, the contact that was merged into it, and one chat. */
const CONTACTS = ['01a1dcc9-d174-7192-8651-8fb2c335dbfa', '01a1dca2-71e5-7b0f-a6d9-c2f84e13b570'];
const CHATS = ['01a1dcc9-d2b0-7f11-9c40-5a7be1d09a33'];

const samples = new Map([...eventSamples()].map(([type, text]) => [type, JSON.parse(text ?? '{}').data as object]));

/** Returns the paths of all texts in the data that are one of the ids. */
function pathsOf(value: unknown, ids: string[], path: string[] = []): string[] {
  if (typeof value === 'string') return ids.includes(value) ? [path.join('.')] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, part]) => pathsOf(part, ids, [...path, key]));
}

/** Returns what a definition does not say, or says wrong, of its own sample. */
function faultsOf(definition: AnyEventDefinition, sample: object): string[] {
  const { subjects, orderedBy } = definition;
  const named = { contacts: pathsOf(sample, CONTACTS), chats: pathsOf(sample, CHATS) };
  return [
    ...(definition.data.safeParse(sample).success ? [] : ['the sample does not have the schema']),
    ...(['contacts', 'chats'] as const).flatMap((subject) => [
      ...named[subject].filter((path) => !subjects[subject].includes(path)).map((path) => `${subject}: ${path} is not declared`),
      ...subjects[subject].filter((path) => !named[subject].includes(path)).map((path) => `${subject}: ${path} holds no id`),
    ]),
    ...(orderedBy === null || named.chats.includes(orderedBy) ? [] : [`${orderedBy} is not the id of a chat`]),
    ...(definition.erasure === 'keep' && Object.keys(sample).some((key) => key !== 'id') ? ['it keeps more than an id'] : []),
  ];
}

test('every event definition names all contacts and chats of its sample, and its ordering key', () => {
  assert.deepEqual([...samples.keys()].toSorted(), Object.keys(events).toSorted());
  for (const [type, definition] of Object.entries(events))
    assert.deepEqual(faultsOf(definition, samples.get(type) ?? {}), [], type);
});

test('mutants: a wrong, missing or additional subject path is found, and so is a wrong ordering key', () => {
  const original = events['message.received'];
  const sample = samples.get('message.received') ?? {};
  const mutants: Partial<AnyEventDefinition>[] = [
    { subjects: { contacts: ['handle.id'], chats: ['chat.id'] } },
    { subjects: { contacts: [], chats: ['chat.id'] } },
    { subjects: { contacts: ['contact.id'], chats: [] } },
    { subjects: { contacts: ['contact.id', 'id'], chats: ['chat.id'] } },
    { orderedBy: 'contact.id' },
    { erasure: 'keep' },
  ];
  for (const mutant of mutants) assert.notDeepEqual(faultsOf({ ...original, ...mutant }, sample), [], JSON.stringify(mutant));
});

test('a path that the schema does not have does not compile', () => {
  const rest = { orderedBy: null, triggers: {} } as const;
  // @ts-expect-error a message has no contactId
  defineEvent({ data: message, subjects: { contacts: ['contactId'], chats: [] }, ...rest });
  // @ts-expect-error a list is not an id
  defineEvent({ data: message, subjects: { contacts: ['sources'], chats: [] }, ...rest });
  // @ts-expect-error subjects are never left out
  defineEvent({ data: chat, ...rest });
});

test('subject, ordering key, trigger and signal are read from the declared fields', () => {
  const received = { type: 'message.received', data: samples.get('message.received') ?? {} };
  assert.deepEqual([contactIdOf(received), chatIdOf(received), orderingKeyOf(received)], [CONTACTS[0], CHATS[0], CHATS[0]]);
  assert.deepEqual([triggerOf(received), signalOf(received)], ['message_received', 'reply']);
  const automatic = { ...received, data: { ...received.data, isAutomatic: true } };
  assert.deepEqual([triggerOf(automatic), signalOf(automatic)], [undefined, 'reply']);
  const contact = { type: 'contact.updated', data: samples.get('contact.updated') ?? {} };
  assert.deepEqual([contactIdOf(contact), chatIdOf(contact), orderingKeyOf(contact)], [CONTACTS[0], undefined, undefined]);
});

test('a status change fires a trigger only where its request asked for it', () => {
  const changed = (data: object) => triggerOf({ type: 'chat.status_changed', data });
  assert.equal(changed({ status: 'closed', triggersAutomations: true }), 'chat_closed');
  assert.equal(changed({ status: 'open', triggersAutomations: true }), 'chat_reopened');
  assert.equal(changed({ status: 'snoozed', triggersAutomations: true }), undefined);
  assert.equal(changed({ status: 'closed', triggersAutomations: false }), undefined);
});

test('a new label comes before changed attributes', () => {
  const updated = (changes: object) => triggerOf({ type: 'contact.updated', data: { changes } });
  assert.equal(updated({ labelsAdded: ['a'], attributesChanged: ['b'] }), 'label_added');
  assert.equal(updated({ labelsAdded: [], attributesChanged: ['b'] }), 'attribute_changed');
  assert.equal(updated({ labelsAdded: [], attributesChanged: [] }), undefined);
});

test('an erased event, and an event of an unknown type, fire nothing and belong to no chat', () => {
  const unreadable = [
    ...Object.keys(events).map((type) => ({ type, data: ERASED_DATA })),
    { type: 'toString', data: { id: 'x' } },
  ];
  for (const event of unreadable)
    assert.deepEqual(
      [triggerOf(event), signalOf(event), orderingKeyOf(event), contactIdOf(event), chatIdOf(event)],
      [undefined, undefined, undefined, undefined, undefined],
      event.type,
    );
});

test('every trigger that events can fire is fired by one type', () => {
  const fired = Object.keys(events).flatMap((type) => Object.keys(eventDefinition(type)?.triggers ?? {}));
  const all: Record<EventTrigger, true> = {
    message_received: true,
    chat_opened: true,
    chat_reopened: true,
    chat_closed: true,
    chat_assigned: true,
    sla_breached: true,
    label_added: true,
    attribute_changed: true,
  };
  assert.deepEqual(fired.toSorted(), Object.keys(all).toSorted());
});

test('erasure finds all types with a subject, but contact.deleted', () => {
  const erased = new Set([...subjectPaths('contacts'), ...subjectPaths('chats')].flatMap(({ types }) => types));
  const withSubject = Object.entries(events).filter(
    ([type, { subjects }]) => type !== 'contact.deleted' && subjects.contacts.length + subjects.chats.length > 0,
  );
  assert.deepEqual([...erased].toSorted(), withSubject.map(([type]) => type).toSorted());
});

test('feed-only types and the types of version 2 are those that are declared', () => {
  assert.deepEqual(feedOnlyTypes, [
    'message.created',
    'chat.updated',
    'note.created',
    'note.updated',
    'note.deleted',
    'notification.created',
    'chat.hidden',
    'contact_import.progress',
    'campaign.progress',
    'channel.status_changed',
    'resource.changed',
    'bulk_action.progressed',
    'webhook.test',
  ]);
  assert.deepEqual(eventTypesInV2('RECEIVED'), ['message.received']);
  assert.deepEqual(eventTypesInV2('STATUS'), ['message.sent', 'message.updated']);
  assert.deepEqual(eventTypesInV2('ECHO'), ['message.sent']);
});
