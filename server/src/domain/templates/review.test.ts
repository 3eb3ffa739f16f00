import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TemplateVerdict } from '../messages/index.ts';
import { afterVerdict, type Verdict } from './review.ts';
import type { TemplateStatus } from './template.ts';

const statuses: TemplateStatus[] = ['draft', 'pending', 'approved', 'rejected', 'paused', 'disabled'];
const said: TemplateVerdict[] = ['pending', 'approved', 'rejected', 'paused', 'disabled', 'deleted'];

const verdict = (status: TemplateVerdict, reason: string | null = null): Verdict => ({
  vendorId: '7',
  name: 'sale',
  language: 'en',
  status,
  reason,
});
const template = fc.record({
  status: fc.constantFrom(...statuses),
  reason: fc.option(fc.constantFrom('too loud', 'wrong language')),
  vendorId: fc.constantFrom('7', null),
});
const verdicts = fc.record({ status: fc.constantFrom(...said), reason: fc.option(fc.constantFrom('spam', 'format')) });

test('a verdict that is repeated changes nothing the second time', () => {
  fc.assert(
    fc.property(template, verdicts, (before, { status, reason }) => {
      const after = afterVerdict(before, verdict(status, reason)) ?? before;
      const again = afterVerdict(after, verdict(status, reason)) ?? after;
      assert.deepEqual(again, after);
    }),
  );
});

test('a draft is not under review, and a late "pending" undoes no verdict', () => {
  for (const status of said)
    assert.equal(afterVerdict({ status: 'draft', reason: null, vendorId: '7' }, verdict(status)), undefined);
  for (const status of statuses.filter((one) => one !== 'draft'))
    assert.equal(afterVerdict({ status, reason: null, vendorId: null }, verdict('pending'))?.status, status);
});

test('of several verdicts the last one counts, with its own reason', () => {
  const pending = { status: 'pending', reason: 'Not submitted yet: busy', vendorId: null } as const;
  const rejected = afterVerdict(pending, verdict('rejected', 'format'));
  assert.deepEqual(rejected, { status: 'rejected', reason: 'format', vendorId: '7' });
  assert.ok(rejected);
  assert.deepEqual(afterVerdict(rejected, verdict('approved', 'ignored')), { status: 'approved', reason: null, vendorId: '7' });
  assert.equal(afterVerdict(rejected, verdict('rejected'))?.reason, 'format');
  assert.equal(afterVerdict(rejected, verdict('paused'))?.reason, null);
});

test('deleted at the provider means disabled here, but only for the very template it speaks of', () => {
  const approved = { status: 'approved', reason: null, vendorId: '7' } as const;
  assert.equal(afterVerdict(approved, verdict('deleted'))?.status, 'disabled');
  assert.equal(afterVerdict({ ...approved, vendorId: null }, verdict('deleted')), undefined);
});
