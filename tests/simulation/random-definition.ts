import { Definition } from '../../server/src/domain/automations/definition.ts';
import { exitsOf, Step, type StepType, stepKinds } from '../../server/src/domain/automations/steps/index.ts';
import type { Chance } from './chance.ts';

type Exit = { leadTo(id: string): void; isAfterWait: boolean };
type Sketch = { step: Record<string, unknown>; exits: Exit[] };

/** Returns a valid definition: every step can be reached, and every loop waits. It uses every type of step and loops. */
export function randomDefinition(chance: Chance): Definition {
  const sketches = makeSteps(chance, 1 + chance.below(10));
  for (const [i, { exits }] of sketches.entries()) for (const exit of exits) connect(chance, exit, i, sketches.length);
  return Definition.parse({
    trigger: { type: 'api', parameters: chance.happens(0.3) ? { conditions: chance.pick(conditions) } : {} },
    steps: sketches.map(({ step }) => step),
    isSingle: chance.happens(0.5),
  });
}

/** Returns a definition with one exit that the check refuses: a loop without a wait, or a missing step. */
export function brokenDefinition(chance: Chance): Definition {
  const definition = structuredClone(randomDefinition(chance));
  const from = chance.below(definition.steps.length);
  const id = `s${from}`;
  const target = chance.happens(0.7) ? `s${chance.below(from + 1)}` : 'nowhere';
  definition.steps[from] = { id, type: 'add_label', labelId: 'vip', next: target };
  return definition;
}

/** Makes steps; each but the first is the target of an earlier one. */
function makeSteps(chance: Chance, wanted: number): Sketch[] {
  const sketches: Sketch[] = [];
  for (let i = 0; i < wanted; i++) {
    const loose = sketches.flatMap(({ exits }) => exits);
    if (i > 0 && loose.length === 0) break;
    if (i > 0) {
      const exit = chance.pick(loose);
      exit.leadTo(`s${i}`);
      for (const sketch of sketches) sketch.exits = sketch.exits.filter((one) => one !== exit);
    }
    sketches.push(sketchStep(chance, `s${i}`));
  }
  return sketches;
}

/** Leads an exit to a later step or, after a wait, to an earlier one. Otherwise the exit ends the run. */
function connect(chance: Chance, exit: Exit, from: number, count: number): void {
  const forward = count - from - 1;
  if (exit.isAfterWait && chance.happens(0.3)) exit.leadTo(`s${chance.below(from + 1)}`);
  else if (forward > 0 && chance.happens(0.8)) exit.leadTo(`s${from + 1 + chance.below(forward)}`);
}

function sketchStep(chance: Chance, id: string): Sketch {
  const type = chance.pick(types);
  const step: Record<string, unknown> = { id, type, ...(fieldsOf[type]?.(chance) ?? structuredClone(examples.get(type))) };
  const cases = (step.cases ?? []) as Record<string, unknown>[];
  return {
    step,
    exits: [
      ...cases.map((one) => makeExit(one, 'next', false)),
      ...(fieldsOf[type]
        ? (exitNames[type] ?? ['next']).map((name) => makeExit(step, name, waits(step, name)))
        : declaredExits(step)),
    ],
  };
}

const makeExit = (holder: Record<string, unknown>, name: string, isAfterWait: boolean): Exit => ({
  leadTo: (id) => {
    holder[name] = id;
  },
  isAfterWait,
});

const declaredExits = (step: Record<string, unknown>): Exit[] =>
  exitsOf(Step.parse(step)).map(({ path, isAfterWait }) => makeExit(step, path, isAfterWait));

const waits = ({ type, time }: Record<string, unknown>, name: string): boolean =>
  type === 'wait' || (type === 'wait_until' && String(time).includes('{{')) || (type === 'ask' && name !== 'onUndeliverable');

