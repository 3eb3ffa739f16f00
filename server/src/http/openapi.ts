import { z } from 'zod';
import { revealedBy } from '../domain/tokens/index.ts';
import { failures } from '../platform/errors.ts';
import { failureKeys, isRepeatable, paramNames } from './failure-keys.ts';
import { type Version, versions } from './index.ts';
import { failureResponses, headers, partHeaders, successHeaders } from './openapi-responses.ts';
import { type Schema, sampleBody, sampleId, sampleReply } from './openapi-sample.ts';
import { type Access, featureNeeded, isOpen, type Route } from './route.ts';
import { SESSION_COOKIE } from './session-cookie.ts';
import { subjectOf } from './subject.ts';
import { tags } from './tags.ts';

type Json = Record<string, unknown>;
const all = versions.flatMap(({ routes }) => routes);

/** Builds the OpenAPI 3.1 document from the routes. */
export function openApi(serverUrl: string): Json {
  const schemas: Json = { Error: errorSchema };
  const responses: Json = {};
  const given = new Set(versions.flatMap((version) => version.routes.flatMap((route) => failureKeys(version, route))));
  const paths: Record<string, Json> = {};
  for (const version of versions) {
    for (const route of version.routes) {
      const path = version.prefix + route.path.replace(/:([A-Za-z]+)/g, '{$1}');
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(version, route, { schemas, responses }) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Patchbay',
      version: '3.0.0',
      description:
        'One API for customer conversations over WhatsApp, SMS, email and Instagram. HEAD is answered wherever GET is, with the same headers.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    tags: [...new Set(all.map((route) => route.tag))].map((name) => ({ name, description: tags[name] })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
      },
      schemas,
      headers,
      responses,
      examples: Object.fromEntries([...given].map((key) => [key, failureExample(key, failures[key].message)])),
    },
  };
}

/** Schemas and responses that operations share. */
type Shared = { schemas: Json; responses: Json };

function operation(version: Version, route: Route, { schemas, responses }: Shared): Json {
  const parameters: Json[] = paramNames(route).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: `The id of the ${name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`,
    schema: { type: 'string' },
    example: sampleId(name.replace(/Id$/, '')),
  }));
  if (isRepeatable(route)) parameters.push(idempotencyHeader);
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: describe(route),
    tags: [route.tag],
    ...(isOpen(route) && { security: route.access === 'session' ? [{ session: [] }] : [] }),
    ...(version.prefix === '/v2' && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: { required: !isOptional(route.body), content: bodyContent(route, route.body, schemas) } }),
    ...(route.upload && { requestBody: { required: true, content: oneFile } }),
    responses: {
      [route.status]: { description: 'Success', headers: successHeaders(version, route), content: content(route, schemas) },
      ...(route.bytes && {
        206: { description: 'The bytes that the Range header asked for', headers: partHeaders(version), content: anyBytes },
      }),
      ...failureResponses(version, route, responses),
    },
  };
}

/** A request without a body is treated as `{}`. */
const isOptional = (body: z.ZodType): boolean => body.safeParse({}).success;

function describe(route: Route): string {
  const { scope } = route;
  if (scope === null) return whoMayCall[route.access];
  const needs = `Needs the scope \`${scope}\`${planNeeded(route)}.`;
  const revealed = revealedBy[scope];
  return revealed === undefined ? needs : `${needs} ${revealed}`;
}

const whoMayCall: Record<Access, string> = {
  token: 'Needs an access token.',
  person: 'Needs the token of a user; no scope.',
  session:
    'Needs the session cookie of a person who signed in. A request that changes something must have the `Origin` of this server.',
  public: 'Needs no token. A request of a page must have the `Origin` of this server.',
};

function planNeeded(route: Route): string {
  const feature = featureNeeded(route);
  if (feature) return ` and a plan with ${feature}`;
  if (typeof route.reducesUse === 'function') return ` and a plan with ${route.feature}; what only pauses needs no plan`;
  return route.feature ? '; allowed on every plan' : '';
}

/** Returns the content of a response: JSON, server-sent events, the bytes of a file or an HTML document. */
function content(route: Route, schemas: Json): Json {
  if (route.stream) return { 'text/event-stream': { schema: { type: 'string' } } };
  if (route.bytes) return anyBytes;
  if (route.html) return { 'text/html': { schema: { type: 'string' } } };
  const schema = toSchema(route.reply, 'output', schemas);
  return json(schema, sampleReply(schema, schemas, route.operationId, subjectOf(route, all).type));
}

function bodyContent(route: Route, body: z.ZodType, schemas: Json): Json {
  const schema = toSchema(body, 'input', schemas);
  return json(schema, sampleBody(schema, schemas, route.operationId));
}

const anyBytes = { '*/*': { schema: { type: 'string', format: 'binary' } } };
const oneFile = {
  'multipart/form-data': {
    schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
  },
};

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeat a request safely: the same key and body give the first answer again for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

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

const json = (schema: Schema, example: unknown): Json => ({ 'application/json': { schema, example } });

/** Converts a schema to JSON Schema. A schema with an id (`.meta({ id })`) is added to the shared schemas. */
function toSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Schema {
  const written = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => simplify(jsonSchema),
  }) as Json;
  const {
    $defs,
    $schema: _dialect,
    ...rest
  } = JSON.parse(JSON.stringify(written).replaceAll('#/$defs/', '#/components/schemas/')) as Json;
  for (const [name, definition] of Object.entries(($defs ?? {}) as Json)) schemas[name] = definition;
  return rest;
}

/** Removes the validator's pattern where a format says the same. */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format) delete schema.pattern;
  delete schema.id;
  if (schema.oneOf && !schema.oneOf.every(({ required }) => required?.includes('type'))) {
    schema.anyOf = schema.oneOf; // a discriminator must be required
    delete schema.oneOf;
  }
}
