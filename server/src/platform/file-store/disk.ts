import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { type ByteRange, checkKey, type FileStore, MissingBytes } from './file-store.ts';

/** Folder of files that are being written. No key begins with this name, and nothing in it is read. */
const UNFINISHED = '.unfinished';

/** Stores files in a folder. All processes must share the folder. */
export function createDiskStore(folder: string): FileStore {
  const root = resolve(folder);
  const pathOf = (key: string) => join(root, checkKey(key));
  return {
    async prepare() {
      await mkdir(join(root, UNFINISHED), { recursive: true });
      await access(root, constants.W_OK);
    },
    put: (key, bytes) => writeWhole(root, checkKey(key), bytes),
    get: (key, range) => read(key, pathOf(key), range),
    async delete(key) {
      await unlink(pathOf(key)).catch(unlessMissing);
      await deleteUnfinished(root, key);
    },
    close: async () => undefined,
  };
}

/** Writes a temporary file, syncs it, then renames it: the final name appears with all bytes or not at all. */
async function writeWhole(root: string, key: string, bytes: Readable): Promise<{ sizeBytes: number }> {
  const path = join(root, key);
  const partial = join(root, UNFINISHED, `${flat(key)}.${randomBytes(6).toString('hex')}`);
  for (const needed of [path, partial]) await mkdir(dirname(needed), { recursive: true });
  const file = await open(partial, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
    const { size } = await file.stat();
    await file.close();
    await rename(partial, path);
    await syncFolder(dirname(path));
    return { sizeBytes: size };
  } catch (error) {
    await file.close().catch(() => undefined);
    await unlink(partial).catch(unlessMissing);
    throw error;
  }
}

const flat = (key: string): string => key.replaceAll('/', '_');

/** Deletes temporary files of a key that a crashed process left. The folder is small: it has only files that are being written. */
async function deleteUnfinished(root: string, key: string): Promise<void> {
  const names = await readdir(join(root, UNFINISHED)).catch(() => []);
  const left = names.filter((name) => name.startsWith(`${flat(key)}.`));
  await Promise.all(left.map((name) => unlink(join(root, UNFINISHED, name)).catch(unlessMissing)));
}

/** Syncs a folder: without it, a rename may be lost in a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function read(key: string, path: string, range: ByteRange | undefined): Promise<{ stream: Readable; sizeBytes: number }> {
  const file = await openOrMiss(key, path);
  try {
    const { size } = await file.stat();
    return { stream: file.createReadStream(range && { start: range.from, end: range.to }), sizeBytes: size };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openOrMiss(key: string, path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw isMissing(error) ? new MissingBytes(key) : error;
  }
}

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT';

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}
