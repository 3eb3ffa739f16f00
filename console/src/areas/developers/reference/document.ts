/** The parts of the OpenAPI document that the page shows. */
export type Document = {
  paths: Record<string, Record<string, DocumentOperation>>;
  components: {
    responses?: Record<string, DocumentResponse>;
    examples?: Record<string, { value?: { error?: { messageKey?: string; message?: string } } }>;
  };
};
type DocumentResponse = { $ref?: string; content?: Record<string, { examples?: Record<string, unknown> }> };
type DocumentOperation = {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  responses?: Record<string, DocumentResponse>;
};

export type Operation = { id: string; method: string; path: string; summary: string; scope: string | null; tag: string };
export type ErrorEntry = { key: string; status: number; message: string; operations: number };

const METHODS = ['get', 'post', 'put', 'delete'];

const operationsIn = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      path.startsWith('/v3/') && METHODS.includes(method) ? [{ path, method, operation }] : [],
    ),
  );

/** Every operation of version 3, in the order of the document. */
export const toOperations = (document: Document): Operation[] =>
  operationsIn(document).map(({ path, method, operation }) => ({
    id: operation.operationId ?? path,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    scope: /scope `([\w.]+)`/.exec(operation.description ?? '')?.[1] ?? null,
    tag: operation.tags?.[0] ?? '',
  }));

/** Every error key with its status, its message and how many operations answer with it. */
export function toErrors(document: Document): ErrorEntry[] {
  const found = new Map<string, ErrorEntry>();
  for (const { operation } of operationsIn(document))
    for (const [status, response] of Object.entries(operation.responses ?? {}))
      for (const key of keysOf(document, response)) {
        const entry = found.get(key) ?? { key, status: Number(status), message: messageOf(document, key), operations: 0 };
        found.set(key, { ...entry, operations: entry.operations + 1 });
      }
  return [...found.values()].toSorted((a, b) => a.status - b.status || a.key.localeCompare(b.key));
}

/** A response names its keys by its examples; several operations share one by a reference. Success has none. */
function keysOf({ components }: Document, response: DocumentResponse): string[] {
  const named = response.$ref ? components.responses?.[response.$ref.split('/').at(-1) ?? ''] : response;
  const examples = Object.entries(named?.content?.['application/json']?.examples ?? {});
  return examples.filter(([, example]) => (example as { $ref?: string }).$ref).map(([key]) => key);
}

const messageOf = ({ components }: Document, key: string): string => components.examples?.[key]?.value?.error?.message ?? '';
