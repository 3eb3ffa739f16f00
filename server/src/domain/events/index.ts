export { type Event, eventsInRange, findEvent, searchEvents } from './events.ts';
export { follow } from './follow.ts';
