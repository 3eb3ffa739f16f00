import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chanceOf } from '../../../../../tests/simulation/chance.ts';
import { brokenDefinition, randomDefinition } from '../../../../../tests/simulation/random-definition.ts';
import { Definition } from '../definition.ts';
import { decide } from './decide.ts';
import { initialState, MAX_STEPS, type RunState, type Scope, type Signal } from './state.ts';

const now = new Date('2026-11-16T12:00:00.000Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const scope: Scope = {
  contact: { firstName: 'Ada', attributes: { renewal: '2026-11-20T09:00:00Z', plan: 'pro' } },
  chat: null,
  message: null,
  variables: {},
  now: now.toISOString(),
};
const define = (...steps: Record<string, unknown>[]) => Definition.parse({ trigger: { type: 'api' }, steps });
const go: Signal = { kind: 'go' };
const reply = (text: string | null, buttonId: string | null = null): Signal => ({
  kind: 'reply',
  text,
  buttonId,
  messageId: 'm1',
});

/** Returns the state of a new run after these signals. */
function stateAfter(definition: Definition, signals: [Signal, Date?][], variables: Record<string, unknown> = {}): RunState {
  let state = initialState(definition, variables);
  for (const [signal, at = now] of signals) state = decide(definition, state, signal, scope, at)?.state ?? state;
  return state;
}
const first = (definition: Definition, signal: Signal = go, variables = {}) => {
  const outcome = decide(definition, initialState(definition, variables), signal, scope, now);
  assert.ok(outcome);
  return outcome;
};

const sending = {
  id: 'hello',
  type: 'send_message',
  text: 'Hello {{contact.firstName}}',
  next: 'bye',
  onUndeliverable: 'plan_b',
};
const rest = [
  { id: 'bye', type: 'end' },
  { id: 'plan_b', type: 'end' },
];

test('a message: the rendered text is the effect, and the run continues', () => {
  const { state, effect, log } = first(define(sending, ...rest));
  assert.deepEqual(effect, { do: 'send', content: { type: 'text', text: 'Hello Ada' } });
  assert.deepEqual([state.status, state.stepId, state.stepsDone], ['running', 'bye', 1]);
  assert.deepEqual(log, { stepId: 'hello', type: 'send_message', outcome: 'sent', detail: null });
});

test('a refused message: the run takes onUndeliverable, or fails with the reason', () => {
  const refusal: Signal = { kind: 'undeliverable', reason: 'The contact does not want to be written to' };
  const { state, effect, log } = first(define(sending, ...rest), refusal);
  assert.deepEqual([state.status, state.stepId, state.stepsDone, effect], ['running', 'plan_b', 1, null]);
  assert.deepEqual([log.outcome, log.detail], ['undeliverable', { reason: refusal.reason }]);
  const without = first(define({ ...sending, onUndeliverable: undefined }, ...rest), refusal);
  assert.deepEqual([without.state.status, without.state.error], ['failed', { step: 'hello', message: refusal.reason }]);
  const label = first(define({ id: 'a', type: 'add_label', labelId: 'gone' }), refusal);
  assert.equal(label.state.status, 'failed', 'a step without an exit for it fails the run');
  const waiting = define({ id: 'a', type: 'wait', seconds: 1 });
  assert.equal(
    decide(waiting, initialState(waiting, {}), refusal, scope, now),
    null,
    'a wait has no effect that could be refused',
  );
});

test('an empty text is not sent', () => {
  const { state, effect } = first(define({ ...sending, text: ' {{variables.missing}} ' }, ...rest));
  assert.deepEqual([state.stepId, effect], ['plan_b', null]);
});

test('buttons and templates are sent as such', () => {
  const buttons = [{ id: 'yes', title: 'Yes' }];
  assert.deepEqual(first(define({ id: 'a', type: 'send_message', text: 'Sure?', buttons })).effect, {
    do: 'send',
    content: { type: 'interactive', text: 'Sure?', buttons },
  });
  const { effect, state } = first(
    define({ id: 'a', type: 'send_template', templateId: 't', variables: { name: '{{contact.firstName}}' } }),
  );
  assert.deepEqual(effect, { do: 'send', content: { type: 'template', template: { id: 't', variables: { name: 'Ada' } } } });
  assert.deepEqual([state.status, state.stepId], ['completed', null], 'without next the run is completed');
});

