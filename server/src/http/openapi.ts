import { z } from 'zod';
import { type FailureKey, failures } from '../platform/errors.ts';
import { type Version, versions } from './index.ts';
import type { Route } from './route.ts';

type Json = Record<string, unknown>;

/** The whole API as OpenAPI 3.1, made from the route rows and nothing else. */
export function openApi(serverUrl: string): Json {
  const schemas: Json = { Error: errorSchema };
  const paths: Record<string, Json> = {};
  for (const version of versions) {
    for (const route of version.routes) {
      const path = version.prefix + route.path.replace(/:([A-Za-z]+)/g, '{$1}');
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(version, route, schemas) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Patchbay',
      version: '3.0.0',
      description: 'One API for customer conversations over WhatsApp, SMS, email and Instagram.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    tags: [...new Set(versions.flatMap((version) => version.routes.map((route) => route.tag)))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas,
      examples: Object.fromEntries(Object.entries(failures).map(([key, { message }]) => [key, failureExample(key, message)])),
    },
  };
}

function operation(version: Version, route: Route, schemas: Json): Json {
  const parameters: Json[] = paramNames(route).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  if (isRepeatable(route)) parameters.push(idempotencyHeader);
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: `Needs the scope \`${route.scope}\`${route.feature ? ` and a plan with ${route.feature}` : ''}.`,
    tags: [route.tag],
    ...(version.prefix === '/v2' && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: { required: true, content: json(toSchema(route.body, 'input', schemas)) } }),
    ...(route.upload && { requestBody: { required: true, content: oneFile } }),
    responses: {
      [route.status]: { description: 'Success', content: content(route, schemas) },
      ...(route.bytes && { 206: { description: 'The bytes that the Range header asked for', content: anyBytes } }),
      ...failureResponses(version, route),
    },
  };
}

/** One answer is JSON; a stream is server-sent events; a file is its bytes. */
function content(route: Route, schemas: Json): Json {
  if (route.stream) return { 'text/event-stream': { schema: { type: 'string' } } };
  return route.bytes ? anyBytes : json(toSchema(route.reply, 'output', schemas));
}

const anyBytes = { '*/*': { schema: { type: 'string', format: 'binary' } } };
const oneFile = {
  'multipart/form-data': {
    schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
  },
};

const paramNames = (route: Route): string[] => [...route.path.matchAll(/:([A-Za-z]+)/g)].map((match) => String(match[1]));
const isRepeatable = (route: Route): boolean => route.method === 'POST' || route.method === 'PUT';

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeat a request safely: the same key and body give the first answer again for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** The failures an operation can give, by status; several keys may share one status, each with its example. */
function failureResponses(version: Version, route: Route): Json {
  const byStatus = Map.groupBy(failureKeys(version, route), (key) => failures[key].status);
  return Object.fromEntries([...byStatus].map(([status, keys]) => [status, failureResponse(keys)]));
}

function failureKeys(version: Version, route: Route): FailureKey[] {
  const keys = new Set<FailureKey>([
    'invalid_body_params',
    'unauthorized',
    'insufficient_billing_plan',
    'forbidden',
    'contact_not_found',
  ]);
  for (const name of paramNames(route)) {
    const key = `${name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_not_found`;
    if (route.method !== 'DELETE' && key in failures) keys.add(key as FailureKey);
  }
  if (route.method !== 'GET') keys.add('conflict');
  if (isRepeatable(route)) {
    for (const key of [
      'idempotency_in_progress',
      'idempotency_key_reused',
      'payload_too_large',
      'unsupported_media_type',
    ] as const)
      keys.add(key);
  }
  if (route.bytes) keys.add('range_not_satisfiable');
  if (version.prefix === '/v2') keys.add('version_sunset');
  for (const key of ['too_many_requests', 'internal_error', 'service_unavailable'] as const) keys.add(key);
  return [...keys];
}

const failureResponse = (keys: FailureKey[]): Json => ({
  description: keys.map((key) => `\`${key}\`: ${failures[key].message}`).join('\n\n'),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(keys.map((key) => [key, { $ref: `#/components/examples/${key}` }])),
    },
  },
});

const failureExample = (messageKey: string, message: string): Json => ({
  value: { success: false, error: { messageKey, message } },
});

const errorSchema = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { type: 'boolean', const: false },
    error: {
      type: 'object',
      required: ['messageKey', 'message'],
      properties: {
        messageKey: { type: 'string', enum: Object.keys(failures) },
        message: { type: 'string' },
        invalidParams: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            required: ['key', 'message'],
            properties: { key: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
  },
};

const json = (schema: unknown): Json => ({ 'application/json': { schema } });

/** One schema as JSON Schema. What has a name of its own (`.meta({ id })`) goes to the document's list, once. */
function toSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const written = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: ({ jsonSchema }) => tidy(jsonSchema) }) as Json;
  const {
    $defs,
    $schema: _dialect,
    ...rest
  } = JSON.parse(JSON.stringify(written).replaceAll('#/$defs/', '#/components/schemas/')) as Json;
  for (const [name, definition] of Object.entries(($defs ?? {}) as Json)) schemas[name] = definition;
  return rest;
}

/** A format says it all; the validator's own pattern behind it only frightens readers. */
function tidy(schema: { format?: string; pattern?: string; id?: string }): void {
  if (schema.format) delete schema.pattern;
  delete schema.id;
}
