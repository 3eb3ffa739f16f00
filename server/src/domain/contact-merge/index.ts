export { mergeContacts } from './merge.ts';
