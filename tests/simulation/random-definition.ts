import { Definition, type StepType } from '../../server/src/domain/automations/definition.ts';
import type { Chance } from './chance.ts';

type Way = { lead(to: string): void; waits: boolean };
type Sketch = { step: Record<string, unknown>; ways: Way[] };

/**
 * A definition that the check accepts: every step can be reached, and whatever leads back has waited. It uses every kind
 * of step, loops and ends in the middle.
 */
export function randomDefinition(chance: Chance): Definition {
  const sketches = joined(chance, 1 + chance.below(10));
  for (const [i, { ways }] of sketches.entries()) for (const way of ways) leadSomewhere(chance, way, i, sketches.length);
  return Definition.parse({
    trigger: { type: 'api', parameters: chance.happens(0.3) ? { conditions: chance.pick(conditions) } : {} },
    steps: sketches.map(({ step }) => step),
    isSingle: chance.happens(0.5),
  });
}

/** The same with one way that the check would refuse: back without a wait, or to a step that is not there. */
export function brokenDefinition(chance: Chance): Definition {
  const definition = structuredClone(randomDefinition(chance));
  const from = chance.below(definition.steps.length);
  const id = `s${from}`;
  const target = chance.happens(0.7) ? `s${chance.below(from + 1)}` : 'nowhere';
  definition.steps[from] = { id, type: 'add_label', labelId: 'vip', next: target };
  return definition;
}

/** Each step after the first hangs on an earlier one. */
function joined(chance: Chance, wanted: number): Sketch[] {
  const sketches: Sketch[] = [];
  for (let i = 0; i < wanted; i++) {
    const loose = sketches.flatMap(({ ways }) => ways);
    if (i > 0 && loose.length === 0) break;
    if (i > 0) {
      const way = chance.pick(loose);
      way.lead(`s${i}`);
      for (const sketch of sketches) sketch.ways = sketch.ways.filter((one) => one !== way);
    }
    sketches.push(sketchStep(chance, `s${i}`));
  }
  return sketches;
}

/** What is still loose ends the run, goes on further down or, after a wait, leads back. */
function leadSomewhere(chance: Chance, way: Way, from: number, count: number): void {
  const forward = count - from - 1;
  if (way.waits && chance.happens(0.3)) way.lead(`s${chance.below(from + 1)}`);
  else if (forward > 0 && chance.happens(0.8)) way.lead(`s${from + 1 + chance.below(forward)}`);
}

function sketchStep(chance: Chance, id: string): Sketch {
  const type = chance.pick(types);
  const step = { id, type, ...fieldsOf[type](chance) } as Record<string, unknown>;
  const cases = (step.cases ?? []) as Record<string, unknown>[];
  return {
    step,
    ways: [
      ...cases.map((one) => wayOf(one, 'next', false)),
      ...(waysOf[type] ?? ['next']).map((name) => wayOf(step, name, waits(step, name))),
    ],
  };
}

const wayOf = (holder: Record<string, unknown>, name: string, isAfterWait: boolean): Way => ({
  lead: (to) => {
    holder[name] = to;
  },
  waits: isAfterWait,
});

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

const fieldsOf: Record<StepType, (chance: Chance) => Record<string, unknown>> = {
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
const types = (Object.keys(fieldsOf) as StepType[]).flatMap((type) =>
  ['ask', 'wait', 'branch', 'http_request'].includes(type) ? [type, type] : [type],
);

/** Ways out by name, where there are others than `next`; those of a branch's cases are beside these. */
const waysOf: Partial<Record<StepType, string[]>> = {
  send_message: ['next', 'onUndeliverable'],
  send_template: ['next', 'onUndeliverable'],
  ask: ['onReply', 'onTimeout', 'onUndeliverable'],
  branch: ['otherwise'],
  business_hours: ['onOpen', 'onClosed'],
  http_request: ['next', 'onError'],
  end: [],
};
