import { importPage } from '../domain/contact-imports/index.ts';
import type { FileStore } from '../platform/file-store/index.ts';
import type { Continuation } from '../queue/worker.ts';

/** Takes in a file page by page; each page and the place it leads to commit together. */
export const createImporter =
  ({ files }: { files: FileStore }): Continuation<object> =>
  async (ctx, _input, importId) =>
    (await importPage(ctx, files, importId)) ? { input: {} } : undefined;
