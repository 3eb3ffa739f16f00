export type { Contact, Handle } from './contact.ts';
export { type ContactJson, contactJson, reviveContact } from './contact-json.ts';
export { addLabels, createContact, deleteContact, findContact, getContact, updateContact } from './contacts.ts';
export type { HandleType } from './handle-match.ts';
export { searchContacts } from './search.ts';
