import type { FileStore } from '../../platform/file-store/index.ts';
import { MissingBytes } from '../../platform/file-store/index.ts';
import { type StoredFile, selectFilePage, selectUnclaimedKeys } from './files.store.ts';
import type { Queryable } from './moves.store.ts';

/** The stores of both cells; undefined where they share one bucket, and nothing is copied or deleted. */
export type Stores = { source: FileStore; target: FileStore } | undefined;

const AT_ONCE = 8;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Copies bytes that the target does not have yet; with `since` only of files that were changed since then. Returns how many files it copied. */
export async function copyFiles(
  source: Queryable,
  stores: Stores,
  tenantId: string,
  since: string | null = null,
): Promise<number> {
  if (!stores) return 0;
  let copied = 0;
  for await (const page of pages(source, tenantId, since)) {
    const results = await inParallel(page, (file) => copyOne(stores, file));
    copied += results.filter(Boolean).length;
  }
  return copied;
}

async function* pages(source: Queryable, tenantId: string, since: string | null): AsyncGenerator<StoredFile[]> {
  let afterId = NO_ID;
  for (;;) {
    const page = await selectFilePage(source, tenantId, { afterId, since });
    if (page.length === 0) return;
    yield page;
    afterId = page.at(-1)?.id ?? afterId;
  }
}

async function inParallel<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = [...items];
  const one = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return results;
}

/** Returns whether it copied the file. A file that was deleted since it was listed has no bytes. */
async function copyOne({ source, target }: NonNullable<Stores>, { storeKey, sizeBytes, mimeType }: StoredFile): Promise<boolean> {
  if (await hasBytes(target, storeKey, sizeBytes)) return false;
  try {
    const { stream } = await source.get(storeKey);
    await target.put(storeKey, stream, { mimeType });
    return true;
  } catch (error) {
    if (error instanceof MissingBytes) return false;
    throw error;
  }
}

/** A store shows a file only when it is complete. Its name is random, so a file of this name and size is the same. */
async function hasBytes(store: FileStore, key: string, sizeBytes: number): Promise<boolean> {
  if (sizeBytes === 0) return false;
  try {
    const found = await store.get(key, { from: 0, to: 0 });
    found.stream.destroy();
    return found.sizeBytes === sizeBytes;
  } catch (error) {
    if (error instanceof MissingBytes) return false;
    throw error;
  }
}

/** Deletes the bytes of a tenant from a store: those of its files, and those that no file has claimed. */
export async function deleteFiles(cell: Queryable, store: FileStore, tenantId: string): Promise<void> {
  for await (const page of pages(cell, tenantId, null)) await inParallel(page, ({ storeKey }) => store.delete(storeKey));
  await inParallel(await selectUnclaimedKeys(cell, tenantId), (key) => store.delete(key));
}