const asking = define(
  {
    id: 'ask',
    type: 'ask',
    text: 'How old?',
    saveAs: 'age',
    timeoutSeconds: 60,
    onReply: 'yes',
    onTimeout: 'no',
    onUndeliverable: 'never',
  },
  { id: 'yes', type: 'wait', seconds: 1, next: 'ask' },
  { id: 'no', type: 'end' },
  { id: 'never', type: 'end' },
);

test('a question: it waits for the reply, which is saved', () => {
  const waiting = first(asking);
  assert.deepEqual(waiting.effect, { do: 'send', content: { type: 'text', text: 'How old?' } });
  assert.deepEqual(
    [waiting.state.status, waiting.state.waitingFor, waiting.state.wakeAt, waiting.state.stepId],
    ['waiting', 'reply', later(60), 'ask'],
  );
  const state = stateAfter(asking, [[go], [reply('42')]]);
  assert.deepEqual(
    [state.status, state.stepId, state.stepsDone, state.waitingFor, state.wakeAt],
    ['running', 'yes', 1, null, null],
  );
  assert.deepEqual(state.variables, { age: '42' });
});

test('a question: a chosen button is saved beside the text, and a later typed reply clears it', () => {
  const chosen = stateAfter(asking, [[go], [reply('Yes', 'yes')]]);
  assert.deepEqual(chosen.variables, { age: 'Yes', ageButtonId: 'yes' });
  const typed = stateAfter(asking, [[go], [reply('Yes', 'yes')], [go], [{ kind: 'woke' }, later(1)], [go], [reply('well')]]);
  assert.deepEqual(typed.variables, { age: 'well', ageButtonId: null });
});

test('a question: it times out at its time and not before; a reply at that moment still counts', () => {
  const state = stateAfter(asking, [[go]]);
  assert.equal(decide(asking, state, { kind: 'woke' }, scope, later(59.999)), null);
  assert.equal(decide(asking, state, { kind: 'woke' }, scope, later(60))?.state.stepId, 'no');
  assert.equal(decide(asking, state, reply('late'), scope, later(61))?.state.stepId, 'yes');
  assert.equal(
    decide(asking, state, { kind: 'undeliverable', reason: 'x' }, scope, now)?.state.stepId,
    'never',
    'also when the provider says so later',
  );
});

test('a signal that does not apply to the state changes nothing', () => {
  const running = initialState(asking, {});
  const waiting = stateAfter(asking, [[go]]);
  const ended = stateAfter(asking, [[go], [{ kind: 'woke' }, later(60)], [go]]);
  assert.equal(ended.status, 'completed');
  const answers: Signal[] = [
    { kind: 'answered', status: 200, body: 1 },
    { kind: 'unanswered', reason: 'x' },
  ];
  for (const signal of [reply('x'), { kind: 'woke' } as const, ...answers])
    assert.equal(decide(asking, running, signal, scope, later(99)), null);
  for (const signal of [go, ...answers]) assert.equal(decide(asking, waiting, signal, scope, later(99)), null);
  for (const signal of [go, reply('x'), { kind: 'woke' } as const, { kind: 'undeliverable', reason: 'x' } as const, ...answers]) {
    assert.equal(decide(asking, ended, signal, scope, later(99)), null);
    assert.equal(decide(asking, { ...waiting, status: 'cancelled' }, signal, scope, later(99)), null);
  }
});

test('a branch takes the first case whose condition is true for the variables of the state', () => {
  const branch = define(
    {
      id: 'b',
      type: 'branch',
      cases: [
        { if: 'gt(variables.age,64)', next: 'old' },
        { if: 'gt(variables.age,17)', next: 'grown' },
      ],
      otherwise: 'young',
    },
    { id: 'old', type: 'end' },
    { id: 'grown', type: 'end' },
    { id: 'young', type: 'end' },
  );
  for (const [age, stepId, taken] of [
    ['70', 'old', 0],
    ['42', 'grown', 1],
    ['3', 'young', null],
    [undefined, 'young', null],
  ] as const) {
    const { state, log } = first(branch, go, { age });
    assert.deepEqual([state.stepId, log.detail], [stepId, { case: taken }]);
  }
  const unread = first(define({ id: 'b', type: 'branch', cases: [{ if: 'eq(' }] }));
  assert.match(unread.state.error?.message ?? '', /The condition of case 0 is invalid. At position 4/);
});

