import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Chance, chanceOf } from '../../../../tests/simulation/chance.ts';
import { randomDefinition } from '../../../../tests/simulation/random-definition.ts';
import { STARTS_AT, scopeAt } from '../../../../tests/simulation/scope.ts';
import { checkDefinition } from './check.ts';
import { Definition } from './definition.ts';
import { decide } from './execution/decide.ts';
import { initialState, type RunState, type Signal } from './execution/state.ts';
import { exitsOf, type Step } from './steps/index.ts';

type Loose = Record<string, unknown>;

const end = { id: 'end', type: 'end' };
const define = (...steps: Loose[]) => Definition.parse({ trigger: { type: 'api' }, steps });
const errorsIn = (...steps: Loose[]) => checkDefinition(define(...steps), 'own');

/** A step with one error, and the path at which it must be reported. */
const wrongSteps: [what: string, step: Loose, path: string, sentence: RegExp][] = [
  [
    'a placeholder that is not closed',
    { type: 'send_message', text: 'Hello {{contact.firstName' },
    'text',
    /is not closed; write it as/,
  ],
  [
    'an unknown placeholder',
    { type: 'ask', text: '{{person.name}}', saveAs: 'a', timeoutSeconds: 1 },
    'text',
    /begins with person/,
  ],
  ['a text of spaces', { type: 'send_message', text: '  ' }, 'text', /at least one visible character/],
  [
    'a question too long for its buttons',
    { type: 'ask', text: 'a'.repeat(1_030), buttons: [{ id: 'y', title: 'Yes' }], saveAs: 'a', timeoutSeconds: 1 },
    'text',
    /at most 1024 characters; shorten it by 6/,
  ],
  [
    'two buttons of one id',
    {
      type: 'send_message',
      text: 'a',
      buttons: [
        { id: 'y', title: 'A' },
        { id: 'y', title: 'B' },
      ],
    },
    'buttons.1.id',
    /a different id/,
  ],
  [
    'two buttons of one title',
    {
      type: 'send_message',
      text: 'a',
      buttons: [
        { id: 'y', title: 'A' },
        { id: 'n', title: 'A' },
      ],
    },
    'buttons.1.title',
    /a different title/,
  ],
  [
    'a variable of a template',
    { type: 'send_template', templateId: 't', variables: { name: '{{x.y}}' } },
    'variables.name',
    /begins with x/,
  ],
  [
    'a condition that cannot be read',
    { type: 'branch', cases: [{ if: 'isNull(chat)' }, { if: 'eq(contact.a' }] },
    'cases.1.if',
    /position 13: expected ","/,
  ],
  [
    'a condition about nothing known',
    { type: 'branch', cases: [{ if: 'eq(person.name,"a")' }] },
    'cases.0.if',
    /begin with one of contact/,
  ],
  ['a wait until something', { type: 'wait_until', time: 'tomorrow' }, 'time', /Write a time such as/],
  ['a wait until a date that is none', { type: 'wait_until', time: '2026-02-30' }, 'time', /Write a time such as/],
  ['a wait until an unknown placeholder', { type: 'wait_until', time: '{{person.birthday}}' }, 'time', /begins with person/],
  [
    'a time zone',
    { type: 'business_hours', timeZone: 'Berlin', days: {} },
    'timeZone',
    /no time zone Berlin; write one such as Europe\/Berlin/,
  ],
  [
    'hours over midnight',
    {
      type: 'business_hours',
      timeZone: 'UTC',
      days: {
        friday: [
          { from: '08:00', until: '12:00' },
          { from: '22:00', until: '02:00' },
        ],
      },
    },
    'days.friday.1.until',
    /ends before it begins at 22:00; over midnight, end at 24:00/,
  ],
  [
    'hours of no length',
    { type: 'business_hours', timeZone: 'UTC', days: { sunday: [{ from: '24:00', until: '24:00' }] } },
    'days.sunday.0.until',
    /ends before/,
  ],
  ['an assignment without an assignee', { type: 'assign' }, 'userId', /Give userId, teamId or both/],
  ['a value', { type: 'set_attribute', externalId: 'plan', value: '{{variables}}' }, 'value', /names all of variables/],
  ['a snooze without an end', { type: 'set_chat_status', status: 'snoozed' }, 'snoozeSeconds', /number of seconds/],
  [
    'a time for a chat that is not snoozed',
    { type: 'set_chat_status', status: 'open', snoozeSeconds: 9 },
    'snoozeSeconds',
    /leave this out/,
  ],
  ['a URL', { type: 'http_request', url: 'example.com' }, 'url', /Write a complete URL/],
  ['a URL of files', { type: 'http_request', url: 'file:///etc/passwd' }, 'url', /Write a complete URL/],
  ['a header', { type: 'http_request', url: 'https://a.example', headers: { 'X-A': '{{' } }, 'headers.X-A', /is not closed/],
  [
    'the name of a header',
    { type: 'http_request', url: 'https://a.example', headers: { 'X A': 'b' } },
    'headers.X A',
    /letters, digits and -/,
  ],
  [
    'a header of two lines',
    { type: 'http_request', url: 'https://a.example', headers: { X: 'a\r\nY: b' } },
    'headers.X',
    /one line/,
  ],
  ['a body', { type: 'http_request', url: 'https://a.example', body: '{"a":"{{a.b}}"}' }, 'body', /begins with a/],
  ['a start of itself', { type: 'run_automation', automationId: 'own' }, 'automationId', /cannot start itself/],
  [
    'a variable for another',
    { type: 'run_automation', automationId: 'o', variables: { a: '{{a.b}}' } },
    'variables.a',
    /begins with a/,
  ],
];

