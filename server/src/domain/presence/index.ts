export { announcePresence, type Presence } from './presence.ts';
