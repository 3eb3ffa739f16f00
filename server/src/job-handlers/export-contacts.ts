import { recordExport, writeExport } from '../domain/contact-imports/index.ts';
import type { ExternalHandler } from '../queue/index.ts';
import { jobs } from '../registry/jobs.ts';
import type { MediaDeps } from './fetch-media.ts';
import { providerJob } from './provider-job.ts';

/** Writes contacts into a file. The bytes go to the store, which may be slow, so nothing is locked meanwhile. */
export const createExporter = ({ files, config }: Pick<MediaDeps, 'files' | 'config'>): ExternalHandler =>
  providerJob(jobs.exportContacts, async (ctx, { exportId }) => {
    const written = await writeExport(ctx, files, exportId, config.FILE_MAX_BYTES);
    return written ? { record: (ctx) => recordExport(ctx, exportId, written) } : {};
  });
