import { createHash } from 'node:crypto';
import { bodies, samples } from '../wire/samples.ts';

export type Schema = Record<string, unknown> & {
  $ref?: string;
  type?: string | string[];
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

/** The position of a value: in a body or a response, its operation, its named schema and its field name. */
type SampleContext = { io: 'input' | 'output'; operationId: string; owner: string; name: string };

/** Text fields without an example, for the check. The document shows their names. */
export const missing = new Set<string>();

/** Returns an example of a body: the one in `bodies`, or one with the required fields of the schema. */
export const sampleBody = (schema: Schema, schemas: Record<string, unknown>, operationId: string): unknown =>
  bodies[operationId] ?? sample(schema, schemas, { io: 'input', operationId, owner: 'body', name: 'body' });

/** Returns an example of a response with all fields. */
export const sampleReply = (schema: Schema, schemas: Record<string, unknown>, operationId: string, owner: string): unknown =>
  sample(schema, schemas, { io: 'output', operationId, owner, name: 'reply' });

/** Returns the same id for the same kind of resource, so that examples fit together. */
export function sampleId(kind: string): string {
  const hex = createHash('sha256').update(kind.replaceAll('_', '').toLowerCase()).digest('hex');
  return `019a8d3e-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`;
}

function sample(schema: Schema, schemas: Record<string, unknown>, at: SampleContext): unknown {
  if (schema.const !== undefined) return schema.const;
  const known = knownFor(at);
  if (known !== undefined && at.name !== 'id' && fits(schema, known, schemas)) return known;
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    const target = schemas[name] as Schema;
    return sample(target, schemas, { ...at, owner: name, name: target.properties ? '' : at.name });
  }
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const variants = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (Array.isArray(variants)) return sample((variants as Schema[])[0] as Schema, schemas, at);
  return plain(schema, schemas, at);
}

/** Returns the most specific sample. */
function knownFor({ io, operationId, owner, name }: SampleContext): unknown {
  const keys = [`${operationId}.${name}`, `${owner}.${name}`, ...(io === 'input' ? [`body.${name}`] : []), name];
  return samples[keys.find((key) => key in samples) ?? ''];
}

/** Returns whether a sample has the type of the field: fields of different types may have the same name. */
function fits(schema: Schema, value: unknown, schemas: Record<string, unknown>): boolean {
  if (schema.$ref) return fits(schemas[schema.$ref.split('/').at(-1) ?? ''] as Schema, value, schemas);
  const variants = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (variants) return variants.some((variant) => fits(variant, value, schemas));
  if (Array.isArray(schema.enum)) return schema.enum.includes(value);
  if (schema.type === undefined) return true;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.includes(kindOf(value)) && (schema.format === undefined || fitsFormat(schema.format, value));
}

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

const FORMATS: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}-/,
  'date-time': /^\d{4}-\d\d-\d\dT/,
  uri: /^https?:/,
  email: /@/,
};
const fitsFormat = (format: string, value: unknown): boolean => FORMATS[format]?.test(String(value)) ?? true;

function plain(schema: Schema, schemas: Record<string, unknown>, at: SampleContext): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return object(schema, schemas, at);
    case 'array':
      return [sample(schema.items as Schema, schemas, at)];
    case 'string':
      return string(schema, at);
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? 1));
    case 'boolean':
      return false;
    default:
      return null;
  }
}

/** A body has its required fields, or its first field when none is required. A response has all fields. */
function object(schema: Schema, schemas: Record<string, unknown>, at: SampleContext): object {
  const fields = Object.entries(schema.properties ?? {});
  const needed = fields.filter(([name]) => schema.required?.includes(name));
  const shown = at.io === 'output' ? fields : needed.length > 0 ? needed : fields.slice(0, 1);
  return Object.fromEntries(shown.map(([name, field]) => [name, sample(field, schemas, { ...at, name, ...ownerOf(at, field) })]));
}

/** The owner of a nested field is the field that contains it: the `id` in `contact` is that of a contact. */
const ownerOf = (at: SampleContext, field: Schema): Partial<SampleContext> =>
  field.properties && at.name !== 'reply' && at.name !== 'body' ? { owner: at.name } : {};

function string(schema: Schema, { owner, name, operationId, io }: SampleContext): string {
  if (schema.format === 'date-time') return '2026-11-02T09:15:00.000Z';
  if (schema.format === 'uuid' || /^id$|Ids?$/.test(name)) return sampleId(name === 'id' ? owner : name.replace(/Ids?$/, ''));
  const where = io === 'input' ? `the body of ${operationId}` : operationId;
  missing.add(`${where}: there is no example of ${name} (of ${owner}); add a line to server/src/wire/samples.ts`);
  return name;
}
