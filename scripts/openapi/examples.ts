import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { z } from 'zod';
import { versions } from '../../server/src/http/index.ts';
import type { Route } from '../../server/src/http/route.ts';
import { failures } from '../../server/src/platform/errors.ts';

type Media = { schema: object; example?: unknown; examples?: Record<string, { $ref: string }> };
type Content = Record<string, Media>;
type Operation = {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
};
type Response = { content?: Content; $ref?: string };

/** Checks that every operation is complete and every example matches its schema, as JSON Schema and as zod. */
export function checkExamples(document: Record<string, unknown>) {
  const faults: string[] = [];
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'doc', ...document });
  const validate = validator(ajv);
  let [operations, examples, errors] = [0, 0, 0];
  for (const { route, operation } of operationsOf(document)) {
    operations++;
    const complain = (sentence: string) => faults.push(`${route.operationId}: ${sentence}`);
    for (const name of ['operationId', 'summary', 'description', 'tags'] as const)
      if (!operation[name]?.length) complain(`has no ${name}`);
    const shown = [
      ['the body', operation.requestBody?.content['application/json'], route.body],
      ['the answer', operation.responses[route.status]?.content?.['application/json'], route.reply],
    ] as [string, Media | undefined, z.ZodType][];
    for (const [where, media, schema] of shown) {
      if (!media) continue;
      examples++;
      const fault =
        media.example === undefined
          ? 'there is none'
          : (validate(media.schema, media.example) ?? zodFault(schema, media.example));
      if (fault) complain(`the example of ${where} is wrong: ${fault}`);
    }
    errors += checkErrors(document, operation, validate, complain);
  }
  return { operations, examples, errors, faults };
}

/** Validates values. Each schema is compiled once: the same few describe the errors of all operations. */
function validator(ajv: Ajv2020): (schema: object, value: unknown) => string | undefined {
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"doc#/');
    const check = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
    compiled.set(text, check);
    return check(value) ? undefined : ajv.errorsText(check.errors);
  };
}

function operationsOf(document: Record<string, unknown>): { route: Route; operation: Operation }[] {
  const paths = document.paths as Record<string, Record<string, Operation>>;
  return versions.flatMap(({ prefix, routes }) =>
    routes.map((route) => {
      const path = prefix + route.path.replace(/:([A-Za-z]+)/g, '{$1}');
      const operation = paths[path]?.[route.method.toLowerCase()];
      if (!operation) throw new Error(`${route.operationId} is not in the document`);
      return { route, operation };
    }),
  );
}

const zodFault = (schema: z.ZodType, value: unknown): string | undefined => {
  const { error } = schema.safeParse(value);
  return error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ');
};

/** Checks that each failure is listed under its status, with a valid example. */
function checkErrors(
  document: Record<string, unknown>,
  operation: Operation,
  validate: (schema: object, value: unknown) => string | undefined,
  complain: (sentence: string) => void,
): number {
  const { examples, responses } = document.components as {
    examples: Record<string, { value: unknown }>;
    responses: Record<string, Response>;
  };
  const given = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
  if (given.length < 7) complain('names fewer errors than every operation has');
  return given.reduce((count, [status, { $ref = '' }]) => {
    const media = responses[$ref.split('/').at(-1) ?? '']?.content?.['application/json'];
    if (!media) complain(`${status} leads to no description`);
    const keys = Object.keys(media?.examples ?? {});
    for (const key of keys) {
      if (failures[key as keyof typeof failures]?.status !== Number(status)) complain(`${key} is listed under ${status}`);
      const fault = media && validate(media.schema, examples[key]?.value);
      if (fault) complain(`the example of ${key} is wrong: ${fault}`);
    }
    return count + keys.length;
  }, 0);
}
