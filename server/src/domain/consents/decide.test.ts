import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { channelTypes } from '../../registry/channels.ts';
import { type CurrentConsent, type Purpose, purposes } from './consent.ts';
import { decideConsent, declaredPurpose, type MessageKind, type Question, refusalMessage } from './decide.ts';
import { statementsOf } from './provider-rules.ts';

const at = new Date('2026-11-15T12:00:00.000Z');
const kinds = [
  'campaign',
  'template_marketing',
  'template_utility',
  'template_authentication',
  'declared_marketing',
  'declared_utility',
  'declared_service',
] as const;
const stopped = (...of: Purpose[]): CurrentConsent =>
  Object.fromEntries(of.map((purpose) => [purpose, { state: 'withdrawn', at }]));
const ask = (question: Partial<Question>) =>
  decideConsent({ channelType: 'whatsapp', purpose: null, current: {}, lastInboundAt: null, ...question });

test('a stop of marketing refuses marketing templates and campaigns; utility, authentication and answers pass', () => {
  const allowed = (kind: MessageKind) => ask({ purpose: declaredPurpose(kind), current: stopped('marketing') }).allowed;
  assert.deepEqual(
    kinds.map((kind) => [kind, allowed(kind)]),
    [
      ['campaign', false],
      ['template_marketing', false],
      ['template_utility', true],
      ['template_authentication', true],
      ['declared_marketing', false],
      ['declared_utility', true],
      ['declared_service', true],
    ],
  );
  assert.equal(ask({ current: stopped('marketing') }).allowed, true);
});

test('without a messaging window a free message is an answer only when the contact wrote after the stop', () => {
  for (const channelType of ['sms', 'email'] as const) {
    const free = (lastInboundAt: Date | null) => ask({ channelType, current: stopped('marketing'), lastInboundAt });
    assert.equal(free(null).allowed, false);
    assert.equal(free(at).allowed, false, 'the stop itself is a message');
    assert.deepEqual(free(new Date(at.getTime() + 1)), { allowed: true, purpose: 'service' });
  }
});

test('a refusal names the purpose, the time, and what to do', () => {
  const verdict = ask({ channelType: 'email', current: stopped('marketing') });
  assert.ok(!verdict.allowed);
  assert.match(refusalMessage(verdict), /marketing messages on this channel at 2026-11-15T12:00:00.000Z; .*purpose/);
});

const anyCurrent = fc.record(
  Object.fromEntries(
    purposes.map((purpose) => [purpose, fc.record({ state: fc.constantFrom('granted', 'withdrawn'), at: fc.constant(at) })]),
  ),
  { requiredKeys: [] },
) as fc.Arbitrary<CurrentConsent>;
const anyQuestion = fc.record({
  channelType: fc.constantFrom(...channelTypes),
  purpose: fc.constantFrom(null, ...purposes),
  current: anyCurrent,
  lastInboundAt: fc.option(fc.date({ min: new Date(0), max: new Date('2027-01-01'), noInvalidDate: true })),
});

test('property: a message is refused exactly when its own purpose is withdrawn', () => {
  fc.assert(
    fc.property(anyQuestion, (question) => {
      const { allowed, purpose } = decideConsent(question);
      assert.equal(allowed, question.current[purpose]?.state !== 'withdrawn');
      if (question.purpose !== null) assert.equal(purpose, question.purpose);
    }),
  );
});

test('property: granting never refuses what was allowed, and a contact without a statement is never refused', () => {
  fc.assert(
    fc.property(anyQuestion, fc.constantFrom(...purposes), (question, purpose) => {
      assert.ok(decideConsent({ ...question, current: {} }).allowed);
      if (question.purpose === null || !decideConsent(question).allowed) return;
      const current = { ...question.current, [purpose]: { state: 'granted' as const, at } };
      assert.ok(decideConsent({ ...question, current }).allowed);
    }),
  );
});

test('what a stop covers: SMS everything of the sender, WhatsApp marketing of the number, mail marketing of all mail channels', () => {
  const covered = (type: (typeof channelTypes)[number]) =>
    statementsOf({ id: 'c', type }, { handleId: 'h', isStop: true, source: 'keyword', at, evidence: {} }).map(
      ({ purpose, channelId, channelType, state }) => `${purpose} ${channelId} ${channelType} ${state}`,
    );
  assert.deepEqual(covered('sms'), ['marketing c sms withdrawn', 'utility c sms withdrawn', 'service c sms withdrawn']);
  assert.deepEqual(covered('whatsapp'), ['marketing c whatsapp withdrawn']);
  assert.deepEqual(covered('instagram'), ['marketing c instagram withdrawn']);
  assert.deepEqual(covered('email'), ['marketing null email withdrawn']);
});
