import { publish } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import { selectImport } from './imports.store.ts';

/** Publishes the state of an import on the live feed, in the transaction that changed it. */
export async function publishProgress(ctx: Ctx, importId: string): Promise<void> {
  const one = await selectImport(ctx, importId);
  if (!one) return;
  const { id, status, error, linesRead: read, linesCreated: created, linesUpdated: updated, linesRefused: refused } = one;
  await publish(ctx, 'contact_import.progress', null, { id, status, error, counts: { read, created, updated, refused } });
}
