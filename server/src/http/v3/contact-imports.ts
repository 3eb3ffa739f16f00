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
    summary: 'Import contacts from an uploaded CSV file',
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
    summary: 'Read the progress of an import',
    reply: dataReply(ContactImport),
    handle: async (ctx, { params }) => ({ data: toImport(await getImport(ctx, params.contactImportId)) }),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/contact_imports/:contactImportId/cancel',
    operationId: 'cancelContactImport',
    summary: 'Cancel an import; imported contacts stay',
    body: NoBody,
    reply: dataReply(ContactImport),
    handle: async (ctx, { params }) => ({ data: toImport(await cancelImport(ctx, params.contactImportId)) }),
  }),
  route({
    ...read,
    method: 'POST',
    path: '/contact_imports/:contactImportId/refusals/search',
    operationId: 'searchContactImportRefusals',
    summary: 'Search the rejected lines of an import, each with its reason',
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
    summary: 'Export the contacts of a search to a CSV file',
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
    summary: 'Read the progress of an export and its file',
    reply: dataReply(ContactExport),
    handle: async (ctx, { params }) => ({ data: toExport(await getExport(ctx, params.contactExportId)) }),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/contact_exports/:contactExportId/cancel',
    operationId: 'cancelContactExport',
    summary: 'Cancel an export that is queued or running; no file is created',
    body: NoBody,
    reply: dataReply(ContactExport),
    handle: async (ctx, { params }) => ({ data: toExport(await cancelExport(ctx, params.contactExportId)) }),
  }),
];
