import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Template } from '../templates/index.ts';
import { Definition } from './definition.ts';
import { checkReferences, type Known } from './references.ts';

const id = (n: number): string => `01890000-0000-7000-8000-00000000000${n}`;
const none: Known = {
  channels: new Set(),
  labels: new Set(),
  automations: new Set(),
  users: new Set(),
  teams: new Set(),
  businessHours: new Set(),
  attributes: new Map(),
  templates: new Map(),
  secrets: new Set(),
};
const template: Template = {
  id: id(5),
  channelId: id(1),
  channelType: 'whatsapp',
  name: 'order_shipped',
  language: 'en',
  category: 'utility',
  format: 'positional',
  status: 'approved',
  reason: null,
  vendorId: null,
  quality: null,
  header: null,
  body: { text: 'Hello {{1}}, {{2}} is on its way.', examples: [] },
  footer: null,
  buttons: [],
  createdAt: new Date(),
  updatedAt: new Date(),
};
const known: Known = {
  channels: new Set([id(1)]),
  labels: new Set([id(2)]),
  automations: new Set([id(3)]),
  users: new Set([id(6)]),
  teams: new Set([id(7)]),
  businessHours: new Set(),
  attributes: new Map([['size', { type: 'number', options: [] }]]),
  templates: new Map([[id(5), template]]),
  secrets: new Set(['orders']),
};

/** Makes a definition whose steps have the positions of the list. */
const define = (steps: object[], trigger: object = { type: 'api' }): Definition =>
  Definition.parse({ trigger, steps: steps.map((step, i) => ({ id: `s${i}`, ...step })) });

const keysOf = (definition: Definition, has: Known) =>
  Object.fromEntries(Object.entries(checkReferences(definition, has)).map(([path, { key }]) => [path, key]));

test('a reference to something that the tenant does not have is reported at its path, with a fix', () => {
  const steps = [
    { type: 'add_label', labelId: id(2) },
    { type: 'remove_label', labelId: 'nonsense' },
    { type: 'send_template', templateId: id(5), variables: { 1: 'a', 2: 'b' } },
    { type: 'set_attribute', externalId: 'size', value: 1 },
    { type: 'run_automation', automationId: id(3) },
    { type: 'assign', userId: id(6), teamId: id(7) },
    { type: 'assign', userId: null },
  ];
  const trigger = { type: 'label_added', parameters: { channelId: id(1), labelId: id(2) } };
  assert.deepEqual(keysOf(define(steps, trigger), none), {
    'trigger.parameters.channelId': 'not_found',
    'trigger.parameters.labelId': 'not_found',
    'steps.0.labelId': 'not_found',
    'steps.1.labelId': 'not_found',
    'steps.2.templateId': 'not_found',
    'steps.3.externalId': 'not_found',
    'steps.4.automationId': 'not_found',
    'steps.5.userId': 'not_found',
    'steps.5.teamId': 'not_found',
  });
  assert.deepEqual(keysOf(define(steps, trigger), known), { 'steps.1.labelId': 'not_found' });
  const attribute = { type: 'attribute_changed', parameters: { externalId: 'shoe' } };
  assert.deepEqual(keysOf(define([{ type: 'end' }], attribute), known), { 'trigger.parameters.externalId': 'not_found' });
  for (const { message } of Object.values(checkReferences(define(steps, trigger), none)))
    assert.match(message, /^There is no .+; .+/);
});

test('ids are not case-sensitive', () => {
  assert.deepEqual(checkReferences(define([{ type: 'add_label', labelId: id(2).toUpperCase() }]), known), {});
});

test('a template needs a value for each of its variables and no other', () => {
  const send = (variables: object) => keysOf(define([{ type: 'send_template', templateId: id(5), variables }]), known);
  assert.deepEqual(send({ 1: '{{contact.firstName|there}}', 2: 'It' }), {});
  assert.deepEqual(send({ 1: ' ', 3: 'x' }), {
    'steps.0.variables.1': 'too_small',
    'steps.0.variables.2': 'required',
    'steps.0.variables.3': 'unrecognized_keys',
  });
  const withFile = { ...template, header: { kind: 'image' as const, text: null, examples: [] } };
  const has = { ...known, templates: new Map([[id(5), withFile]]) };
  const step = { type: 'send_template', templateId: id(5), variables: { 1: 'a', 2: 'b' } };
  assert.deepEqual(keysOf(define([step]), has), { 'steps.0.templateId': 'custom' });
});

test('a fixed value must fit its attribute; the value of a placeholder is checked by the run', () => {
  const set = (value: unknown) => keysOf(define([{ type: 'set_attribute', externalId: 'size', value }]), known);
  for (const value of [42, null, '{{variables.size}}']) assert.deepEqual(set(value), {}, String(value));
  for (const value of ['large', true]) assert.deepEqual(set(value), { 'steps.0.value': 'custom' }, String(value));
});
