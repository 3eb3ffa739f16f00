import { z } from 'zod';
import type { Attribute as DomainAttribute } from '../../domain/attributes/index.ts';

const time = z.iso.datetime({ precision: 3 });

/** v2 omits a field that is null in v3. */
export const Attribute = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    type: z.string(),
    externalId: z.string().optional(),
    isVisibleQuickEdit: z.boolean(),
    isVisibleContactsTable: z.boolean(),
    isVisibleContactCreate: z.boolean(),
    description: z.string().optional(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'AttributeV2' });

export const toAttribute = (attribute: DomainAttribute): z.infer<typeof Attribute> => ({
  id: attribute.id,
  name: attribute.name,
  type: attribute.type,
  externalId: attribute.externalId,
  isVisibleQuickEdit: attribute.isVisibleQuickEdit,
  isVisibleContactsTable: attribute.isVisibleContactsTable,
  isVisibleContactCreate: attribute.isVisibleContactCreate,
  ...(attribute.description !== null && { description: attribute.description }),
  createdAt: attribute.createdAt.toISOString(),
  updatedAt: attribute.updatedAt.toISOString(),
});

export const externalId = z
  .string()
  .max(100)
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'Letters, digits and _ only, beginning with a letter');

/** Not strict: v2 has always ignored unknown fields. */
export const AttributeCreate = z.object({
  name: z.string().trim().min(1).max(100),
  externalId,
  description: z.string().max(1_000).nullish(),
  isVisibleQuickEdit: z.boolean().default(false),
  isVisibleContactsTable: z.boolean().default(false),
  isVisibleContactCreate: z.boolean().default(false),
});

export const DeleteResult = z.strictObject({ deletedIds: z.array(z.string()), notFoundIds: z.array(z.string()) });
