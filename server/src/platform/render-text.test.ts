import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cpuMs } from '../test-kit/cpu.ts';
import {
  escapeHeader,
  escapeJson,
  escapeUrl,
  hasPlaceholder,
  MAX_TEXT_LENGTH,
  placeholderError,
  renderText,
} from './render-text.ts';

const roots = ['contact', 'chat', 'message', 'variables', 'now'];

const data = {
  contact: {
    firstName: 'Ada',
    lastName: '',
    labels: ['vip', 'beta'],
    attributes: { seats: 12.5, isPaying: false, since: new Date(0) },
  },
  chat: null,
  variables: {
    evil: '{{contact.firstName}}',
    mixed: [1, null, { a: 1 }, true],
    answer: { status: 200 },
    name: 'a"b\\c/../d?e=f\r\ng',
  },
  now: '2026-11-15T12:00:00.000Z',
};

for (const [text, expected] of [
  ['Hello {{contact.firstName|there}}!', 'Hello Ada!'],
  ['Hello {{ contact.firstName | there }}!', 'Hello Ada!'],
  ['Hello {{contact.lastName|there}}!', 'Hello there!'],
  ['Hello {{contact.nickname | dear friend }}!', 'Hello dear friend!'],
  ['Hello {{contact.nickname}}!', 'Hello !'],
  ['{{contact.labels}}; {{variables.mixed}}', 'vip, beta; 1, true'],
  [
    '{{contact.attributes.seats}} {{contact.attributes.isPaying}} {{contact.attributes.since}}',
    '12.5 false 1970-01-01T00:00:00.000Z',
  ],
  ['{{variables.answer}}{{variables.answer|-}}{{variables.answer.status}}', '-200'],
  ['{{variables.evil}}', '{{contact.firstName}}'],
  ['{{contact.constructor}}{{contact.__proto__}}{{contact.firstName.length}}{{__proto__.x|safe}}', 'safe'],
  ['{{chat.status|none}} {{now}}', 'none 2026-11-15T12:00:00.000Z'],
  ['{"a":{"b":{{contact.attributes.seats}}}}', '{"a":{"b":12.5}}'],
  ['{{}} {{|x}} {{contact.firstName {{contact.firstName}}', ' x {{contact.firstName Ada'],
  ['$& $1 {{contact.firstName}} $`', '$& $1 Ada $`'],
] as const) {
  test(`${JSON.stringify(text)} renders as ${JSON.stringify(expected)}`, () => assert.equal(renderText(text, data), expected));
}

test('a value that a contact wrote is escaped in a JSON body, a URL and a header', () => {
  const body = renderText('{"name":"{{variables.name}}"}', data, MAX_TEXT_LENGTH, escapeJson);
  assert.deepEqual(JSON.parse(body), { name: data.variables.name });
  const url = renderText(
    'https://example.com/people/{{variables.name}}/orders?by={{variables.name}}',
    data,
    MAX_TEXT_LENGTH,
    escapeUrl,
  );
  assert.equal(new URL(url).pathname.split('/').length, 4);
  assert.equal(new URL(url).searchParams.get('by'), data.variables.name);
  assert.equal(renderText('https://a/b/{{x}}/c', { x: '..' }, MAX_TEXT_LENGTH, escapeUrl), 'https://a/b//c');
  assert.equal(renderText('{{x}}/{{x}}', { x: 'https://a/' }, MAX_TEXT_LENGTH, escapeUrl), 'https://a//https%3A%2F%2Fa%2F');
  assert.equal(renderText('{{x}}é', { x: 'a\r\nb: ü' }, MAX_TEXT_LENGTH, escapeHeader), 'a??b: ?é');
});

test('a text is truncated at its limit and between characters', () => {
  assert.equal(renderText('{{x}}', { x: 'a'.repeat(5_000) }).length, 4_096);
  assert.equal(renderText('a{{x}}', { x: '😀'.repeat(3_000) }).length, 4_095);
  assert.equal(renderText('{{x}}'.repeat(800), { x: 'a'.repeat(1_000_000) }).length, 4_096);
});

for (const [text, part] of [
  ['Hello {{contact.firstName', /position 7 is not closed/],
  ['Hello {{contact.firstName}', /position 7 is not closed/],
  ['{{contact.firstName}} {{ {{now}}', /position 23 is not closed/],
  ['Hello {{}}', /position 7 has no valid path/],
  ['Hello {{|there}}', /has no valid path/],
  ['{{contact..plan}}', /has no valid path/],
  ['{{first name}}', /has no valid path/],
  ['{{contract.plan}}', /begins with contract, which does not exist; begin with one of contact chat message variables now/],
  ['{{contact}}', /names all of contact/],
] as const) {
  test(`the invalid placeholder is found in ${JSON.stringify(text)}`, () =>
    assert.match(placeholderError(text, roots) ?? '', part));
}

test('single braces, ends of JSON and a placeholder in braces are valid', () => {
  for (const text of ['{a}', '{"a":{"b":1}}', '{"a":{"b":{{variables.n}}}}', '{{now}}', '{{{contact.firstName}}}', '']) {
    assert.equal(placeholderError(text, roots), undefined, text);
  }
});

test('property: rendering never throws and respects its limit', () => {
  const pieces = fc.array(
    fc.constantFrom('{{', '}}', '{', '}', '|', 'contact.', 'a', '.', ' ', '__proto__', '{{contact.a|b}}', '\ud800'),
  );
  const anything = fc.anything({ withDate: true, withNullPrototype: true, withSparseArray: true, withBigInt: true });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        pieces.map((parts) => parts.join('')),
      ),
      anything,
      fc.constantFrom(escapeUrl, escapeJson, escapeHeader),
      (text, a, escapeValue) => {
        assert.ok(renderText(text, { contact: { a }, a }, 50, escapeValue).length <= 50);
        assert.equal(typeof placeholderError(text, roots), placeholderError(text, roots) === undefined ? 'undefined' : 'string');
        if (!hasPlaceholder(text)) assert.equal(renderText(text, { a }), text.slice(0, MAX_TEXT_LENGTH));
      },
    ),
    { numRuns: 3_000 },
  );
});

test('long texts full of braces render in linear time', () => {
  const texts = [
    '{'.repeat(16_000),
    '{{a'.repeat(5_000),
    `{{${'a'.repeat(16_000)}`,
    `{{a|${'|'.repeat(16_000)}`,
    '{{a|}'.repeat(3_000),
  ];
  const render = () => texts.map((text) => [renderText(text, {}), placeholderError(text, roots)]);
  assert.ok(cpuMs(render) < 5_000);
});
