import { z } from 'zod';
import { recordChange } from '../../domain/audit/index.ts';
import { deleteFile, ensurePublicUrl, getFile, openFile, saveFile, searchFiles } from '../../domain/files/index.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { File, PublicUrl, toFile } from '../../wire/v3/file.ts';
import { actorOf, type RequestScope, route } from '../route.ts';
import { dataReply, deleteRoute, searchRoute } from './rows.ts';

const tag = 'Files';

/**
 * Returns the public URL of a file. The first call creates it and so publishes the file: it writes an audit entry although it is a GET.
 * The entry does not contain the URL.
 */
const publish = (ctx: Ctx, fileId: string, scope: RequestScope): Promise<string> =>
  inTransaction(ctx, async (ctx) => {
    const { url, wasCreated } = await ensurePublicUrl(ctx, scope.config, fileId);
    const file = { resourceType: 'file', resourceId: fileId.toLowerCase(), changes: [PUBLISHED] };
    if (wasCreated) recordChange(ctx, { operationId: 'getFilePublicUrl', ...file, ...actorOf(scope) });
    return url;
  });

const PUBLISHED = { field: 'isPublic', from: false, to: true };

export const files = [
  route({
    method: 'POST',
    path: '/files',
    operationId: 'createFile',
    fails: ['quota_exceeded'],
    summary: 'Upload a file',
    tag,
    scope: 'files.write',
    viewers: 'filtered',
    status: 201,
    upload: true,
    reply: dataReply(File),
    handle: async (ctx, { upload }) => ({ data: toFile(await saveFile(ctx, upload, 'upload')) }),
  }),
  route({
    method: 'GET',
    path: '/files/:fileId',
    operationId: 'getFile',
    summary: 'Read a file’s metadata',
    tag,
    scope: 'files.read',
    viewers: 'filtered',
    reply: dataReply(File),
    handle: async (ctx, { params }) => ({ data: toFile(await getFile(ctx, params.fileId)) }),
  }),
  route({
    method: 'GET',
    path: '/files/:fileId/content',
    operationId: 'readFileContent',
    summary: 'Read the bytes of a file, or a range of them',
    tag,
    acceptsCookie: true,
    scope: 'files.read',
    viewers: 'filtered',
    reply: z.string(),
    bytes: (ctx, { params }, { files }) => openFile(ctx, files, params.fileId),
  }),
  route({
    method: 'GET',
    path: '/files/:fileId/public_url',
    operationId: 'getFilePublicUrl',
    summary: 'Read the permanent public URL of a file; the first call creates it',
    tag,
    scope: 'files.read',
    viewers: 'filtered',
    reply: dataReply(PublicUrl),
    handle: async (ctx, { params }, scope) => ({ data: { publicUrl: await publish(ctx, params.fileId, scope) } }),
  }),
  deleteRoute({
    path: '/files/:fileId',
    operationId: 'deleteFile',
    summary: 'Delete a file and its public URL',
    tag,
    scope: 'files.write',
    viewers: 'filtered',
    remove: deleteFile,
  }),
  searchRoute({
    path: '/files/search',
    operationId: 'searchFiles',
    summary: 'Search files',
    tag,
    scope: 'files.read',
    viewers: 'filtered',
    item: File,
    search: searchFiles,
    toItem: toFile,
  }),
];
