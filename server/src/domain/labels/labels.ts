import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { explainConflicts } from '../../storage/constraint-errors.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import { deleteByIds } from '../../storage/deletion.ts';
import { withinQuota } from '../quotas/index.ts';
import { insertLabel, insertMissingLabels, lockLabelsNamed, selectLabel, updateLabelRow } from './labels.store.ts';

export type Label = { id: string; name: string; color: string; createdAt: Date; updatedAt: Date };

const nameTaken = { labels_name: 'There is a label of this name already (upper and lower case are the same)' };

export const createLabel = (ctx: Ctx, label: { name: string; color: string }): Promise<Label> =>
  withinQuota(ctx, 'labels', (ctx) => explainConflicts(nameTaken, () => insertLabel(ctx, idFor(ctx), label)));

export const getLabel = async (ctx: Ctx, id: string): Promise<Label> =>
  found(isId(id) ? await selectLabel(ctx, id) : undefined, 'label_not_found');

export const updateLabel = async (ctx: Ctx, id: string, changes: { name?: string; color?: string }): Promise<Label> =>
  found(isId(id) ? await explainConflicts(nameTaken, () => updateLabelRow(ctx, id, changes)) : undefined, 'label_not_found');

export const deleteLabel = (ctx: Ctx, id: string) => deleteByIds(ctx, 'labels', [id]);

/** The default colour. */
const PLAIN = '#64748b';

/** Returns the label id of each name and creates missing labels. Locks them until the transaction ends. */
export async function ensureLabels(ctx: Ctx, names: string[]): Promise<Map<string, string>> {
  const known = await lockLabelsNamed(ctx, names);
  const missing = names.filter((name) => !known.has(name));
  if (missing.length === 0) return known;
  return withinQuota(ctx, 'labels', async (ctx) => {
    await insertMissingLabels(ctx, missing, PLAIN);
    return lockLabelsNamed(ctx, names);
  });
}
