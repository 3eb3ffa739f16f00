import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highlight, toCurl } from './share.ts';

test('an apostrophe does not end the body of the curl command', () => {
  const curl = toCurl('https://example.com', { query: `eq(lastName,"O'Connor")` });
  assert.ok(curl.endsWith(`-d '{"query":"eq(lastName,\\"O'\\''Connor\\")"}'`), curl);
});

test('highlighting changes no character', () => {
  const text = 'and(eq(attributes.a1,"x(1)"),gte(n,-1.5),not(isNull(email)))';
  const tokens = highlight(text);
  assert.equal(tokens.map((token) => token.text).join(''), text);
  assert.deepEqual(
    tokens.filter(({ kind }) => kind === 'function').map((token) => token.text),
    ['and', 'eq', 'gte', 'not', 'isNull'],
  );
});
