import { type EventType, events } from '../../server/src/registry/events.ts';
import { Event } from '../../server/src/wire/v3/event.ts';
import { eventSamples } from './event-samples.ts';

/** Checks that docs/reference/events.md has a section for every event type and no other, each with a valid sample. */
function main(): void {
  const samples = eventSamples();
  const types = Object.keys(events) as EventType[];
  const unknown = [...samples.keys()].filter((type) => !Object.hasOwn(events, type));
  const faults = [
    ...types.flatMap((type) => faultsOf(type, samples.get(type))),
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

main();
