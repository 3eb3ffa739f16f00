import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { issueMessage, unknownKeyMessage } from './issue-messages.ts';
import { nearestName } from './nearest-name.ts';

const said = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value, { error: issueMessage, reportInput: true }).error?.issues ?? []).map((issue) => issue.message);

const color = z.enum(['red', 'green']);
const cases: [schema: z.ZodType, value: unknown, message: string][] = [
  [z.string(), 7, 'Must be a string, not a number'],
  [z.string(), null, 'Must be a string, not null'],
  [z.strictObject({}), [], 'Must be an object, not a list'],
  [z.strictObject({}), null, 'Must be an object, not null'],
  [z.boolean(), 'yes', 'Must be true or false, not a string'],
  [z.int(), 1.5, 'Must be a whole number, not the number 1.5'],
  [z.array(z.string()), {}, 'Must be a list, not an object'],
  [z.string().max(3), 'abcd', 'Must have at most 3 characters'],
  [z.string().min(1), '', 'Must not be empty'],
  [z.array(z.string()).min(2), [], 'Must have at least 2 items'],
  [z.array(z.string()).max(1), ['a', 'b'], 'Must have at most 1 item'],
  [z.string().length(2), 'a', 'Must have exactly 2 characters'],
  [z.number().min(1), 0, 'Must be at least 1'],
  [z.number().lt(5), 5, 'Must be less than 5'],
  [z.number().multipleOf(5), 6, 'Must be a multiple of 5'],
  [color, 'blue', 'Must be one of "red", "green"'],
  [color, 'gren', 'Must be one of "red", "green"; did you mean "green"?'],
  [z.literal(true), false, 'Must be true'],
  [z.email(), 'x', 'Must be an email address, such as ada@example.com'],
  [z.uuid(), 'x', 'Must be an id (a UUID)'],
  [z.iso.datetime(), 'soon', 'Must be a time with its zone, such as 2026-11-02T09:15:00Z'],
  [z.string().regex(/^[a-z]+$/), 'A', 'Must match the pattern /^[a-z]+$/'],
  [z.string().startsWith('https:'), 'x', 'Must start with "https:"'],
  [
    z.record(z.string().max(3), z.string()),
    { long_key: 'x' },
    '"long_key" is not allowed as a key here: it must have at most 3 characters',
  ],
  [
    z.record(z.string().regex(/^[a-z]+$/), z.string()),
    { A: 'x' },
    '"A" is not allowed as a key here: it must match the pattern /^[a-z]+$/',
  ],
  [z.union([z.number(), color]), 'blue', 'Must be a number, not a string; or: Must be one of "red", "green"'],
  [
    z.discriminatedUnion('type', [z.object({ type: z.literal('text') }), z.object({ type: z.literal('image') })]),
    { type: 'txt' },
    'Must be one of "text", "image"; did you mean "text"?',
  ],
  [z.string().refine(() => false), 'x', 'This value is not allowed'],
  [z.string().max(3, 'Three letters'), 'abcd', 'Three letters'],
];
for (const [schema, value, message] of cases)
  test(`${JSON.stringify(value)}: ${message}`, () => assert.deepEqual(said(schema, value), [message]));

test('an unknown parameter: the nearest known one, or those that there are', () => {
  const schema = z.strictObject({ firstName: z.string().optional(), color: z.string().optional() });
  const messageFor = (key: string, of: z.ZodType = schema) => {
    const [issue] = of.safeParse({ [key]: 1 }, { error: issueMessage }).error?.issues ?? [];
    assert.ok(issue?.code === 'unrecognized_keys');
    return unknownKeyMessage(key, issue.keys);
  };
  for (const near of ['firstname', 'first_name', 'FirstName', 'fristName', 'firstNam', 'first'])
    assert.equal(messageFor(near), 'There is no such parameter here; did you mean firstName?', near);
  assert.equal(messageFor('colour'), 'There is no such parameter here; did you mean color?');
  assert.equal(messageFor('zip'), 'There is no such parameter here; there are firstName, color');
  assert.equal(messageFor('x', z.strictObject({})), 'There is no such parameter here; this takes none');
});

test('nothing is suggested for names that are far away, very short or very long', () => {
  for (const wrong of ['', 'x', 'ab', 'telephone', 'n'.repeat(100_000)])
    assert.equal(nearestName(wrong, ['name', 'email']), undefined);
  assert.equal(nearestName('nmae', ['email', 'name']), 'name');
  assert.equal(nearestName('eMail', ['name', 'email']), 'email');
});
