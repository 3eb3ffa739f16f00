import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXCEPTIONS, missingFrom, sourcesOfServer, staleAmong } from './completeness.ts';
import { registry } from './registry.ts';

const registered = new Set(registry.flatMap(({ files }) => files));
const sources = sourcesOfServer();

test('every file of the server that parses outside input is in the registry, or excepted with a reason', () => {
  assert.deepEqual(missingFrom(registered, sources), []);
});

test('the registry and the exceptions name existing files, each once', () => {
  assert.deepEqual(staleAmong([...registered, ...Object.keys(EXCEPTIONS)], sources), []);
  assert.deepEqual(
    Object.keys(EXCEPTIONS).filter((path) => registered.has(path)),
    [],
  );
});

test('a parser that is not registered is found', () => {
  const planted = [
    "import { parse } from 'node:querystring';",
    'export const read = (body: string) => JSON.parse(body);',
    "import { Parser } from 'htmlparser2';",
    'for (const match of text.matchAll(PLACE)) read(match);',
  ].map((text, i) => ({ path: `adapters/new-${i}.ts`, text }));
  assert.deepEqual(
    missingFrom(registered, [...sources, ...planted]),
    planted.map(({ path }) => path),
  );
  const withoutMail = new Set([...registered].filter((path) => path !== 'adapters/email/mail-parser.ts'));
  assert.deepEqual(missingFrom(withoutMail, sources), ['adapters/email/mail-parser.ts']);
});
