import { z } from 'zod';
import type { Attribute as DomainAttribute } from '../../domain/attributes/index.ts';
import { attributeType, id, isoTime, time } from './shapes.ts';

export const Attribute = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    externalId: z.string(),
    name: z.string(),
    type: attributeType,
    options: z.array(z.string()),
    description: z.string().nullable(),
    isVisibleQuickEdit: z.boolean(),
    isVisibleContactsTable: z.boolean(),
    isVisibleContactCreate: z.boolean(),
  })
  .meta({ id: 'Attribute' });

export const toAttribute = (attribute: DomainAttribute): z.infer<typeof Attribute> => ({
  id: attribute.id,
  createdAt: isoTime(attribute.createdAt),
  updatedAt: isoTime(attribute.updatedAt),
  externalId: attribute.externalId,
  name: attribute.name,
  type: attribute.type,
  options: attribute.options,
  description: attribute.description,
  isVisibleQuickEdit: attribute.isVisibleQuickEdit,
  isVisibleContactsTable: attribute.isVisibleContactsTable,
  isVisibleContactCreate: attribute.isVisibleContactCreate,
});

const name = z.string().trim().min(1).max(100);
const description = z.string().max(1_000).nullable();
const externalId = z
  .string()
  .max(100)
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'Letters, digits and _ only, beginning with a letter');
const options = z
  .array(z.string().trim().min(1).max(100))
  .max(200)
  .superRefine((texts, issues) => {
    for (const [i, text] of texts.entries())
      if (texts.indexOf(text) < i)
        issues.addIssue({ code: 'custom', path: [i], message: 'This option is there already; give each one once' });
  });

export const AttributeCreate = z.strictObject({
  externalId,
  name,
  type: attributeType.default('text'),
  options: options.optional(),
  description: description.default(null),
  isVisibleQuickEdit: z.boolean().default(false),
  isVisibleContactsTable: z.boolean().default(false),
  isVisibleContactCreate: z.boolean().default(false),
});

export const AttributeUpdate = z.strictObject({
  name: name.optional(),
  type: attributeType.optional(),
  options: options.optional(),
  description: description.optional(),
  isVisibleQuickEdit: z.boolean().optional(),
  isVisibleContactsTable: z.boolean().optional(),
  isVisibleContactCreate: z.boolean().optional(),
});
