import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { adapters } from './index.ts';
import { plainHttp, secretsToSendAgain } from './settings.ts';

const value = fc.constantFrom('one', 'two', undefined);
const names = (adapter: (typeof adapters)['sms']) => [
  ...new Set([...Object.keys(adapter.destinations), ...(adapter.secrets as readonly string[]), 'other']),
];
const someSettings = (adapter: (typeof adapters)['sms']) =>
  fc.record(Object.fromEntries(names(adapter).map((name) => [name, value])));

for (const [type, adapter] of Object.entries(adapters))
  test(`${type}: a stored secret is required exactly when a destination it is sent to changes`, () => {
    fc.assert(
      fc.property(someSettings(adapter), someSettings(adapter), (known, given) => {
        const changes = Object.fromEntries(Object.entries(given).filter(([, one]) => one !== undefined));
        const next = { ...known, ...changes };
        const asked = new Set(secretsToSendAgain(adapter, known, next, changes).map(({ secret }) => secret));
        for (const secret of adapter.secrets as readonly string[]) {
          const destinations = Object.entries(adapter.destinations as Record<string, string[]>);
          const moves = destinations.some(([setting, sent]) => sent.includes(secret) && known[setting] !== next[setting]);
          assert.equal(asked.has(secret), moves && known[secret] !== undefined && !(secret in changes), secret);
        }
      }),
    );
  });

test('every destination is a setting of its adapter, and what it names are secrets', () => {
  for (const [type, { destinations, secrets }] of Object.entries(adapters))
    for (const sent of Object.values(destinations as Record<string, string[]>))
      for (const secret of sent) assert.ok((secrets as readonly string[]).includes(secret), `${type}: ${secret}`);
});

test('plain http is found whatever its case', () => {
  assert.deepEqual(plainHttp({ baseUrl: 'HTTP://example.com', other: 'https://example.com', port: 80 }), ['baseUrl']);
});
