import { type Ctx, idFor } from '../../storage/context.ts';
import { deleteByIds } from '../../storage/deletion.ts';
import { explainConflicts } from '../../storage/violations.ts';
import type { AttributeType } from './attribute-value.ts';
import { insertAttribute, insertMissingAttributes, lockAttributesNamed, selectAttributes } from './attributes.store.ts';

export type Attribute = {
  id: string;
  externalId: string;
  name: string;
  type: AttributeType;
  description: string | null;
  isVisibleQuickEdit: boolean;
  isVisibleContactsTable: boolean;
  isVisibleContactCreate: boolean;
  createdAt: Date;
  updatedAt: Date;
};

export type NewAttribute = Omit<Attribute, 'id' | 'createdAt' | 'updatedAt'>;

export async function createAttribute(ctx: Ctx, wanted: NewAttribute): Promise<Attribute> {
  const now = ctx.clock.now();
  const attribute: Attribute = { ...wanted, id: idFor(ctx), createdAt: now, updatedAt: now };
  const taken = { attributes_tenant_id_external_id_key: `There is an attribute with externalId ${wanted.externalId} already` };
  await explainConflicts(taken, () => insertAttribute(ctx, attribute));
  return attribute;
}

/** All of them: a tenant draws its contact card from this list, and it is short. */
export const listAttributes = (ctx: Ctx): Promise<Attribute[]> => selectAttributes(ctx);

export const deleteAttribute = (ctx: Ctx, id: string) => deleteByIds(ctx, 'attributes', [id]);

/** These attributes by external id, each made as text where it is missing. They stay until the transaction ends. */
export async function ensureAttributes(ctx: Ctx, externalIds: string[]): Promise<Map<string, Attribute>> {
  const known = await lockAttributesNamed(ctx, externalIds);
  const missing = externalIds.filter((externalId) => !known.has(externalId));
  if (missing.length === 0) return known;
  await insertMissingAttributes(ctx, missing);
  return lockAttributesNamed(ctx, externalIds);
}
