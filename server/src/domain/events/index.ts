export { type Event, eventsByIds, eventsInRange, findEvent } from './events.store.ts';
export { follow } from './follow.ts';
export { searchEvents, searchTimeline } from './search.ts';
