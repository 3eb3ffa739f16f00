import {
  addHandle,
  addLabels,
  createContact,
  deleteContact,
  getContact,
  getContactIds,
  removeHandle,
  removeLabel,
  searchContacts,
  updateContact,
} from '../../domain/contacts/index.ts';
import { searchTimeline } from '../../domain/events/index.ts';
import { Contact, ContactCreate, ContactHandleAdd, ContactLabelsAdd, ContactUpdate, toContact } from '../../wire/v3/contact.ts';
import { Event, toEvent } from '../../wire/v3/event.ts';
import { SearchBody, searchReply, toSearchReply } from '../../wire/v3/search.ts';
import { DeleteResult } from '../../wire/v3/shapes.ts';
import { route } from '../route.ts';
import { dataReply, deleteRoute, searchRoute } from './rows.ts';

const tag = 'Contacts';
const ids = (refs: { id: string }[] | undefined) => refs?.map((ref) => ref.id);

export const contacts = [
  route({
    method: 'POST',
    path: '/contacts',
    operationId: 'createContact',
    summary: 'Create a contact with its handles, labels and attribute values',
    tag,
    scope: 'contacts.write',
    viewers: 'filtered',
    status: 201,
    body: ContactCreate,
    reply: dataReply(Contact),
    handle: async (ctx, { body: { labels, ...contact } }) => ({
      data: toContact(await createContact(ctx, { ...contact, labelIds: ids(labels) })),
    }),
  }),
  route({
    method: 'GET',
    path: '/contacts/:contactId',
    operationId: 'getContact',
    summary: 'Read a contact',
    tag,
    scope: 'contacts.read',
    viewers: 'filtered',
    reply: dataReply(Contact),
    handle: async (ctx, { params }) => ({ data: toContact(await getContact(ctx, params.contactId)) }),
  }),
  route({
    method: 'PUT',
    path: '/contacts/:contactId',
    operationId: 'updateContact',
    summary: 'Change a contact; what is not given stays',
    tag,
    scope: 'contacts.write',
    viewers: 'filtered',
    body: ContactUpdate,
    reply: dataReply(Contact),
    handle: async (ctx, { params, body }) => ({ data: toContact(await updateContact(ctx, params.contactId, body)) }),
  }),
  deleteRoute({
    path: '/contacts/:contactId',
    operationId: 'deleteContact',
    summary: 'Delete a contact with its handles, chats and messages',
    tag,
    scope: 'contacts.write',
    viewers: 'forbidden',
    remove: deleteContact,
  }),
  route({
    method: 'POST',
    path: '/contacts/:contactId/labels',
    operationId: 'addContactLabels',
    summary: 'Add labels to a contact; existing labels are ignored',
    tag,
    scope: 'contacts.write',
    viewers: 'filtered',
    body: ContactLabelsAdd,
    reply: dataReply(Contact),
    handle: async (ctx, { params, body }) => ({
      data: toContact(await addLabels(ctx, params.contactId, ids(body.labels) ?? [])),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/contacts/:contactId/labels/:labelId',
    operationId: 'removeContactLabel',
    summary: 'Remove a label from a contact; the label itself stays',
    tag,
    scope: 'contacts.write',
    viewers: 'filtered',
    reply: dataReply(DeleteResult),
    handle: async (ctx, { params }) => ({ data: await removeLabel(ctx, params.contactId, params.labelId) }),
  }),
  route({
    method: 'POST',
    path: '/contacts/:contactId/handles',
    operationId: 'addContactHandle',
    summary: 'Add an address to a contact; one that the contact has is not added again',
    tag,
    scope: 'contacts.write',
    viewers: 'filtered',
    body: ContactHandleAdd,
    reply: dataReply(Contact),
    handle: async (ctx, { params, body }) => ({ data: toContact(await addHandle(ctx, params.contactId, body)) }),
  }),
  route({
    method: 'DELETE',
    path: '/contacts/:contactId/handles/:handleId',
    operationId: 'removeContactHandle',
    summary: 'Remove an address from a contact; one with chats is refused',
    tag,
    scope: 'contacts.write',
    viewers: 'filtered',
    reducesUse: true,
    reply: dataReply(DeleteResult),
    handle: async (ctx, { params }) => ({ data: await removeHandle(ctx, params.contactId, params.handleId) }),
  }),
  searchRoute({
    path: '/contacts/search',
    operationId: 'searchContacts',
    summary: 'Search contacts; search looks in the names, or finds the beginning of a number or an address',
    tag,
    scope: 'contacts.read',
    viewers: 'filtered',
    item: Contact,
    search: searchContacts,
    toItem: toContact,
  }),
  route({
    method: 'POST',
    path: '/contacts/:contactId/timeline/search',
    operationId: 'searchContactTimeline',
    summary: 'Search what happened with a contact: events about it and its chats, except messages, the latest first',
    tag,
    scope: 'events.read',
    viewers: 'filtered',
    body: SearchBody,
    reply: searchReply(Event),
    handle: async (ctx, { params, body }) =>
      toSearchReply(
        await searchTimeline(ctx, await getContactIds(ctx, params.contactId), body),
        (event) => toEvent(ctx.tenantId, event),
        body,
      ),
  }),
];