for (const [what, step, path, sentence] of wrongSteps) {
  test(`an error is reported: ${what}, at ${path}`, () => {
    const errors = errorsIn({ id: 'wrong', ...step });
    assert.deepEqual(Object.keys(errors), [`steps.0.${path}`]);
    assert.match(errors[`steps.0.${path}`]?.message ?? '', sentence);
  });
}

test('the condition of the trigger is checked too', () => {
  const definition = Definition.parse({
    trigger: { type: 'message_received', parameters: { conditions: 'contains(text,"a")' } },
    steps: [end],
  });
  assert.match(checkDefinition(definition)['trigger.parameters.conditions']?.message ?? '', /no text here; begin with one of/);
});

test('the graph: unique ids, exits to existing steps, reachable steps', () => {
  const errors = errorsIn(
    {
      id: 'a',
      type: 'branch',
      cases: [
        { if: 'isNull(chat)', next: 'end' },
        { if: 'isNull(chat)', next: 'gone' },
      ],
      otherwise: 'b',
    },
    { id: 'b', type: 'wait', seconds: 1, next: 'b' },
    { id: 'b', type: 'wait', seconds: 1, next: 'nowhere' },
    { id: 'alone', type: 'end' },
    end,
  );
  assert.deepEqual(Object.keys(errors).sort(), ['steps.0.cases.1.next', 'steps.2.id', 'steps.2.next', 'steps.3']);
  assert.match(errors['steps.0.cases.1.next']?.message ?? '', /There is no step gone/);
  assert.match(errors['steps.2.id']?.message ?? '', /Step 1 already has the id b/);
  assert.match(errors['steps.3']?.message ?? '', /No path leads from the first step to alone/);
});

test('a loop needs a wait: branches, requests and business hours are none', () => {
  const label = (id: string, next: string) => ({ id, type: 'add_label', labelId: 'l', next });
  const around = (between: Loose, ...more: Loose[]) =>
    Object.keys(errorsIn(label('a', 'b'), { id: 'b', ...between }, label('c', 'a'), ...more));
  const back = ['steps.2.next'];
  assert.deepEqual(around({ type: 'wait', seconds: 1, next: 'c' }), []);
  assert.deepEqual(around({ type: 'wait_until', time: '{{contact.attributes.renewal}}', next: 'c' }), []);
  assert.deepEqual(
    around({ type: 'wait_until', time: '2026-11-15', next: 'c' }),
    back,
    'a fixed time has passed in the second round',
  );
  const ask = { type: 'ask', text: 'a', saveAs: 'a', timeoutSeconds: 1 };
  assert.deepEqual(around({ ...ask, onReply: 'c' }), []);
  assert.deepEqual(around({ ...ask, onTimeout: 'c' }), []);
  assert.deepEqual(around({ ...ask, onUndeliverable: 'c' }), back, 'a question that was not sent has not waited');
  assert.deepEqual(around({ type: 'branch', cases: [{ if: 'isNull(chat)' }], otherwise: 'c' }), back);
  assert.deepEqual(around({ type: 'http_request', url: 'https://a.example', onError: 'c' }), back);
  assert.deepEqual(around({ type: 'business_hours', timeZone: 'UTC', days: {}, onClosed: 'c' }), back);
  assert.deepEqual(around({ type: 'wait', seconds: 1, next: 'd' }, { ...label('d', 'c') }), []);
  assert.deepEqual(Object.keys(errorsIn(label('a', 'a'))), ['steps.0.next']);
});

