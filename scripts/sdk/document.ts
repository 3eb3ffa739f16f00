/** The parts of the committed OpenAPI document that the SDK is generated from. */
export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  $ref?: string;
  description?: string;
};

type Content = Record<string, { schema: Schema }>;

type Described = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  deprecated?: boolean;
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

export type Document = {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

/** The response of an operation: one object, a page of a search, only success, bytes, or a stream of events. */
export type Kind = 'data' | 'page' | 'done' | 'bytes' | 'stream';

export type Operation = {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  /** The scope from the description; null for operations of people and of the sign-in, which need none. */
  scope: string | null;
  isDeprecated: boolean;
  pathIds: string[];
  kind: Kind;
  /** The JSON body, or "file" for an upload. */
  body: Schema | 'file' | undefined;
  /** The schema of `data` in the envelope; of one item if the response is a page. */
  data: Schema | undefined;
  isKeyed: boolean;
};

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => toOperation(path, method.toUpperCase(), described)),
  );
}

function toOperation(path: string, method: string, described: Described): Operation {
  const scope = /Needs the scope `([^`]+)`/.exec(described.description)?.[1] ?? null;
  const tag = described.tags[0];
  if (tag === undefined) throw new Error(`${described.operationId} names no tag`);
  if (described.parameters?.some((parameter) => parameter.in === 'query'))
    throw new Error(`${described.operationId} takes query parameters, which scripts/sdk/write-resource.ts does not support`);
  return {
    id: described.operationId,
    method,
    path,
    tag,
    scope,
    summary: described.summary,
    isDeprecated: described.deprecated ?? false,
    pathIds: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name)),
    body: bodyOf(described),
    ...answerOf(described),
    isKeyed: (described.parameters ?? []).some(({ name }) => name === 'Idempotency-Key') && !onlyReads(path, scope),
  };
}

/** Searches and counts use POST but change nothing, so they need no idempotency key. */
const onlyReads = (path: string, scope: string | null): boolean =>
  path.endsWith('/search') || (scope?.endsWith('.read') ?? false);

function bodyOf({ requestBody, operationId }: Described): Operation['body'] {
  if (!requestBody) return undefined;
  if (requestBody.content['multipart/form-data']) return 'file';
  const json = requestBody.content['application/json'];
  if (!json) throw new Error(`${operationId} takes a body that is neither JSON nor a form`);
  return json.schema;
}

function answerOf({ responses, operationId }: Described): Pick<Operation, 'kind' | 'data'> {
  const content = (responses['200'] ?? responses['201'])?.content ?? {};
  if (content['text/event-stream']) return { kind: 'stream', data: undefined };
  if (content['*/*'] || content['text/html']) return { kind: 'bytes', data: undefined };
  const envelope = content['application/json']?.schema.properties;
  if (!envelope) throw new Error(`${operationId} has a response that the SDK does not support`);
  if (envelope.pagination) return { kind: 'page', data: envelope.data?.items };
  return envelope.data ? { kind: 'data', data: envelope.data } : { kind: 'done', data: undefined };
}
