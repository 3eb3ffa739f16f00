export { announcePresence } from './presence.ts';