const texts = [
  'Hello {{contact.firstName|there}}',
  'Plan: {{contact.attributes.plan}}',
  'You said {{variables.answer|nothing}}',
  'Hi',
];
const conditions = [
  'eq(contact.attributes.plan,"pro")',
  'eq(variables.answer,"yes")',
  'gt(variables.answer,18)',
  'contains(contact.labels,"vip")',
  'not(isNull(variables.answerButtonId))',
  'and(eq(chat.status,"open"),or(isNull(message),startsWith(message.text,"n")))',
  'lt(now,"2026-11-16T00:00:00Z")',
  'eq(variables.found.status,200)',
];
const times = [
  '2026-11-01T00:00:00Z',
  '2026-11-16T08:00:00+01:00',
  '{{contact.attributes.renewal}}',
  '{{contact.attributes.nothing}}',
];
const buttons = [
  { id: 'yes', title: 'Yes' },
  { id: 'no', title: 'No' },
];
const seconds = [1, 60, 3_600, 86_400, 30 * 86_400];

const message = (chance: Chance) => ({ text: chance.pick(texts), ...(chance.happens(0.5) && { buttons }) });
const hours = (chance: Chance) =>
  chance.pick([
    [],
    [{ from: '09:00', until: '17:00' }],
    [
      { from: '00:00', until: '12:00' },
      { from: '13:30', until: '24:00' },
    ],
  ]);

/** Random fields. A type of step that is not here has the fields of its example and its declared exits. */
const fieldsOf: Partial<Record<StepType, (chance: Chance) => Record<string, unknown>>> = {
  send_message: message,
  send_template: (chance) => ({ templateId: 'welcome', variables: { name: chance.pick(texts) } }),
  ask: (chance) => ({ ...message(chance), saveAs: chance.pick(['answer', 'size']), timeoutSeconds: chance.pick(seconds) }),
  branch: (chance) => ({ cases: Array.from({ length: 1 + chance.below(3) }, () => ({ if: chance.pick(conditions) })) }),
  wait: (chance) => ({ seconds: chance.pick(seconds) }),
  wait_until: (chance) => ({ time: chance.pick(times), offsetSeconds: chance.pick([0, 0, -3_600, 86_400]) }),
  business_hours: (chance) => ({
    timeZone: chance.pick(['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC']),
    days: { monday: hours(chance), sunday: hours(chance), thursday: hours(chance) },
  }),
  assign: () => ({ userId: null }),
  add_label: () => ({ labelId: 'vip' }),
  remove_label: () => ({ labelId: 'vip' }),
  set_attribute: (chance) => ({
    externalId: 'plan',
    value: chance.pick<unknown>(['pro', 3, true, null, '{{variables.answer}}']),
  }),
  set_chat_status: (chance) =>
    chance.pick<Record<string, unknown>>([{ status: 'closed' }, { status: 'snoozed', snoozeSeconds: 60 }]),
  http_request: (chance) => ({
    url: 'https://example.com/{{variables.answer|none}}',
    body: '{"name":"{{contact.firstName}}"}',
    ...(chance.happens(0.7) && { saveAs: 'found' }),
  }),
  run_automation: () => ({ automationId: 'other', variables: { from: '{{contact.firstName}}' } }),
  end: () => ({}),
};
const examples = new Map<string, Record<string, unknown>>(stepKinds.map(({ type, example }) => [type, example]));
const types = ([...examples.keys()] as StepType[]).flatMap((type) =>
  ['ask', 'wait', 'branch', 'http_request'].includes(type) ? [type, type] : [type],
);

/** The names of the exits, where they are others than `next`. The cases of a branch have their own. */
const exitNames: Partial<Record<StepType, string[]>> = {
  send_message: ['next', 'onUndeliverable'],
  send_template: ['next', 'onUndeliverable'],
  ask: ['onReply', 'onTimeout', 'onUndeliverable'],
  branch: ['otherwise'],
  business_hours: ['onOpen', 'onClosed'],
  http_request: ['next', 'onError'],
  end: [],
};
