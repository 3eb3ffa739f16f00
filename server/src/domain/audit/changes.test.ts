import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesBetween } from './changes.ts';

test('only changed fields are listed, with their values before and after; updatedAt is not', () => {
  const before = { id: 'a', name: 'VIP', color: '#000000', updatedAt: '2026-01-01' };
  const after = { ...before, name: 'Gold', updatedAt: '2026-01-02' };
  assert.deepEqual(changesBetween(before, after, { name: 'Gold' }), [{ field: 'name', from: 'VIP', to: 'Gold' }]);
  assert.deepEqual(changesBetween(before, { ...before, updatedAt: '2026-01-02' }, {}), []);
});

test('a setting that the API never returns is listed by name only', () => {
  const shown = { settings: { accountSid: 'AC1' } };
  const sent = { settings: { authToken: 'very secret', accountSid: null } };
  const changes = changesBetween(shown, { settings: {} }, sent);
  assert.deepEqual(changes, [
    { field: 'settings', from: { accountSid: 'AC1' }, to: {} },
    { field: 'settings.authToken', from: '[hidden]', to: '[hidden]' },
  ]);
  assert.ok(!JSON.stringify(changes).includes('very secret'));
});

test('a sent value that is not a field of the resource is no change', () => {
  assert.deepEqual(changesBetween({ status: 'open' }, { status: 'open' }, { triggerAutomations: true, extra: { a: 1 } }), []);
});

test('long values are replaced by their length', () => {
  const [change] = changesBetween({ steps: [] }, { steps: ['x'.repeat(3_000)] }, {});
  assert.deepEqual(change, { field: 'steps', from: [], to: '[3004 characters of JSON]' });
});