/** Adds one error to a valid definition and returns its path. */
const mutants: Record<string, (definition: Definition, chance: Chance) => string | null> = {
  'a missing target': ({ steps }, chance) => {
    const exits = steps.flatMap((step, i) => exitsOf(step).map(({ path }) => ({ step, i, path })));
    if (exits.length === 0) return null;
    const { step, i, path } = chance.pick(exits);
    setAt(step, path, 'nowhere');
    return `steps.${i}.${path}`;
  },
  'a double id': ({ steps }, chance) => {
    steps.push({ ...chance.pick(steps) });
    return `steps.${steps.length - 1}.id`;
  },
  'an unreachable step': ({ steps }) => `steps.${steps.push({ id: 'alone', type: 'end' }) - 1}`,
  'a loop without a wait': ({ steps }, chance) => {
    const i = chance.below(steps.length);
    const { id } = steps[i] as Step;
    steps[i] = { id, type: 'add_label', labelId: 'l', next: id };
    return `steps.${i}.next`;
  },
  'a wrong step': ({ steps }, chance) => {
    const i = chance.below(steps.length);
    const [, step, path] = chance.pick(wrongSteps);
    steps[i] = define({ id: (steps[i] as Step).id, ...step }).steps[0] as Step;
    return `steps.${i}.${path}`;
  },
};

for (const [name, mutate] of Object.entries(mutants)) {
  test(`property: ${name} in a valid definition is reported at its path`, () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const chance = chanceOf(seed);
        const definition = randomDefinition(chance);
        assert.deepEqual(checkDefinition(definition, 'own'), {});
        const path = mutate(definition, chance);
        if (path === null) return;
        const errors = checkDefinition(definition, 'own');
        assert.ok(path in errors, `${path} is not among ${Object.keys(errors).join(' ')}`);
        assert.ok((errors[path]?.message ?? '').length > 15);
      }),
      { numRuns: 500 },
    );
  });
}

test('property: a graph that passes has no missing step, and every loop waits', () => {
  const ids = ['s0', 's1', 's2', 's3', 's4'];
  const target = fc.option(fc.constantFrom(...ids, 'nowhere'), { nil: undefined, freq: 2 });
  const shape = fc.oneof(
    fc.record({ type: fc.constant('add_label'), labelId: fc.constant('l'), next: target }),
    fc.record({ type: fc.constant('wait'), seconds: fc.constant(1), next: target }),
    fc.record({
      type: fc.constant('business_hours'),
      timeZone: fc.constant('UTC'),
      days: fc.constant({}),
      onOpen: target,
      onClosed: target,
    }),
    fc.record({
      type: fc.constant('ask'),
      text: fc.constant('a'),
      saveAs: fc.constant('a'),
      timeoutSeconds: fc.constant(1),
      onReply: target,
      onTimeout: target,
      onUndeliverable: target,
    }),
  );
  let passed = 0;
  fc.assert(
    fc.property(fc.array(shape, { minLength: 1, maxLength: 5 }), (shapes) => {
      const definition = define(...shapes.map((step, i) => ({ id: ids[i], ...step })));
      const isValid = Object.keys(checkDefinition(definition)).length === 0;
      assert.equal(isValid, isValidByWalking(definition));
      if (isValid) passed++;
    }),
    { numRuns: 5_000 },
  );
  assert.ok(passed > 200, `only ${passed} passed`);
});

test('property: a run of a checked definition never reaches a missing step, whatever the signals', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const chance = chanceOf(seed);
      const definition = randomDefinition(chance);
      let state: RunState = initialState(definition, {});
      let at = STARTS_AT;
      for (let i = 0; i < 60; i++) {
        at = new Date(at.getTime() + chance.below(86_400_000));
        state = decide(definition, state, chance.pick(signals), scopeAt(at, state.variables, null), at)?.state ?? state;
      }
      assert.doesNotMatch(state.error?.message ?? '', /There is no|is invalid/);
    }),
    { numRuns: 1_000 },
  );
});

const signals: Signal[] = [
  { kind: 'go' },
  { kind: 'go' },
  { kind: 'woke' },
  { kind: 'reply', text: '42', buttonId: null, messageId: 'm' },
  { kind: 'answered', status: 200, body: null },
  { kind: 'unanswered', reason: 'Nobody answered' },
  { kind: 'undeliverable', reason: 'Refused' },
];

/** Checks the same by following every path. */
function isValidByWalking({ steps }: Definition): boolean {
  const reached = new Set<string>();
  const walk = (id: string, path: string[]): boolean => {
    const step = steps.find((one) => one.id === id);
    if (!step || path.includes(id)) return false;
    reached.add(id);
    return Object.entries(step).every(([name, target]) => {
      if (!['next', 'onOpen', 'onClosed', 'onReply', 'onTimeout', 'onUndeliverable'].includes(name) || target === undefined)
        return true;
      const hasWaited = step.type === 'wait' || name === 'onReply' || name === 'onTimeout';
      if (hasWaited && reached.has(String(target))) return true;
      return walk(String(target), hasWaited ? [] : [...path, id]);
    });
  };
  return walk('s0', []) && reached.size === steps.length;
}

function setAt(step: Loose, path: string, value: string): void {
  const names = path.split('.');
  const last = names.pop() as string;
  const holder = names.reduce<Loose>((one, name) => one[name] as Loose, step);
  holder[last] = value;
}
