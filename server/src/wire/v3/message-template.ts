import { z } from 'zod';
import type { Template } from '../../domain/templates/index.ts';
import { id, idInput, isoTime, time } from './shapes.ts';

const category = z.enum(['marketing', 'utility', 'authentication']);
const format = z.enum(['positional', 'named']);
const headerKind = z.enum(['text', 'image', 'video', 'document']);
const buttonType = z.enum(['quick_reply', 'url', 'phone_number']);
const example = z.strictObject({ name: z.string(), value: z.string() });

export const MessageTemplate = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    channelId: id,
    name: z.string(),
    language: z.string(),
    category,
    format,
    status: z.enum(['draft', 'pending', 'approved', 'rejected', 'paused', 'disabled']),
    reason: z.string().nullable(),
    quality: z.enum(['green', 'yellow', 'red', 'unknown']).nullable(),
    header: z
      .strictObject({ kind: headerKind, text: z.string().nullable(), examples: z.array(example), fileId: id.nullable() })
      .nullable(),
    body: z.strictObject({ text: z.string(), examples: z.array(example) }),
    footer: z.string().nullable(),
    codeExpirationMinutes: z.int().nullable(),
    buttons: z.array(
      z.strictObject({ type: buttonType, text: z.string(), value: z.string().nullable(), example: z.string().nullable() }),
    ),
    variables: z.array(z.string()),
  })
  .meta({ id: 'MessageTemplate' });

/** `variables` are the names that need values when the template is sent. The domain determines them. */
export const toMessageTemplate = (template: Template, variables: string[]): z.infer<typeof MessageTemplate> => ({
  id: template.id,
  createdAt: isoTime(template.createdAt),
  updatedAt: isoTime(template.updatedAt),
  channelId: template.channelId,
  name: template.name,
  language: template.language,
  category: template.category,
  format: template.format,
  status: template.status,
  reason: template.reason,
  quality: template.quality,
  header: template.header && { ...template.header, fileId: template.header.fileId ?? null },
  body: template.body,
  footer: template.footer,
  codeExpirationMinutes: template.codeExpirationMinutes ?? null,
  buttons: template.buttons,
  variables,
});

/** An upper limit. The domain checks the real limits, with messages that explain the fix. */
const text = z.string().max(5_000);
const orNull = text.nullable().default(null);
const exampleInput = z.strictObject({ name: z.string().max(100), value: z.string().max(1_000) });
const examples = z.array(exampleInput).max(200).default([]);
/** The sample file for the review of a media header. */
const fileId = idInput.nullable().default(null);
const header = z.strictObject({ kind: headerKind.default('text'), text: orNull, examples, fileId }).nullable();
const body = z.strictObject({ text, examples });
const footer = text.nullable();
const buttons = z.array(z.strictObject({ type: buttonType, text, value: orNull, example: orNull })).max(50);

const codeExpirationMinutes = z.int().min(1).max(90).nullable();

const fields = { name: text, language: text, category, format, header, body, footer, codeExpirationMinutes, buttons };

export const MessageTemplateCreate = z.strictObject({
  ...fields,
  channelId: idInput,
  format: format.default('positional'),
  header: header.default(null),
  footer: footer.default(null),
  codeExpirationMinutes: codeExpirationMinutes.default(null),
  buttons: buttons.default([]),
});

export const MessageTemplateUpdate = z.strictObject(fields).partial();
