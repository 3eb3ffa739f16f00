import { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { type FileStore, MissingBytes } from './file-store.ts';

/** The store refused the request or could not be reached. The file itself is not the cause. */
export class FileStoreUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The file store cannot be used: ${nameOfError(cause)}`, { cause });
    this.name = 'FileStoreUnavailable';
  }
}

export type StoreState = { ready: boolean; reason: string | null };
export type WatchedFileStore = FileStore & {
  /** Returns whether the last use of the store succeeded. While it failed, a call retries the store from time to time. */
  state(): StoreState;
};

const TRY_AGAIN_MS = 10_000;

type Deps = { log: Pick<Logger, 'error' | 'info'>; clock: Clock };

/** Records and logs whether a store is usable. Throws `FileStoreUnavailable` when it is not. */
export function watchFileStore(store: FileStore, { log, clock }: Deps): WatchedFileStore {
  const now = () => clock.now().getTime();
  let state: StoreState = { ready: true, reason: null };
  let triedAt = now();

  async function watch<T>(work: () => Promise<T>, isOwn: (error: unknown) => boolean = () => false): Promise<T> {
    triedAt = now();
    try {
      const result = await work();
      if (!state.ready) log.info('file store is usable again');
      state = { ready: true, reason: null };
      return result;
    } catch (error) {
      if (isOwn(error) || error instanceof MissingBytes) throw error;
      if (state.ready) log.error({ err: error }, 'file store is not usable: uploads and downloads are answered with 503');
      state = { ready: false, reason: nameOfError(error) };
      throw new FileStoreUnavailable(error);
    }
  }

  return {
    prepare: () => watch(() => store.prepare()),
    put(key, bytes, about) {
      const source = remembering(bytes);
      return watch(
        () => store.put(key, source.bytes, about),
        () => source.isBroken(),
      );
    },
    get: (key, range) => watch(() => store.get(key, range)),
    delete: (key) => watch(() => store.delete(key)),
    close: () => store.close(),
    state() {
      if (!state.ready && now() - triedAt >= TRY_AGAIN_MS) void watch(() => store.prepare()).catch(() => undefined);
      return state;
    },
  };
}

/** Forwards bytes, and records whether their source failed: that is not a failure of the store. */
function remembering(bytes: Readable): { bytes: Readable; isBroken(): boolean } {
  let isBroken = false;
  async function* all() {
    try {
      yield* bytes;
    } catch (error) {
      isBroken = true;
      throw error;
    }
  }
  return { bytes: Readable.from(all(), { objectMode: false }), isBroken: () => isBroken };
}

/** Returns the name of an error without its message: public pages show it, and messages may contain hosts and buckets. */
function nameOfError(error: unknown): string {
  const { name = 'Error', code, $metadata } = error as { name?: string; code?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  return status === undefined ? (code ?? name) : `${name} (HTTP ${status})`;
}