test('waits: for a duration, until a time, until the time of a placeholder', () => {
  assert.deepEqual(first(define({ id: 'w', type: 'wait', seconds: 90 })).state.wakeAt, later(90));
  const until = (time: string, offsetSeconds = 0) =>
    first(define({ id: 'w', type: 'wait_until', time, offsetSeconds, next: 'end' }, { id: 'end', type: 'end' })).state;
  assert.deepEqual(until('2026-11-16T14:00:00+01:00').wakeAt, later(3_600));
  assert.deepEqual(until('{{contact.attributes.renewal}}', -86_400).wakeAt, new Date('2026-11-19T09:00:00Z'));
  assert.deepEqual(
    [until('2026-11-16T12:00:00Z').status, until('2026-11-16T12:00:00Z').stepId],
    ['running', 'end'],
    'what has passed does not wait',
  );
  assert.equal(until('2026-11-16T12:00:00Z', 1).status, 'waiting');
  for (const time of ['{{contact.attributes.plan}}', '{{contact.attributes.missing}}'])
    assert.match(until(time).error?.message ?? '', /holds no time/);
});

test('business hours: open and closed', () => {
  const hours = (from: string) =>
    define(
      { id: 'h', type: 'business_hours', timeZone: 'UTC', days: { monday: [{ from, until: '24:00' }] }, onOpen: 'o' },
      { id: 'o', type: 'end' },
    );
  assert.equal(first(hours('12:00')).state.stepId, 'o');
  assert.equal(first(hours('12:01')).state.status, 'completed');
});

const calling = (more = {}) =>
  define(
    { id: 'call', type: 'http_request', url: 'https://example.com/', saveAs: 'found', next: 'on', onError: 'sorry', ...more },
    { id: 'on', type: 'end' },
    { id: 'sorry', type: 'end' },
  );

test('a request: 2xx is saved, everything else goes to onError or fails', () => {
  const waiting = first(calling());
  assert.deepEqual(waiting.effect, {
    do: 'http_request',
    method: 'POST',
    url: 'https://example.com/',
    headers: {},
    secretHeaders: {},
    body: null,
  });
  assert.deepEqual([waiting.state.waitingFor, waiting.state.wakeAt], ['http', null]);
  const answered = stateAfter(calling(), [[go], [{ kind: 'answered', status: 201, body: { total: 3 } }]]);
  assert.deepEqual([answered.stepId, answered.variables], ['on', { found: { status: 201, body: { total: 3 } } }]);
  for (const signal of [
    { kind: 'answered', status: 302, body: 1 },
    { kind: 'unanswered', reason: 'Nobody answered' },
  ] as const) {
    const state = stateAfter(calling(), [[go], [signal]]);
    assert.deepEqual([state.stepId, state.variables], ['sorry', {}]);
    assert.equal(stateAfter(calling({ onError: undefined }), [[go], [signal]]).status, 'failed');
  }
});

test('the other steps have one effect, with their texts rendered', () => {
  const effectOf = (step: Record<string, unknown>) => first(define({ id: 'a', ...step })).effect;
  assert.deepEqual(effectOf({ type: 'assign', teamId: null }), { do: 'assign', userId: undefined, teamId: null });
  assert.deepEqual(effectOf({ type: 'remove_label', labelId: 'l' }), { do: 'remove_label', labelId: 'l' });
  assert.deepEqual(effectOf({ type: 'set_attribute', externalId: 'plan', value: '{{contact.firstName}}' }), {
    do: 'set_attribute',
    externalId: 'plan',
    value: 'Ada',
  });
  assert.deepEqual(effectOf({ type: 'set_attribute', externalId: 'plan', value: null }), {
    do: 'set_attribute',
    externalId: 'plan',
    value: null,
  });
  assert.deepEqual(effectOf({ type: 'set_chat_status', status: 'snoozed', snoozeSeconds: 5 }), {
    do: 'set_chat_status',
    status: 'snoozed',
    snoozeSeconds: 5,
  });
  assert.deepEqual(effectOf({ type: 'run_automation', automationId: 'o', variables: { n: 1, who: '{{contact.firstName}}' } }), {
    do: 'run_automation',
    automationId: 'o',
    variables: { n: 1, who: 'Ada' },
  });
});

