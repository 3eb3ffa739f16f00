import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** First and last byte, both included, as HTTP counts them. */
export type ByteRange = { from: number; to: number };

/** Keeps bytes under keys. What it keeps is whole: a reader never sees half of a file, whatever died while it was written. */
export type FileStore = {
  /** Makes ready what can be made ready (a bucket, a folder), and says whether bytes can be kept. */
  prepare(): Promise<void>;
  /** Resolves when the bytes are safe. When the stream breaks, nothing stays behind and its error is thrown. */
  put(key: string, bytes: Readable, about: { mimeType: string }): Promise<{ sizeBytes: number }>;
  /** The bytes, or some of them; `sizeBytes` is the size of the whole. Throws `MissingBytes` when there are none. */
  get(key: string, range?: ByteRange): Promise<{ stream: Readable; sizeBytes: number }>;
  /** Deleting what is not there is no error: the job that does it may run twice. */
  delete(key: string): Promise<void>;
  close(): Promise<void>;
};

export class MissingBytes extends Error {
  constructor(key: string) {
    super(`There are no bytes under ${key}: is this process looking at another file store than the one that stored them?`);
    this.name = 'MissingBytes';
  }
}

/** A folder per tenant, so that an operator can find all of one; the rest is random and says nothing. */
export const newStoreKey = (tenantId: string): string => `${tenantId}/${randomBytes(16).toString('hex')}`;

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)+$/;

/** Keys are ours and never a caller's text; this makes sure that no mistake can turn one into a path of its own. */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`Not a key of the file store: ${JSON.stringify(key)}`);
  return key;
}
