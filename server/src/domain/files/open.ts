import type { Readable } from 'node:stream';
import { found } from '../../platform/errors.ts';
import type { ByteRange, FileStore } from '../../platform/file-store/index.ts';
import { isId } from '../../platform/ids.ts';
import type { Ctx } from '../../storage/context.ts';
import type { ReadyFile } from './file.ts';
import { type Readable as ReadableRow, selectReady, selectReadyByToken } from './files.store.ts';

/** A file and a function that opens its bytes; the store is read only then. */
export type OpenFile = { file: ReadyFile; read(range?: ByteRange): Promise<Readable> };

/** Opens a file. Throws file_not_found if it has no bytes. */
export const openFile = async (ctx: Ctx, store: FileStore, fileId: string): Promise<OpenFile> =>
  open(store, isId(fileId) ? await selectReady(ctx, fileId) : undefined);

/** Opens a file by its public link. `ctx` is of the tenant that the link names. */
export const openPublicFile = async (ctx: Ctx, store: FileStore, token: Buffer): Promise<OpenFile> =>
  open(store, await selectReadyByToken(ctx, token));

/** Reads at most so many bytes of a file from an offset. */
export async function readBytes({ file, read }: OpenFile, from: number, most: number): Promise<Buffer> {
  const to = Math.min(from + most, file.sizeBytes) - 1;
  if (to < from) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  for await (const chunk of await read({ from, to })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function open(store: FileStore, row: ReadableRow | undefined): OpenFile {
  const { storeKey, ...file } = found(row, 'file_not_found');
  return { file, read: async (range) => (await store.get(storeKey, range)).stream };
}
