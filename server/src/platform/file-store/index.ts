import type { Config } from '../config.ts';
import { createDiskStore } from './disk.ts';
import type { FileStore } from './file-store.ts';
import type { S3Settings } from './s3.ts';

export { type ByteRange, type FileStore, MissingBytes, newStoreKey } from './file-store.ts';
export { FileStoreUnavailable, type StoreState, watchFileStore } from './watched.ts';

export type FileStoreConfig = Pick<
  Config,
  'FILE_STORE' | 'FILES_DIR' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ENDPOINT' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

/** Creates the file store that the configuration names. */
export const createFileStore = (config: FileStoreConfig): FileStore =>
  config.FILE_STORE === 'disk'
    ? createDiskStore(config.FILES_DIR)
    : openS3Store({
        bucket: config.S3_BUCKET ?? '',
        region: config.S3_REGION,
        endpoint: config.S3_ENDPOINT,
        accessKeyId: config.S3_ACCESS_KEY_ID,
        secretAccessKey: config.S3_SECRET_ACCESS_KEY,
      });

/** Creates the store in S3. Its client, the largest of our libraries, is loaded with the first call, which is `prepare`. */
function openS3Store(settings: S3Settings): FileStore {
  let opened: Promise<FileStore> | undefined;
  const store = (): Promise<FileStore> => {
    opened ??= import('./s3.ts').then(({ createS3Store }) => createS3Store(settings));
    return opened;
  };
  return {
    prepare: async () => (await store()).prepare(),
    put: async (key, bytes, details) => (await store()).put(key, bytes, details),
    get: async (key, range) => (await store()).get(key, range),
    delete: async (key) => (await store()).delete(key),
    close: async () => (await opened)?.close(),
  };
}
