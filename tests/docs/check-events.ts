import { type EventType, eventDefinition, events } from '../../server/src/registry/events.ts';
import { Event } from '../../server/src/wire/v3/event.ts';
import { eventSamples, eventTable } from './event-samples.ts';

/** Checks that docs/reference/events.md has a section with a valid sample and an exact table row for every event type, and no other. */
function main(): void {
  const [samples, table] = [eventSamples(), eventTable()];
  const types = Object.keys(events) as EventType[];
  const unknown = [...samples.keys()].filter((type) => !Object.hasOwn(events, type));
  const faults = [
    ...types.flatMap((type) => faultsOf(type, samples.get(type))),
    ...types.filter((type) => !table.includes(rowOf(type))).map((type) => `${type}: the table needs the row ${rowOf(type)}`),
    ...unknown.map((type) => `${type}: there is no such event`),
  ];
  for (const fault of faults) console.error(fault);
  console.log(`events=${types.length} failed=${faults.length}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

function faultsOf(type: EventType, text: string | undefined): string[] {
  if (text === undefined) return [`${type}: docs/reference/events.md has no section with a sample`];
  const envelope = Event.safeParse(parsed(text));
  if (!envelope.success) return [`${type}: the sample is not an event: ${envelope.error.message}`];
  const data = events[type].data.safeParse(envelope.data.data);
  return [
    ...(envelope.data.event === type ? [] : [`${type}: the sample has the type ${envelope.data.event}`]),
    ...(data.success ? [] : [`${type}: ${data.error.message}`]),
  ];
}

/** Returns the row that the table "What events do" must have, as the definition says. */
function rowOf(type: EventType): string {
  const { orderedBy, triggers = {}, subjects, erasure, v2 = [] } = eventDefinition(type) ?? {};
  const names = (list: string[]) => list.map((name) => `\`${name}\``).join(', ');
  const isAboutContact = subjects && subjects.contacts.length + subjects.chats.length > 0;
  const erased = isAboutContact ? (erasure === 'keep' ? 'kept' : 'emptied') : '';
  const cells = [names([type]), orderedBy ? names([orderedBy]) : '', names(Object.keys(triggers)), erased, names([...v2])];
  return `| ${cells.join(' | ')} |`.replace(/ +/g, ' ');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

main();
