import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../platform/errors.ts';
import type { OutgoingMedia } from '../messages/index.ts';
import type { Fillable } from './fill.ts';
import { fillTemplate, requireMedia, requireSendable, variablesOf } from './index.ts';
import type { TemplateStatus } from './template.ts';

const plain: Fillable = {
  format: 'positional',
  channelType: 'whatsapp',
  header: null,
  body: { text: 'Hello {{1}}, {{2}} is on its way.', examples: [] },
  footer: null,
  buttons: [],
};
const full: Fillable = {
  ...plain,
  header: { kind: 'text', text: 'Order {{1}}', examples: [] },
  footer: 'Reply STOP to stop',
  buttons: [
    { type: 'quick_reply', text: 'Thanks', value: 'thanks', example: null },
    { type: 'quick_reply', text: 'Hm', value: null, example: null },
    { type: 'url', text: 'Follow it', value: 'https://example.com/orders/{{1}}', example: 'A-1' },
    { type: 'phone_number', text: 'Call us', value: '+4915112345678', example: null },
  ],
};
const image = { url: 'https://example.com/a.png', mimeType: 'image/png', fileName: 'a.png' } as OutgoingMedia;

const faultsOf = (work: () => unknown): Record<string, string> => {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof Failure);
    return Object.fromEntries(Object.entries(error.detail.invalidParams ?? {}).map(([path, { key }]) => [path, key]));
  }
  return {};
};

test('values go to the provider in its parts, and to the contact as one text', () => {
  const variables = { header_1: 'A-1042', '1': 'Ada', '2': 'your book', button_2: 'A-1042' };
  assert.deepEqual(variablesOf(full), ['header_1', '1', '2', 'button_2']);
  const { components, rendered } = fillTemplate(full, variables);
  assert.deepEqual(components, {
    format: 'positional',
    header: { text: { name: '1', value: 'A-1042' } },
    body: [
      { name: '1', value: 'Ada' },
      { name: '2', value: 'your book' },
    ],
    buttons: [
      { index: 0, kind: 'quick_reply', value: 'thanks' },
      { index: 2, kind: 'url', value: 'A-1042' },
    ],
  });
  const lines = ['Order A-1042', 'Hello Ada, your book is on its way.', 'Reply STOP to stop'];
  const links = 'Follow it: https://example.com/orders/A-1042\nCall us: +4915112345678';
  assert.deepEqual(rendered, { text: [...lines, links].join('\n\n'), subject: null });
});

test('on email the header is the subject and not repeated in the text', () => {
  const { rendered } = fillTemplate(
    { ...plain, header: full.header, channelType: 'email' },
    { header_1: '7', '1': 'Ada', '2': 'it' },
  );
  assert.deepEqual(rendered, { subject: 'Order 7', text: 'Hello Ada, it is on its way.' });
});

test('a named variable is given once and used in every part', () => {
  const named: Fillable = {
    ...plain,
    format: 'named',
    header: { kind: 'text', text: 'For {{name}}', examples: [] },
    body: { text: '{{order_id}} for {{name}}', examples: [] },
    buttons: [{ type: 'url', text: 'Open', value: 'https://example.com/{{order_id}}', example: '1' }],
  };
  assert.deepEqual(variablesOf(named), ['name', 'order_id']);
  const { components, rendered } = fillTemplate(named, { name: 'Ada', order_id: '7' });
  assert.equal(rendered.text, 'For Ada\n\n7 for Ada\n\nOpen: https://example.com/7');
  assert.deepEqual(
    components.body.map(({ name }) => name),
    ['order_id', 'name'],
  );
});

test('every variable that is missing, empty, unknown or too long is named at once', () => {
  const at = (name: string) => `template.variables.${name}`;
  const given = { '1': ' ', header_1: 'x'.repeat(60), button_2: 'a b', nonsense: 'x', __proto__x: 'y' };
  assert.deepEqual(
    faultsOf(() => fillTemplate(full, given)),
    {
      [at('1')]: 'too_small',
      [at('2')]: 'required',
      [at('header_1')]: 'too_big',
      [at('button_2')]: 'invalid_string',
      [at('nonsense')]: 'unrecognized_keys',
      [at('__proto__x')]: 'unrecognized_keys',
    },
  );
  assert.deepEqual(
    faultsOf(() => fillTemplate(plain, { '1': 'x'.repeat(600), '2': 'x'.repeat(700) })),
    { [at('2')]: 'too_big' },
  );
  assert.deepEqual(
    faultsOf(() => fillTemplate({ ...plain, channelType: 'email' }, { '1': 'x'.repeat(600), '2': 'x'.repeat(700) })),
    {},
  );
});

