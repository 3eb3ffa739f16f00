import { found } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/file-store/index.ts';
import { isId } from '../../platform/ids.ts';
import { enqueue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, toDeleteResult } from '../../storage/deletion.ts';
import { withinFileQuota } from '../quotas/index.ts';
import { cleanName, type File, type FileSource } from './file.ts';
import { deleteRow, failRow, fillRow, insertFile, selectFile } from './files.store.ts';
import { claim, dropUnclaimed, type Incoming, type Received, receive } from './receive.ts';

export const findFile = async (ctx: Ctx, id: string): Promise<File | undefined> => (isId(id) ? selectFile(ctx, id) : undefined);

export const getFile = async (ctx: Ctx, id: string): Promise<File> => found(await findFile(ctx, id), 'file_not_found');

/** Creates a file from received bytes. */
export const saveFile = (ctx: Ctx, received: Received, source: FileSource): Promise<File> =>
  withinFileQuota(ctx, async (ctx) => {
    await claim(ctx, received);
    const { name, mimeType } = received;
    return insertFile(ctx, { id: idFor(ctx), name, mimeType, source, filling: received });
  });

/** Receives bytes and creates a file. */
export async function storeFile(ctx: Ctx, store: FileStore, file: Incoming & { source: FileSource }): Promise<File> {
  return saveFile(ctx, await receive(ctx, store, file), file.source);
}

/** Creates a file without bytes in the transaction of the caller. Others can refer to it; its bytes follow. */
export const reserveFile = (ctx: Ctx, file: { name?: string; mimeType?: string; source: FileSource }): Promise<File> =>
  insertFile(ctx, {
    id: idFor(ctx),
    name: cleanName(file.name),
    mimeType: file.mimeType ?? 'application/octet-stream',
    source: file.source,
  });

/**
 * Sets the bytes of a reserved file. Runs outside any transaction. Can be repeated: a file that has bytes keeps them. Returns
 * undefined if the file was deleted in the meantime.
 */
export async function fillFile(
  ctx: Ctx,
  store: FileStore,
  fileId: string,
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<File | undefined> {
  const received = await receive(ctx, store, { stream, maxBytes });
  const filled = await withinFileQuota(ctx, async (ctx) => {
    const file = await fillRow(ctx, fileId, received);
    if (file) await claim(ctx, received);
    return file;
  }).catch(async (error: unknown) => {
    await dropUnclaimed(ctx, received);
    throw error;
  });
  if (filled) return filled;
  await dropUnclaimed(ctx, received);
  return findFile(ctx, fileId);
}

/** Marks a reserved file as failed. A file that has bytes keeps them. */
export const failFile = (ctx: Ctx, fileId: string, error: string): Promise<File | undefined> => failRow(ctx, fileId, error);

/**
 * Deletes the row and the public link now, and the bytes by a job: a crash can leave bytes without a file, but no file without
 * bytes.
 */
export const deleteFile = (ctx: Ctx, id: string): Promise<DeleteResult> =>
  inTransaction(ctx, async (ctx) => {
    const deleted = isId(id) ? await deleteRow(ctx, id) : undefined;
    if (deleted?.storeKey) await enqueue(ctx, jobs.deleteStoredFile, { storeKey: deleted.storeKey });
    return toDeleteResult([id], deleted ? [deleted.id] : []);
  });
