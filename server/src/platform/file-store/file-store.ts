import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** First and last byte, both included, as in HTTP. */
export type ByteRange = { from: number; to: number };

/** Stores bytes under keys. A file is readable only when it is complete, even if a process dies while writing it. */
export type FileStore = {
  /** Creates the bucket or folder if needed. Throws when files cannot be stored. */
  prepare(): Promise<void>;
  /** Resolves when the bytes are durable. When the stream fails, deletes what was written and throws the error of the stream. */
  put(key: string, bytes: Readable, about: { mimeType: string }): Promise<{ sizeBytes: number }>;
  /** Returns the bytes, or a range of them; `sizeBytes` is the size of the whole file. Throws `MissingBytes` when there is no file. */
  get(key: string, range?: ByteRange): Promise<{ stream: Readable; sizeBytes: number }>;
  /** Deletes a file. A missing file is no error: the job that deletes may run twice. */
  delete(key: string): Promise<void>;
  close(): Promise<void>;
};

export class MissingBytes extends Error {
  constructor(key: string) {
    super(`There are no bytes under ${key}: is this process looking at another file store than the one that stored them?`);
    this.name = 'MissingBytes';
  }
}

/** Returns a random key in the folder of the tenant, so that an operator can find all files of a tenant. */
export const newStoreKey = (tenantId: string): string => `${tenantId}/${randomBytes(16).toString('hex')}`;

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)+$/;

/** Throws if a key is not one that `newStoreKey` created. Prevents path traversal. */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`Invalid file store key: ${JSON.stringify(key)}`);
  return key;
}