test('a loop without a wait, which the check refuses, fails at the limit of steps', () => {
  const loop = define({ id: 'a', type: 'add_label', labelId: 'l', next: 'a' });
  let [state, calls] = [initialState(loop, {}), 0];
  for (let outcome = decide(loop, state, go, scope, now); outcome; outcome = decide(loop, state, go, scope, now)) {
    state = outcome.state;
    calls++;
  }
  assert.deepEqual([state.status, state.stepsDone, calls], ['failed', MAX_STEPS, MAX_STEPS + 1]);
  assert.match(state.error?.message ?? '', /1000 steps/);
});

test('a missing step fails the run', () => {
  const state = stateAfter(define({ id: 'a', type: 'add_label', labelId: 'l', next: 'gone' }), [[go], [go]]);
  assert.deepEqual([state.status, state.error], ['failed', { step: 'gone', message: 'There is no step gone in this version' }]);
});

test('property: decide is total and pure: any state, signal and scope has a result, always the same, and no input is mutated', () => {
  const stepId = fc.oneof(fc.constantFrom('s0', 's1', 's2', 's3', 'nowhere'), fc.constant(null));
  const date = fc.oneof(fc.date(), fc.constant(now));
  const anything = fc.anything({ withDate: true, withNullPrototype: true, withBigInt: true, maxDepth: 3 });
  const object = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'attributes', 'answer')), anything);
  const state: fc.Arbitrary<RunState> = fc.record({
    status: fc.constantFrom('running', 'waiting', 'completed', 'failed', 'cancelled'),
    stepId,
    variables: object,
    waitingFor: fc.constantFrom('time', 'reply', 'http', null),
    wakeAt: fc.option(date),
    stepsDone: fc.integer({ min: 0, max: 1_001 }),
    error: fc.constant(null),
  });
  const signal: fc.Arbitrary<Signal> = fc.oneof(
    fc.constantFrom(go, { kind: 'woke' } as const),
    fc.record({
      kind: fc.constant('reply'),
      text: fc.option(fc.string()),
      buttonId: fc.option(fc.string()),
      messageId: fc.string(),
    }),
    fc.record({ kind: fc.constant('undeliverable'), reason: fc.string() }),
    fc.record({ kind: fc.constant('answered'), status: fc.oneof(fc.integer(), fc.constant(200)), body: anything }),
    fc.record({ kind: fc.constant('unanswered'), reason: fc.string() }),
  );
  const around: fc.Arbitrary<Scope> = fc.record({
    contact: object,
    chat: fc.option(object),
    message: fc.option(object),
    variables: object,
    now: fc.string(),
  });
  fc.assert(
    fc.property(fc.integer(), fc.boolean(), state, signal, around, date, (seed, isBroken, before, given, around, at) => {
      const definition = (isBroken ? brokenDefinition : randomDefinition)(chanceOf(seed));
      Object.freeze(before);
      Object.freeze(before.variables);
      const outcome = decide(definition, before, given, around, at);
      assert.deepEqual(decide(definition, before, given, around, at), outcome);
      if (outcome === null) return;
      assert.ok(before.status === 'running' || before.status === 'waiting');
      const { status, stepId, waitingFor, stepsDone } = outcome.state;
      assert.equal(stepId === null, status !== 'running' && status !== 'waiting');
      assert.equal(waitingFor === null, status !== 'waiting');
      assert.ok(stepsDone === before.stepsDone || (stepsDone === before.stepsDone + 1 && before.status === 'running'));
      assert.equal(outcome.state.error !== null, status === 'failed');
    }),
    { numRuns: 5_000 },
  );
});
