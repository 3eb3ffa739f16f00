import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Schema } from './schema.ts';

export type Media = { schema: Schema; example?: unknown; examples?: Record<string, unknown> };
export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema; example?: string };
export type Operation = {
  method: string;
  path: string;
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
};
type Response = { description: string; content?: Record<string, Media> };
type Written = Omit<Operation, 'method' | 'path' | 'responses'> & { responses: Record<string, Response | { $ref: string }> };
export type Document = {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Written>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    examples: Record<string, { value: unknown }>;
  };
};

export const readDocument = (root: string): Document =>
  JSON.parse(readFileSync(join(root, 'docs/reference/openapi.json'), 'utf8')) as Document;

export const operationsOf = (document: Document): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      responses: responsesOf(document, operation),
      method: method.toUpperCase(),
      path,
    })),
  );

/** Operations that fail in the same ways share the descriptions of that. */
const responsesOf = ({ components }: Document, { responses }: Written): Record<string, Response> =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const shared = '$ref' in response ? components.responses[response.$ref.split('/').at(-1) ?? ''] : response;
      if (!shared) throw new Error(`There is no response ${JSON.stringify(response)}`);
      return [status, shared];
    }),
  );

/** `POST /v3/labels/{id}` and `POST /v3/labels/{labelId}` are the same call. */
export const callOf = (method: string, path: string): string => `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;

/** A call as guides write it in running text; undefined for other code. */
export const namedCall = (code: string): string | undefined => {
  const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE) (\/v[23]\/[\w/{}]+)$/.exec(code) ?? [];
  return method && path ? callOf(method, path) : undefined;
};
