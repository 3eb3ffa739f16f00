import type { EventTrigger, RunSignal } from './event-definition.ts';
import { eventDefinition, events } from './events.ts';

/** An event as it is stored. Erasure replaces `data` by `ERASED_DATA`, so a declared field can be absent. */
type StoredEvent = { type: string; data: object };

export const ERASED_DATA = { isErased: true } as const;

const isErased = ({ data }: StoredEvent): boolean => Object.hasOwn(data, 'isErased');

/** Returns the id of the contact that the event is about, if it is about one. */
export const contactIdOf = (event: StoredEvent): string | undefined =>
  textAt(event.data, eventDefinition(event.type)?.subjects.contacts[0]);

/** Returns the id of the chat that the event is about, if it is about one. */
export const chatIdOf = (event: StoredEvent): string | undefined =>
  textAt(event.data, eventDefinition(event.type)?.subjects.chats[0]);

/** Returns whether users who do not see everything get the events of a type: it is about no person, or holds nothing but ids. */
export function isForEveryone(type: string): boolean {
  const definition = eventDefinition(type);
  if (definition === undefined) return false;
  const { subjects, visibility } = definition;
  if (visibility === 'nobody') return false;
  return visibility === 'everyone' || subjects.chats.length + subjects.contacts.length === 0;
}

/** Returns the id whose events are delivered in order, if order matters for this type. */
export const orderingKeyOf = (event: StoredEvent): string | undefined =>
  textAt(event.data, eventDefinition(event.type)?.orderedBy);

/** Returns the automation trigger that the event fires, if it fires one. */
export const triggerOf = (event: StoredEvent): EventTrigger | undefined =>
  firstThatHolds(event, eventDefinition(event.type)?.triggers);

/** Returns the signal that the event sends to a waiting run, if it sends one. */
export const signalOf = (event: StoredEvent): RunSignal | undefined =>
  firstThatHolds(event, eventDefinition(event.type)?.signals);

type Conditions<Name extends string> = { readonly [N in Name]?: (data: never) => boolean };

function firstThatHolds<Name extends string>(event: StoredEvent, conditions: Conditions<Name> | undefined): Name | undefined {
  if (conditions === undefined || isErased(event)) return undefined;
  return (Object.keys(conditions) as Name[]).find((name) => conditions[name]?.(event.data as never));
}

function textAt(data: object, path: string | null | undefined): string | undefined {
  if (!path) return undefined;
  const value = path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], data);
  return typeof value === 'string' ? value : undefined;
}

/** The path of a subject's id as PostgreSQL reads it, and the types that have it there. */
export type SubjectPath = { path: string[]; types: string[] };

/** Returns where the ids of contacts or chats are, for all types that erasure empties. */
export function subjectPaths(subject: 'contacts' | 'chats'): SubjectPath[] {
  const typesAt = new Map<string, string[]>();
  for (const [type, definition] of Object.entries(events)) {
    if (eventDefinition(type)?.erasure === 'keep') continue;
    for (const path of definition.subjects[subject]) typesAt.set(path, [...(typesAt.get(path) ?? []), type]);
  }
  return [...typesAt].map(([path, types]) => ({ path: path.split('.'), types }));
}
