import { importPage } from '../domain/contact-imports/index.ts';
import type { FileStore } from '../platform/file-store/index.ts';
import type { StepwiseHandler } from '../queue/index.ts';

/** Imports a file page by page. Each page and the position after it commit together. */
export const createImporter =
  ({ files }: { files: FileStore }): StepwiseHandler<object> =>
  async (ctx, _input, importId) =>
    (await importPage(ctx, files, importId)) ? { input: {} } : undefined;
