export { type ConsentStates, readConsentStates, recordConsent, recordStatements } from './consent.ts';
export type { Contact, Handle } from './contact.ts';
export { type ContactJson, contactJson, reviveContact } from './contact-json.store.ts';
export {
  addLabels,
  createContact,
  deleteContact,
  findContact,
  getContact,
  getContactIds,
  removeLabel,
  removeLabels,
  setAttributeNamed,
  updateContact,
} from './contacts.ts';
export { searchDuplicates } from './duplicates-search.ts';
export { emptyContact, findIds } from './erase.ts';
export type { HandleType } from './handle-match.ts';
export { addHandle, removeHandle } from './handles.ts';
export { findPair, holdPair, type Pair, retire, takeOver } from './merge.ts';
export { findNamed, indexContactNames } from './names.store.ts';
export { type ContactDuplicate, matchPhoneNumbers } from './phone-matches.ts';
export { findNameless } from './profile-names.store.ts';
export { nameContact, type Profile } from './profile-names.ts';
export type { ContactSummary } from './resolve-contacts.store.ts';
export { type ResolvedContact, resolveContacts, saveAliasesOf } from './resolve-contacts.ts';
export { attributeFields, checkContactSearch, contactFilter, labelField, searchByAddress, searchContacts } from './search.ts';
export { createUnsubscribeLinks, type UnsubscribeLinks, type Withdrawal, withdrawFromMarketing } from './unsubscribe.ts';
export type { WantedContact } from './upsert-check.ts';
export { type Upserted, upsertContacts } from './upsert-many.ts';
