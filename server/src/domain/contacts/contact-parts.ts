import { Failure, type InvalidParams } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Ctx } from '../../storage/context.ts';
import { lockAttributes, misfit } from '../attributes/index.ts';
import { lockLabels } from '../labels/index.ts';
import { deleteContactAttribute, insertContactLabels, upsertContactAttribute } from './contacts.store.ts';

export type AttributeChange = { id: string; value: unknown };

/** Adds labels to a contact. Throws if one id is unknown, and adds none. Returns the ids that the contact did not have before. */
export async function attachLabels(ctx: Ctx, contactId: string, labelIds: string[]): Promise<string[]> {
  const ids = labelIds.map((id) => id.toLowerCase());
  const known = await lockLabels(ctx, ids.filter(isId));
  refuse(ids.map((id, i) => (known.has(id) ? undefined : [`labels.${i}.id`, 'not_found', 'There is no label with this id'])));
  return ids.length === 0 ? [] : insertContactLabels(ctx, contactId, ids);
}

/**
 * Sets attribute values; null deletes a value. Throws if a value does not have the type of its attribute. Returns the external
 * ids.
 */
export async function setAttributes(ctx: Ctx, contactId: string, changes: AttributeChange[]): Promise<string[]> {
  const known = await lockAttributes(ctx, changes.map((change) => change.id.toLowerCase()).filter(isId));
  refuse(
    changes.map(({ id, value }, i) => {
      const attribute = known.get(id.toLowerCase());
      if (!attribute) return [`attributes.${i}.id`, 'not_found', 'There is no attribute with this id'];
      const wrong = value === null ? undefined : misfit(attribute, value);
      return wrong ? [`attributes.${i}.value`, 'invalid_type', wrong] : undefined;
    }),
  );
  for (const { id, value } of changes) {
    if (value === null) await deleteContactAttribute(ctx, contactId, id);
    else await upsertContactAttribute(ctx, contactId, id, value);
  }
  return changes.flatMap(({ id }) => known.get(id.toLowerCase())?.externalId ?? []);
}

type Refusal = [path: string, key: InvalidParams[string]['key'], message: string];

function refuse(refusals: (Refusal | undefined)[]): void {
  const wrong = refusals.filter((refusal) => refusal !== undefined);
  if (wrong.length === 0) return;
  const invalidParams: InvalidParams = Object.fromEntries(wrong.map(([path, key, message]) => [path, { key, message }]));
  throw new Failure('invalid_body_params', { invalidParams });
}
