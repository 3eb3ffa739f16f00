import type { z } from 'zod';
import { Failure, type InvalidParamKey, type InvalidParams } from '../platform/errors.ts';
import { issueMessage, unknownKeyMessage } from '../platform/issue-messages.ts';
import { MOST_INVALID_PARAMS } from './bounded-failure.ts';

/** Validates a body. The failure names all invalid parameters by their dotted paths. No body is treated as `{}`; `null` is a body. */
export function validate(schema: z.ZodType | undefined, body: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(body === undefined ? {} : body, { reportInput: true, error: issueMessage });
  if (parsed.success) return parsed.data;
  throw new Failure('invalid_body_params', { invalidParams: toInvalidParams(parsed.error.issues) });
}

/** Returns the invalid parameters, at most as many as a response has. The object has no prototype: a parameter can be named `constructor`. */
export function toInvalidParams(issues: readonly z.core.$ZodIssue[]): InvalidParams {
  const params: InvalidParams = Object.create(null);
  let count = 0;
  for (const issue of issues) {
    for (const [path, key, message] of faults(issue)) {
      if (path in params) continue;
      if (count++ > MOST_INVALID_PARAMS) return params;
      params[path] = { key, message };
    }
  }
  return params;
}

type Fault = [path: string, key: InvalidParamKey, message: string];

function* faults(issue: z.core.$ZodIssue): Generator<Fault> {
  const path = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') yield [path || 'body', keyOf(issue), messageOf(issue)];
  else
    for (const key of issue.keys) yield [path ? `${path}.${key}` : key, 'unrecognized_keys', unknownKeyMessage(key, issue.keys)];
}

/** Translates issue codes of the validator to the keys of our API, which are older. */
function keyOf(issue: z.core.$ZodIssue): InvalidParamKey {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue) ? 'required' : 'invalid_type';
    case 'invalid_format':
      return issue.format === 'datetime' ? 'invalid_date' : 'invalid_string';
    case 'invalid_value':
      return isMissing(issue) ? 'required' : 'invalid_enum_value';
    case 'too_small':
    case 'too_big':
      return issue.code;
    case 'invalid_union':
      if ('note' in issue && issue.note === 'No matching discriminator') return 'invalid_enum_value';
      return isMissing(issue) ? 'required' : 'invalid_type';
    default:
      return 'custom';
  }
}

const isMissing = (issue: z.core.$ZodIssue): boolean => issue.input === undefined;

const messageOf = (issue: z.core.$ZodIssue): string =>
  keyOf(issue) === 'required' ? 'This parameter is required' : issue.message;
