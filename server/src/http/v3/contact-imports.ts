import {
  cancelExport,
  cancelImport,
  getExport,
  getImport,
  searchExports,
  searchImports,
  searchRefusals,
  startExport,
  startImport,
} from '../../domain/contact-imports/index.ts';
import {
  ContactExport,
  ContactExportCreate,
  ContactImport,
  ContactImportCreate,
  ImportRefusal,
  toExport,
  toImport,
  toRefusal,
} from '../../wire/v3/contact-imports.ts';
import { SearchBody, searchReply, toSearchReply } from '../../wire/v3/search.ts';
import { NoBody } from '../../wire/v3/shapes.ts';
import { route } from '../route.ts';
import { dataReply, searchRoute } from './rows.ts';

const read = { tag: 'Contact imports and exports', scope: 'contacts.read' } as const;
const write = { tag: 'Contact imports and exports', scope: 'contacts.write' } as const;

export const contactLists = [
  route({
    ...write,
    method: 'POST',
    path: '/contact_imports',
    operationId: 'createContactImport',
    fails: ['file_store_unavailable'],
    summary: 'Take in an uploaded CSV file of contacts',
    status: 201,
    body: ContactImportCreate,
    reply: dataReply(ContactImport),
    handle: async (ctx, { body }, { files }) => ({ data: toImport(await startImport(ctx, files, body)) }),
  }),
  searchRoute({
    ...read,
    path: '/contact_imports/search',
    operationId: 'searchContactImports',
    summary: 'Search imports of contacts',
    item: ContactImport,
    search: searchImports,
    toItem: toImport,
  }),
  route({
    ...read,
    method: 'GET',
    path: '/contact_imports/:contactImportId',
    operationId: 'getContactImport',
    summary: 'Read how far an import has come',
    reply: dataReply(ContactImport),
    handle: async (ctx, { params }) => ({ data: toImport(await getImport(ctx, params.contactImportId)) }),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/contact_imports/:contactImportId/cancel',
    operationId: 'cancelContactImport',
    summary: 'End an import where it is; what was taken in stays',
    body: NoBody,
    reply: dataReply(ContactImport),
    handle: async (ctx, { params }) => ({ data: toImport(await cancelImport(ctx, params.contactImportId)) }),
  }),
  route({
    ...read,
    method: 'POST',
    path: '/contact_imports/:contactImportId/refusals/search',
    operationId: 'searchContactImportRefusals',
    summary: 'Search the lines of an import that were not taken, with the reasons',
    body: SearchBody,
    reply: searchReply(ImportRefusal),
    handle: async (ctx, { params, body }) =>
      toSearchReply(await searchRefusals(ctx, params.contactImportId, body), toRefusal, body),
  }),
  route({
    ...write, // creates a file, and an export of all contacts belongs into the audit log
    method: 'POST',
    path: '/contact_exports',
    operationId: 'createContactExport',
    summary: 'Write the contacts that a search finds into a CSV file',
    status: 201,
    body: ContactExportCreate,
    reply: dataReply(ContactExport),
    handle: async (ctx, { body }) => ({ data: toExport(await startExport(ctx, body)) }),
  }),
  searchRoute({
    ...read,
    path: '/contact_exports/search',
    operationId: 'searchContactExports',
    summary: 'Search exports of contacts',
    item: ContactExport,
    search: searchExports,
    toItem: toExport,
  }),
  route({
    ...read,
    method: 'GET',
    path: '/contact_exports/:contactExportId',
    operationId: 'getContactExport',
    summary: 'Read how far an export has come, and which file it made',
    reply: dataReply(ContactExport),
    handle: async (ctx, { params }) => ({ data: toExport(await getExport(ctx, params.contactExportId)) }),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/contact_exports/:contactExportId/cancel',
    operationId: 'cancelContactExport',
    summary: 'End an export that waits or is being written; no file is made',
    body: NoBody,
    reply: dataReply(ContactExport),
    handle: async (ctx, { params }) => ({ data: toExport(await cancelExport(ctx, params.contactExportId)) }),
  }),
];
