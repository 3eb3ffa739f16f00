import type { Schema } from './document.ts';

/** Converts a JSON Schema to a TypeScript type. Limits such as maxLength are checked by the server and not part of the type. */
export function toType(schema: Schema, refer: (name: string) => string = (name) => name): string {
  const again = (inner: Schema) => toType(inner, refer);
  if (schema.$ref) return refer(schema.$ref.replace('#/components/schemas/', ''));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map(again));
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => again({ ...schema, type })));
  switch (schema.type) {
    case undefined:
      return 'unknown';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `Array<${again(schema.items ?? {})}>`;
    case 'object':
      return objectType(schema, again);
    default:
      throw new Error(`no TypeScript for the type ${schema.type}`);
  }
}

/** Writes `string & {}`, so that editors still suggest the known values. */
function union(types: string[]): string {
  const isOpen = types.includes('string') && types.some((type) => type.startsWith('"'));
  return [...new Set(types.map((type) => (isOpen && type === 'string' ? '(string & {})' : type)))].join(' | ');
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema, again: (inner: Schema) => string): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `${key}${required.includes(name) ? '' : '?'}: ${again(schema)};`;
  });
  if (fields.length > 0) return `{ ${fields.join(' ')} }`;
  if (additionalProperties === false) return 'Record<string, never>';
  const values = typeof additionalProperties === 'object' ? again(additionalProperties) : 'unknown';
  return `Record<string, ${values}>`;
}
