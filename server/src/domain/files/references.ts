import { Failure } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Ctx } from '../../storage/context.ts';
import { selectReadyIds } from './references.store.ts';

/** Throws if one of the files does not exist or has no bytes yet. Returns their ids in the standard spelling, each once. */
export async function requireFiles(ctx: Ctx, fileIds: string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const ids = fileIds.map((id) => id.toLowerCase());
  const ready = await selectReadyIds(ctx, ids.filter(isId));
  const notFound = { key: 'not_found' as const, message: 'There is no uploaded file with this id' };
  const missing = ids.flatMap((id, i) => (ready.has(id) ? [] : [[`fileIds.${i}`, notFound]]));
  if (missing.length > 0) throw new Failure('invalid_body_params', { invalidParams: Object.fromEntries(missing) });
  return [...new Set(ids)];
}
