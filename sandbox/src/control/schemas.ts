import type { FastifyRequest } from 'fastify';
import type { ChannelDefinition } from '../channel-definition.ts';
import type { Kind } from '../environment.ts';
import { text, url } from '../json-schemas.ts';
import { ControlFailure } from './failure.ts';

/** Returns the JSON schema of an account of one kind. */
export function accountSchema(kind: Kind, { account: { required, optional } }: ChannelDefinition): Record<string, unknown> {
  const own = { kind: { const: kind }, ...required, callbackUrl: url };
  return { ...object({ ...own, ...optional }, Object.keys(own)) };
}

const object = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const anyText = { type: 'string' };

export const phoneSchema = object(
  {
    from: text,
    name: anyText,
    text: anyText,
    type: anyText,
    media: object({ bytesBase64: anyText, mimeType: text, fileName: anyText, caption: anyText }, ['bytesBase64', 'mimeType']),
    buttonReply: object({ id: anyText, title: anyText }, ['id', 'title']),
    listReply: object({ id: anyText, title: anyText, description: anyText }, ['id', 'title']),
    button: object({ payload: anyText, text: anyText }, ['payload', 'text']),
    location: object({ latitude: { type: 'number' }, longitude: { type: 'number' }, name: anyText, address: anyText }, [
      'latitude',
      'longitude',
    ]),
    contacts: { type: 'array' },
    reaction: object({ vendorId: text, emoji: anyText }, ['vendorId']),
    replyTo: text,
    referral: { type: 'object' },
    call: { type: 'boolean' },
    withoutPhoneNumber: { type: 'boolean' },
    userId: text,
    timestamp: { type: 'number' },
    vendorId: text,
    subject: anyText,
    html: anyText,
    headers: { type: 'object', additionalProperties: anyText },
    to: text,
    storyReply: object({ id: text, url: anyText }, ['id']),
    postback: object({ title: anyText, payload: anyText }, ['title', 'payload']),
    quickReply: object({ payload: anyText }, ['payload']),
    deleted: text,
    seen: text,
  },
  ['from'],
);

const update = {
  type: 'object',
  minProperties: 1,
  maxProperties: 1,
  properties: {
    message: phoneSchema,
    status: object({ vendorId: text, status: text, timestamp: { type: 'number' }, errorCode: { type: 'integer' } }, [
      'vendorId',
      'status',
    ]),
    preference: object({ from: text, value: { enum: ['stop', 'resume'] } }, ['from', 'value']),
    template: { type: 'object' },
    echo: object({ to: text, text: anyText }, ['to', 'text']),
    raw: { type: 'object' },
  },
  additionalProperties: false,
};

export const emitSchema = object({ updates: { type: 'array', minItems: 1, items: update } }, ['updates']);
export const clockSchema = object({ advanceSeconds: { type: 'number', minimum: 0 } }, ['advanceSeconds']);

type AjvError = { instancePath: string; message?: string; params: { additionalProperty?: string; allowedValues?: unknown[] } };

/** Returns the body, or throws a failure that names the first mistake in it. */
export function checked<T>(request: FastifyRequest, schema: Record<string, unknown>, what: string): T {
  const validate = request.getValidationFunction(schema) ?? request.compileValidationSchema(schema);
  if (validate(request.body ?? {})) return request.body as T;
  const [first] = (validate as unknown as { errors: AjvError[] }).errors;
  const { additionalProperty, allowedValues } = first?.params ?? {};
  const extra = additionalProperty ? `: "${additionalProperty}"` : allowedValues ? `: ${allowedValues.join(', ')}` : '';
  throw new ControlFailure(400, `${what}${first?.instancePath ?? ''} ${first?.message ?? 'is not right'}${extra}.`);
}
