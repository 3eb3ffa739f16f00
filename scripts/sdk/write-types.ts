import type { Document, Operation, Schema } from './document.ts';
import { className } from './names.ts';
import { toType } from './schema-to-type.ts';

/** Writes every schema of the document, the body of every operation, and unnamed responses. */
export function writeTypes(document: Document, operations: Operation[]): string {
  const lines = [
    ...Object.entries(document.components.schemas)
      .filter(([name]) => name !== 'Error')
      .map(([name, schema]) => `export type ${name} = ${toType(schema)};`),
    ...operations.flatMap((operation) => [...bodyType(operation), ...resultType(operation)]),
    `/** Every key that an error of the API may have. */\nexport type ErrorKey = ${toType(errorKeys(document))};`,
  ];
  return lines.join('\n\n');
}

const bodyType = (operation: Operation): string[] =>
  operation.body &&
  operation.body !== 'file' &&
  (operation.kind !== 'page' || hasOwnSearch(operation)) &&
  hasFields(operation.body)
    ? [`export type ${bodyName(operation)} = ${toType(operation.body)};`]
    : [];

const resultType = (operation: Operation): string[] =>
  operation.data && !isNamed(operation.data) ? [`export type ${resultName(operation)} = ${toType(operation.data)};`] : [];

/** `{ $ref }` and lists of them need no name; inline schemas do. */
const isNamed = (schema: Schema): boolean =>
  schema.$ref !== undefined || (schema.items !== undefined && isNamed(schema.items)) || (schema.anyOf?.some(isNamed) ?? false);

export const hasFields = ({ properties, anyOf, oneOf }: Schema): boolean =>
  anyOf !== undefined || oneOf !== undefined || Object.keys(properties ?? {}).length > 0;

const EVERY_SEARCH = new Set(['query', 'sortBy', 'search', 'pagination']);

/** Returns whether a search takes other fields than every search. */
export const hasOwnSearch = ({ kind, body }: Operation): boolean =>
  kind === 'page' &&
  body !== undefined &&
  body !== 'file' &&
  Object.keys(body.properties ?? {}).some((name) => !EVERY_SEARCH.has(name));

export const bodyName = ({ id }: Operation): string => `${className(id)}Body`;
const resultName = ({ id }: Operation): string => `${className(id)}Result`;

export const dataType = (operation: Operation): string => {
  if (!operation.data) return 'void';
  return isNamed(operation.data) ? toType(operation.data, (name) => `types.${name}`) : `types.${resultName(operation)}`;
};

function errorKeys(document: Document): Schema {
  const keys = document.components.schemas.Error?.properties?.error?.properties?.messageKey;
  if (!keys?.enum) throw new Error('the document does not list the keys of errors');
  return keys;
}
