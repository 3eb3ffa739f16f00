import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type Document, type Operation, operationsOf } from '../../scripts/docs/openapi.ts';
import type { Schema } from '../../scripts/docs/schema.ts';
import type { Block } from './pages.ts';
import type { Call, Pasted } from './shell.ts';

export type Verifier = (block: Block, before: Pasted | undefined) => string | undefined;

/**
 * What a JSON block must be. One that names an operation (`json sendMessage`) is its body, `part` of it or its `answer` if it says
 * so; one that names a schema (`json AuditEntry`) is that. An answer belongs to the call above it: it fits that operation's schema, and
 * has the fields that the server really gave.
 */
export function createVerifier(document: Document): Verifier {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'doc', ...document });
  const validate = (schema: Schema, value: unknown): string | undefined => {
    const relative = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"doc#/')) as object;
    return ajv.validate(relative, value) ? undefined : ajv.errorsText();
  };
  const operations = operationsOf(document);
  return (block, before) => {
    const whole = parsed(block.text);
    const value = whole ?? parsed(`{${block.text}}`);
    if (value === undefined) return 'is no JSON';
    if (block.info) return byName(block.info, value, document, operations, validate);
    if (isEvent(value)) return validate({ $ref: '#/components/schemas/Event' }, value);
    if (!before) return 'says neither which operation takes it (json <operationId>) nor follows a call';
    const schema = answerSchema(value, before.calls.at(-1), operations);
    const real = lastJson(before.said);
    if (whole === undefined) return shapeFault(value, pick(real, Object.keys(value as object)), '');
    return (schema && validate(schema, value)) ?? shapeFault(value, real, '');
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where a page shows a piece of an answer, only that piece is compared. */
const pick = (value: unknown, keys: string[]): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)))
    : value;

type Validate = (schema: Schema, value: unknown) => string | undefined;

function byName(
  info: string,
  value: unknown,
  document: Document,
  operations: Operation[],
  validate: Validate,
): string | undefined {
  const [name = '', how] = info.split(' ');
  if (document.components.schemas[name]) return validate({ $ref: `#/components/schemas/${name}` }, value);
  const operation = operations.find(({ operationId }) => operationId === name);
  const answer = Object.entries(operation?.responses ?? {}).find(([status]) => Number(status) < 400)?.[1];
  const described = how === 'answer' ? answer : operation?.requestBody;
  const body = described?.content?.['application/json']?.schema;
  if (!body) return `names ${info}, which is neither an operation's body or answer nor a schema`;
  return validate(how === 'part' ? { ...body, required: [] } : body, value);
}

const isEvent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'event' in value && 'tenantId' in value;

function answerSchema(value: unknown, call: Call | undefined, operations: Operation[]): Schema | undefined {
  if (typeof value !== 'object' || value === null || !('success' in value)) return undefined;
  if (value.success === false) return { $ref: '#/components/schemas/Error' };
  const operation = call && operations.find((one) => one.method === call.method && matches(one.path, new URL(call.url).pathname));
  const good = Object.entries(operation?.responses ?? {}).find(([status]) => Number(status) < 400)?.[1];
  return good?.content?.['application/json']?.schema;
}

export const matches = (template: string, path: string): boolean =>
  new RegExp(`^${template.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`).test(path);

/** The last JSON that a block printed, in one line or over several. */
function lastJson(said: string): unknown {
  const lines = said.trim().split('\n');
  for (let from = lines.length - 1; from >= 0; from--) {
    try {
      return lastOfLine(lines.slice(from).join('\n'));
    } catch {
      // it begins further up
    }
  }
  return undefined;
}

/** Answers end without a line break, so two calls print two values in a row: `{..}{..}`. */
function lastOfLine(text: string): unknown {
  for (let at = text.indexOf('{"'); at !== -1; at = text.indexOf('{"', at + 1)) {
    try {
      return JSON.parse(text.slice(at));
    } catch {
      // a value ends before the end of the text
    }
  }
  return JSON.parse(text);
}

/** Objects whose fields are the caller's own, or depend on what was asked. */
const FREE = /\.(metadata|settings|details|extra|invalidParams|variables)$/;

/** Where the shown answer and the real one differ in their fields. Values differ; empty lists and nulls say nothing. */
export function shapeFault(shown: unknown, real: unknown, path: string): string | undefined {
  if (real === undefined) return 'follows a call that printed no JSON';
  if (shown === null || real === null || FREE.test(path)) return undefined;
  if (Array.isArray(shown) && Array.isArray(real))
    return shown.length === 0 || real.length === 0 ? undefined : shapeFault(shown[0], real[0], `${path}[]`);
  if (typeof shown !== typeof real || Array.isArray(shown) !== Array.isArray(real))
    return `${path} is of another kind than the server's`;
  if (typeof shown !== 'object') return undefined;
  const [ours, theirs] = [shown as Record<string, unknown>, real as Record<string, unknown>];
  const missing = Object.keys(theirs).filter((key) => !(key in ours));
  const strange = Object.keys(ours).filter((key) => !(key in theirs));
  if (missing.length + strange.length > 0)
    return `${path || 'it'} lacks [${missing}] and has [${strange}], unlike the server's answer`;
  return Object.keys(ours).reduce<string | undefined>(
    (fault, key) => fault ?? shapeFault(ours[key], theirs[key], `${path}.${key}`),
    undefined,
  );
}
