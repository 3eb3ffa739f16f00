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

/** Where a value stands: in a body or an answer, of which operation, inside which named schema, under which name. */
type Place = { io: 'input' | 'output'; operationId: string; owner: string; name: string };

/** Texts of which nobody knows an example, for the check; the document shows their names. */
export const missing = new Set<string>();

/** An example of a body: what an operation's own line says, or what its schema requires. */
export const sampleBody = (schema: Schema, schemas: Record<string, unknown>, operationId: string): unknown =>
  bodies[operationId] ?? sample(schema, schemas, { io: 'input', operationId, owner: 'body', name: 'body' });

/** An example of an answer: every field that can be there. */
export const sampleReply = (schema: Schema, schemas: Record<string, unknown>, operationId: string, owner: string): unknown =>
  sample(schema, schemas, { io: 'output', operationId, owner, name: 'reply' });

/** An id that always looks the same for the same kind of thing, so that examples fit together. */
export function sampleId(kind: string): string {
  const hex = createHash('sha256').update(kind.replaceAll('_', '').toLowerCase()).digest('hex');
  return `019a8d3e-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`;
}

function sample(schema: Schema, schemas: Record<string, unknown>, place: Place): unknown {
  if (schema.const !== undefined) return schema.const;
  const known = knownFor(place);
  if (known !== undefined && place.name !== 'id' && fits(schema, known, schemas)) return known;
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    const target = schemas[name] as Schema;
    return sample(target, schemas, { ...place, owner: name, name: target.properties ? '' : place.name });
  }
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const variants = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (Array.isArray(variants)) return sample((variants as Schema[])[0] as Schema, schemas, place);
  return plain(schema, schemas, place);
}

/** The most particular line that there is. */
function knownFor({ io, operationId, owner, name }: Place): unknown {
  const keys = [`${operationId}.${name}`, `${owner}.${name}`, ...(io === 'input' ? [`body.${name}`] : []), name];
  return samples[keys.find((key) => key in samples) ?? ''];
}

/** A line is for fields of one kind; another field may have the same name. */
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

function plain(schema: Schema, schemas: Record<string, unknown>, place: Place): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return object(schema, schemas, place);
    case 'array':
      return [sample(schema.items as Schema, schemas, place)];
    case 'string':
      return string(schema, place);
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? 1));
    case 'boolean':
      return false;
    default:
      return null;
  }
}

/** A body shows what it needs, or its first field where it needs nothing; an answer shows everything. */
function object(schema: Schema, schemas: Record<string, unknown>, place: Place): object {
  const fields = Object.entries(schema.properties ?? {});
  const needed = fields.filter(([name]) => schema.required?.includes(name));
  const shown = place.io === 'output' ? fields : needed.length > 0 ? needed : fields.slice(0, 1);
  return Object.fromEntries(
    shown.map(([name, field]) => [name, sample(field, schemas, { ...place, name, ...ownerOf(place, field) })]),
  );
}

/** A thing inside a thing is called by its field: the `id` in `contact` is a contact's. */
const ownerOf = (place: Place, field: Schema): Partial<Place> =>
  field.properties && place.name !== 'reply' && place.name !== 'body' ? { owner: place.name } : {};

function string(schema: Schema, { owner, name, operationId, io }: Place): string {
  if (schema.format === 'date-time') return '2026-11-02T09:15:00.000Z';
  if (schema.format === 'uuid' || /^id$|Ids?$/.test(name)) return sampleId(name === 'id' ? owner : name.replace(/Ids?$/, ''));
  const where = io === 'input' ? `the body of ${operationId}` : operationId;
  missing.add(`${where}: there is no example of ${name} (of ${owner}); add a line to server/src/wire/samples.ts`);
  return name;
}
