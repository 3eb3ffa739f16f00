import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../platform/errors.ts';
import {
  type AutomationStatus,
  type AutomationTransition,
  automationStatuses,
  automationTransitions,
  statusAfter,
} from './status.ts';

const after = (from: AutomationStatus, transition: AutomationTransition): string => {
  try {
    return statusAfter(from, transition);
  } catch (error) {
    assert.ok(error instanceof Failure && error.key === 'conflict');
    return error.message;
  }
};

test('draft → active ↔ paused → archived: every transition from every status', () => {
  const all = automationStatuses.flatMap((from) => automationTransitions.map((one) => [from, one, after(from, one)]));
  assert.deepEqual(all, [
    ['draft', 'publish', 'active'],
    ['draft', 'pause', 'An automation that is draft cannot be paused; publish it first'],
    ['draft', 'archive', 'archived'],
    ['draft', 'change', 'draft'],
    ['active', 'publish', 'active'],
    ['active', 'pause', 'paused'],
    ['active', 'archive', 'archived'],
    ['active', 'change', 'active'],
    ['paused', 'publish', 'active'],
    ['paused', 'pause', 'paused'],
    ['paused', 'archive', 'archived'],
    ['paused', 'change', 'paused'],
    ['archived', 'publish', 'An automation that is archived cannot be published; create another one'],
    ['archived', 'pause', 'An automation that is archived cannot be paused; create another one'],
    ['archived', 'archive', 'archived'],
    ['archived', 'change', 'An automation that is archived cannot be changed; create another one'],
  ]);
});
