import { eraseContact, getErasure } from '../../domain/contact-erasure/index.ts';
import { mergeContacts } from '../../domain/contact-merge/index.ts';
import { searchDuplicates } from '../../domain/contacts/index.ts';
import { Contact, ContactDuplicate, toContact, toContactDuplicate } from '../../wire/v3/contact.ts';
import { ContactErasure, ContactMerge, toErasure } from '../../wire/v3/contact-privacy.ts';
import { NoBody } from '../../wire/v3/shapes.ts';
import { route } from '../route.ts';
import { dataReply, searchRoute } from './rows.ts';

const tag = 'Contacts';

export const contactPrivacy = [
  searchRoute({
    path: '/contact_duplicates/search',
    operationId: 'searchContactDuplicates',
    summary: 'Search pairs of contacts with the same phone number in two spellings, to merge them',
    tag,
    scope: 'contacts.read',
    viewers: 'forbidden',
    item: ContactDuplicate,
    search: searchDuplicates,
    toItem: toContactDuplicate,
  }),
  route({
    method: 'POST',
    path: '/contacts/:contactId/merge',
    operationId: 'mergeContacts',
    summary: 'Merge another contact into this one; its id then refers to this one',
    tag,
    scope: 'contacts.write',
    viewers: 'forbidden',
    body: ContactMerge,
    reply: dataReply(Contact),
    handle: async (ctx, { params, body }) => ({ data: toContact(await mergeContacts(ctx, params.contactId, body.contactId)) }),
  }),
  route({
    method: 'POST',
    path: '/contacts/:contactId/erase',
    operationId: 'eraseContact',
    summary: 'Erase a contact: names, addresses, texts and media are deleted; counts and ids stay',
    tag,
    scope: 'contacts.write',
    viewers: 'forbidden',
    status: 201,
    body: NoBody,
    reply: dataReply(ContactErasure),
    handle: async (ctx, { params }) => ({ data: toErasure(await eraseContact(ctx, params.contactId)) }),
  }),
  route({
    method: 'GET',
    path: '/contact_erasures/:contactErasureId',
    operationId: 'getContactErasure',
    summary: 'Read the progress of an erasure',
    tag,
    scope: 'contacts.read',
    viewers: 'forbidden',
    reply: dataReply(ContactErasure),
    handle: async (ctx, { params }) => ({ data: toErasure(await getErasure(ctx, params.contactErasureId)) }),
  }),
];
