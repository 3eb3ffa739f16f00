import { isSupportedCountry } from 'libphonenumber-js';
import { z } from 'zod';
import type {
  ContactExport as DomainExport,
  ContactImport as DomainImport,
  Refusal,
} from '../../domain/contact-imports/index.ts';
import { searched } from './search.ts';
import { id, idInput, isoTime, isoTimeOrNull, time } from './shapes.ts';

const attribute = z.templateLiteral(['attributes.', z.string().min(1).max(100)]);
const target = z.union([z.enum(['firstName', 'lastName', 'phoneNumber', 'email', 'labels']), attribute]);
const delimiter = z.enum([',', ';', '\t']);

export const ContactImport = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    endedAt: time.nullable(),
    fileId: id,
    mapping: z.record(z.string(), z.string()),
    defaultCountry: z.string().nullable(),
    delimiter,
    status: z.enum(['running', 'completed', 'cancelled', 'failed']),
    error: z.string().nullable(),
    counts: z.strictObject({ read: z.int(), created: z.int(), updated: z.int(), refused: z.int() }),
  })
  .meta({ id: 'ContactImport' });

export const toImport = (one: DomainImport): z.infer<typeof ContactImport> => ({
  id: one.id,
  createdAt: isoTime(one.createdAt),
  updatedAt: isoTime(one.updatedAt),
  endedAt: isoTimeOrNull(one.endedAt),
  fileId: one.fileId,
  mapping: one.mapping,
  defaultCountry: one.defaultCountry,
  delimiter: one.delimiter,
  status: one.status,
  error: one.error,
  counts: { read: one.linesRead, created: one.linesCreated, updated: one.linesUpdated, refused: one.linesRefused },
});

/** Limits the time for checking the columns. */
const MOST_COLUMNS = 200;

/** A contact cannot be identified by a name alone. */
const mapping = z.record(z.string().min(1).max(200), target).superRefine((columns, issues) => {
  const targets = Object.values(columns);
  if (targets.length > MOST_COLUMNS)
    return issues.addIssue({ code: 'too_big', origin: 'object', maximum: MOST_COLUMNS, input: columns, message: TOO_MANY });
  if (!targets.some((one) => one === 'phoneNumber' || one === 'email'))
    issues.addIssue({ code: 'custom', message: 'Say which column holds the phone number or the email address', input: columns });
  const taken = new Set<string>();
  for (const [column, one] of Object.entries(columns)) {
    if (one !== 'labels' && taken.has(one))
      issues.addIssue({ code: 'custom', message: `Another column is ${one} already`, path: [column], input: one });
    taken.add(one);
  }
});

const TOO_MANY = `At most ${MOST_COLUMNS} columns can be mapped; leave out those that are not needed`;

export const ContactImportCreate = z.strictObject({
  fileId: idInput,
  mapping,
  defaultCountry: z
    .string()
    .refine((country) => isSupportedCountry(country), 'A country such as DE, in two capital letters')
    .nullable()
    .default(null),
  delimiter: delimiter.default(','),
});

export const ImportRefusal = z
  .strictObject({ id, line: z.int(), reason: z.string(), text: z.string() })
  .meta({ id: 'ContactImportRefusal' });

export const toRefusal = ({ id, line, reason, text }: Refusal): z.infer<typeof ImportRefusal> => ({ id, line, reason, text });

const column = z.union([
  z.enum([
    'id',
    'createdAt',
    'updatedAt',
    'firstName',
    'lastName',
    'displayName',
    'phoneNumber',
    'email',
    'isSubscribed',
    'labels',
  ]),
  attribute,
]);

export const ContactExport = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    endedAt: time.nullable(),
    query: z.string().nullable(),
    sortBy: z.string().nullable(),
    search: z.string().nullable(),
    columns: z.array(z.string()),
    status: z.enum(['running', 'completed', 'cancelled', 'failed']),
    error: z.string().nullable(),
    fileId: id.nullable(),
    lines: z.int(),
  })
  .meta({ id: 'ContactExport' });

export const toExport = (one: DomainExport): z.infer<typeof ContactExport> => ({
  id: one.id,
  createdAt: isoTime(one.createdAt),
  updatedAt: isoTime(one.updatedAt),
  endedAt: isoTimeOrNull(one.endedAt),
  query: one.request.query ?? null,
  sortBy: one.request.sortBy ?? null,
  search: one.request.search ?? null,
  columns: one.columns,
  status: one.status,
  error: one.error,
  fileId: one.fileId,
  lines: one.lines,
});

export const ContactExportCreate = z.strictObject({
  ...searched,
  columns: z.array(column).min(1).max(100).optional(),
});