test('the file of a header is asked for, of its kind, and only where there is room for one', () => {
  const withImage: Fillable = {
    ...plain,
    body: { text: 'Look', examples: [] },
    header: { kind: 'image', text: null, examples: [] },
  };
  assert.deepEqual(fillTemplate(withImage, {}, image).components.header, { media: image, kind: 'image' });
  assert.equal(fillTemplate(withImage, {}).rendered.text, 'Look');
  assert.deepEqual(
    faultsOf(() => requireMedia(withImage, undefined)),
    { 'template.media': 'required' },
  );
  assert.deepEqual(
    faultsOf(() => requireMedia(withImage, { mimeType: 'video/mp4' })),
    { 'template.media': 'custom' },
  );
  assert.deepEqual(
    faultsOf(() => requireMedia(plain, image)),
    { 'template.media': 'unrecognized_keys' },
  );
  for (const media of [image, { mimeType: null }])
    assert.deepEqual(
      faultsOf(() => requireMedia(withImage, media)),
      {},
    );
  assert.deepEqual(
    faultsOf(() => requireMedia(plain, undefined)),
    {},
  );
});

test('values are inserted unchanged, and only at their placeholders', () => {
  const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== '');
  const tricky = fc.oneof(value, fc.constantFrom('{{1}}', '{{2}}', '$&', '$1', '{{', '}}', '__proto__'));
  const words = fc.string({ maxLength: 10 }).map((text) => text.replaceAll(/[{}]/g, ''));
  fc.assert(
    fc.property(fc.array(fc.tuple(words, tricky), { minLength: 1, maxLength: 12 }), words, (pieces, end) => {
      const text = pieces.map(([word], i) => `${word}{{${i + 1}}}`).join('') + end;
      const variables = Object.fromEntries(pieces.map(([, given], i) => [String(i + 1), given]));
      const { components, rendered } = fillTemplate({ ...plain, body: { text, examples: [] } }, variables);
      assert.equal(rendered.text, pieces.map(([word, given]) => word + given).join('') + end);
      assert.deepEqual(
        components.body,
        pieces.map(([, given], i) => ({ name: String(i + 1), value: given })),
      );
    }),
  );
});

test('exactly the variables of a template satisfy it: one fewer or one more is refused by name', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,10}$/);
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 8 }), ([extra = '', ...names]) => {
      const template: Fillable = {
        ...plain,
        format: 'named',
        body: { text: names.map((one) => `{{${one}}}`).join(' '), examples: [] },
      };
      assert.deepEqual(variablesOf(template), names);
      const all = Object.fromEntries(names.map((one) => [one, 'x']));
      assert.deepEqual(
        faultsOf(() => fillTemplate(template, all)),
        {},
      );
      const { [names[0] ?? '']: _, ...fewer } = all;
      assert.deepEqual(
        faultsOf(() => fillTemplate(template, fewer)),
        { [`template.variables.${names[0]}`]: 'required' },
      );
      const more = { ...all, [extra]: 'x' };
      assert.deepEqual(
        faultsOf(() => fillTemplate(template, more)),
        { [`template.variables.${extra}`]: 'unrecognized_keys' },
      );
    }),
  );
});

test('only an approved template is sendable; the refusal of every other says what to do', () => {
  requireSendable({ name: 'x', status: 'approved', reason: null });
  for (const status of ['draft', 'pending', 'rejected', 'paused', 'disabled'] satisfies TemplateStatus[])
    assert.throws(
      () => requireSendable({ name: 'sale', status, reason: 'too loud' }),
      (error) =>
        error instanceof Failure && error.key === 'conflict' && /^The template sale .*: .* \(too loud\)$/.test(error.message),
    );
});
