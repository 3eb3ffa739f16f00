import { Failure, found, invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { explainConflicts } from '../../storage/constraint-errors.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { deleteByIds } from '../../storage/deletion.ts';
import { withinQuota } from '../quotas/index.ts';
import { type AttributeType, hasChoice, type Shape } from './attribute-value.ts';
import {
  insertAttribute,
  insertMissingAttributes,
  isUsed,
  lockAttribute,
  lockAttributesNamed,
  selectAttribute,
  selectAttributes,
  updateAttributeRow,
} from './attributes.store.ts';

export type Attribute = {
  id: string;
  externalId: string;
  name: string;
  type: AttributeType;
  /** The options of a select or a multi_select; empty for other types. */
  options: string[];
  description: string | null;
  isVisibleQuickEdit: boolean;
  isVisibleContactsTable: boolean;
  isVisibleContactCreate: boolean;
  createdAt: Date;
  updatedAt: Date;
};

export type NewAttribute = Omit<Attribute, 'id' | 'createdAt' | 'updatedAt' | 'options'> & { options?: string[] | undefined };

export async function createAttribute(ctx: Ctx, wanted: NewAttribute): Promise<Attribute> {
  const now = ctx.clock.now();
  const attribute: Attribute = { ...wanted, options: wanted.options ?? [], id: idFor(ctx), createdAt: now, updatedAt: now };
  requireOptions(attribute);
  const taken = { attributes_tenant_id_external_id_key: `There is an attribute with externalId ${wanted.externalId} already` };
  await withinQuota(ctx, 'attributes', (ctx) => explainConflicts(taken, () => insertAttribute(ctx, attribute)));
  return attribute;
}

export const getAttribute = async (ctx: Ctx, id: string): Promise<Attribute> =>
  found(isId(id) ? await selectAttribute(ctx, id) : undefined, 'attribute_not_found');

/** Returns all attributes; a tenant has few. */
export const listAttributes = (ctx: Ctx): Promise<Attribute[]> => selectAttributes(ctx);

export type AttributeChanges = {
  [Field in keyof Omit<Attribute, 'id' | 'externalId' | 'createdAt' | 'updatedAt'>]?: Attribute[Field] | undefined;
};

/**
 * Updates an attribute. externalId cannot change: automations and imports refer to it. A type without options loses its options.
 */
export const updateAttribute = (ctx: Ctx, id: string, changes: AttributeChanges): Promise<Attribute> =>
  inTransaction(ctx, async (ctx) => {
    const attribute = found(isId(id) ? await lockAttribute(ctx, id) : undefined, 'attribute_not_found');
    const type = changes.type ?? attribute.type;
    const options = changes.options ?? (hasChoice(type) ? attribute.options : []);
    requireOptions({ type, options });
    await requireUnused(ctx, attribute, { type, options });
    return found(await updateAttributeRow(ctx, attribute.id, { ...changes, options }), 'attribute_not_found');
  });

/** Deletes an attribute and its values. */
export const deleteAttribute = (ctx: Ctx, id: string) => deleteByIds(ctx, 'attributes', [id]);

function requireOptions({ type, options }: Shape): void {
  if (hasChoice(type) && options.length === 0)
    throw invalidParam('options', 'required', `Add options: a ${type} has at least one option`);
  if (!hasChoice(type) && options.length > 0)
    throw invalidParam('options', 'custom', `Only select and multi_select have options; leave them out for ${type}`);
}

/** Throws if contacts have values that the new type or options would not allow. */
async function requireUnused(ctx: Ctx, before: Attribute, { type, options }: Shape): Promise<void> {
  if (type !== before.type) {
    if (await isUsed(ctx, before.id))
      throw new Failure('conflict', {
        message: `Contacts have values of this attribute, so it stays ${before.type}; make another attribute of type ${type}`,
      });
    return;
  }
  const gone = before.options.filter((option) => !options.includes(option));
  if (gone.length > 0 && (await isUsed(ctx, before.id, gone)))
    throw new Failure('conflict', {
      message: `Contacts have a value that would go (of ${gone.join(', ')}); give them another one first`,
    });
}

/** Returns the attributes by external id and creates missing ones as text. Locks them until the transaction ends. */
export async function ensureAttributes(ctx: Ctx, externalIds: string[]): Promise<Map<string, Attribute>> {
  const known = await lockAttributesNamed(ctx, externalIds);
  const missing = externalIds.filter((externalId) => !known.has(externalId));
  if (missing.length === 0) return known;
  return withinQuota(ctx, 'attributes', async (ctx) => {
    await insertMissingAttributes(ctx, missing);
    return lockAttributesNamed(ctx, externalIds);
  });
}
