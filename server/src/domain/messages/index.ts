export { type NewMessage, recordMessage } from './messages.ts';
