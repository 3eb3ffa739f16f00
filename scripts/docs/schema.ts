export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

export type Field = { path: string; type: string; isRequired: boolean; note: string };

const MOST_LEVELS = 3;

/** The fields of an object, one row each, with those of the objects inside it under dotted paths. */
export function fieldsOf(schema: Schema, prefix = '', level = 0): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix + name;
    const row = { path, type: typeOf(field), isRequired: schema.required?.includes(name) ?? false, note: noteOf(field) };
    const inner = level + 1 < MOST_LEVELS ? insideOf(field) : undefined;
    return [row, ...(inner ? fieldsOf(inner.schema, `${path}${inner.joint}`, level + 1) : [])];
  });
}

function insideOf(schema: Schema): { schema: Schema; joint: string } | undefined {
  const plain = withoutNull(schema);
  if (plain?.properties) return { schema: plain, joint: '.' };
  const items = plain?.items && withoutNull(plain.items);
  return items?.properties ? { schema: items, joint: '[].' } : undefined;
}

function withoutNull(schema: Schema): Schema | undefined {
  const choices = choicesOf(schema);
  if (!choices) return schema;
  const rest = choices.filter(({ type }) => type !== 'null');
  return rest.length === 1 ? rest[0] : undefined;
}

const choicesOf = (schema: Schema): Schema[] | undefined => schema.anyOf ?? schema.oneOf;

export function typeOf(schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref);
  const choices = choicesOf(schema);
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.format === 'date-time') return 'time';
  if (schema.format === 'uuid') return 'id';
  return Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any JSON');
}

const nameOf = (reference: string): string => {
  const name = reference.split('/').at(-1) ?? '';
  return `[${name}](schemas.md#${name.toLowerCase()})`;
};

function noteOf(given: Schema): string {
  const schema = withoutNull(given) ?? given;
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  return [
    schema.description,
    bounds(minLength, maxLength, ' characters'),
    bounds(minItems, maxItems, ' entries'),
    bounds(minimum, tooLarge(maximum) ? undefined : maximum, ''),
    schema.default === undefined ? undefined : `default \`${JSON.stringify(schema.default)}\``,
  ]
    .filter((part) => part !== undefined)
    .join('; ');
}

/** The largest whole number of the language says nothing to a reader. */
const tooLarge = (value: number | undefined): boolean => value !== undefined && value >= Number.MAX_SAFE_INTEGER;

function bounds(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  const show = (value: number) => value.toLocaleString('en-GB');
  if (least === undefined || least === Number.MIN_SAFE_INTEGER)
    return most === undefined ? undefined : `at most ${show(most)}${unit}`;
  if (most === undefined && least === 1 && unit) return 'not empty';
  return most === undefined ? `at least ${show(least)}${unit}` : `${show(least)} to ${show(most)}${unit}`;
}
