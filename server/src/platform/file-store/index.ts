import type { Config } from '../config.ts';
import { createDiskStore } from './disk.ts';
import type { FileStore } from './file-store.ts';
import { createS3Store } from './s3.ts';

export { type ByteRange, type FileStore, newStoreKey } from './file-store.ts';
export { FileStoreUnavailable, type StoreState, watchFileStore } from './watched.ts';

export type FileStoreConfig = Pick<
  Config,
  'FILE_STORE' | 'FILES_DIR' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ENDPOINT' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

/** Creates the file store that the configuration names. */
export const createFileStore = (config: FileStoreConfig): FileStore =>
  config.FILE_STORE === 'disk'
    ? createDiskStore(config.FILES_DIR)
    : createS3Store({
        bucket: config.S3_BUCKET ?? '',
        region: config.S3_REGION,
        endpoint: config.S3_ENDPOINT,
        accessKeyId: config.S3_ACCESS_KEY_ID,
        secretAccessKey: config.S3_SECRET_ACCESS_KEY,
      });
