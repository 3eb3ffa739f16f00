export { type Event, eventsByIds, eventsInRange, findEvent, searchEvents } from './events.ts';
export { follow } from './follow.ts';
