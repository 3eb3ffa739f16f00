import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planHas, planNames } from '../tenants/index.ts';
import { quotaNames, quotaOf } from './limits.ts';

test('a larger plan never allows less', () => {
  for (const quota of quotaNames) {
    const limits = planNames.map((plan) => quotaOf(quota, plan));
    assert.deepEqual(
      limits,
      limits.toSorted((a, b) => a - b),
      quota,
    );
    for (const limit of limits) assert.ok(Number.isSafeInteger(limit) && limit >= 0);
  }
});

test('a plan has a limit above 0 for what its features need, and 0 for features that it lacks', () => {
  for (const plan of planNames) {
    assert.equal(quotaOf('webhooks', plan) > 0, planHas(plan, 'webhooks'));
    assert.equal(quotaOf('automations', plan) > 0, planHas(plan, 'automations'));
    assert.equal(quotaOf('secrets', plan) > 0, planHas(plan, 'automations'));
  }
});
