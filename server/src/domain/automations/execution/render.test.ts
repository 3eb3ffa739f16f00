import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkText, hasPlace, inHeader, inJson, inUrl, LONGEST_TEXT, render } from './render.ts';
import { scopeRoots } from './state.ts';

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
  test(`${JSON.stringify(text)} renders as ${JSON.stringify(expected)}`, () => assert.equal(render(text, data), expected));
}

test('what a contact wrote stays a value in a JSON body, a URL and a header', () => {
  const body = render('{"name":"{{variables.name}}"}', data, LONGEST_TEXT, inJson);
  assert.deepEqual(JSON.parse(body), { name: data.variables.name });
  const url = render('https://example.com/people/{{variables.name}}/orders?by={{variables.name}}', data, LONGEST_TEXT, inUrl);
  assert.equal(new URL(url).pathname.split('/').length, 4);
  assert.equal(new URL(url).searchParams.get('by'), data.variables.name);
  assert.equal(render('https://a/b/{{x}}/c', { x: '..' }, LONGEST_TEXT, inUrl), 'https://a/b//c');
  assert.equal(render('{{x}}/{{x}}', { x: 'https://a/' }, LONGEST_TEXT, inUrl), 'https://a//https%3A%2F%2Fa%2F');
  assert.equal(render('{{x}}é', { x: 'a\r\nb: ü' }, LONGEST_TEXT, inHeader), 'a??b: ?é');
});

test('a text ends at its limit, between characters', () => {
  assert.equal(render('{{x}}', { x: 'a'.repeat(5_000) }).length, 4_096);
  assert.equal(render('a{{x}}', { x: '😀'.repeat(3_000) }).length, 4_095);
  assert.equal(render('{{x}}'.repeat(800), { x: 'a'.repeat(1_000_000) }).length, 4_096);
});

for (const [text, part] of [
  ['Hello {{contact.firstName', /position 7 does not end/],
  ['Hello {{contact.firstName}', /position 7 does not end/],
  ['{{contact.firstName}} {{ {{now}}', /position 23 does not end/],
  ['Hello {{}}', /position 7 names nothing/],
  ['Hello {{|there}}', /names nothing/],
  ['{{contact..plan}}', /names nothing/],
  ['{{first name}}', /names nothing/],
  ['{{contract.plan}}', /names contract, which is not there; begin with one of contact chat message variables now/],
  ['{{contact}}', /names all of contact/],
] as const) {
  test(`checking finds the mistake in ${JSON.stringify(text)}`, () => assert.match(checkText(text, scopeRoots) ?? '', part));
}

test('single braces, ends of JSON and a place in braces are no mistakes', () => {
  for (const text of ['{a}', '{"a":{"b":1}}', '{"a":{"b":{{variables.n}}}}', '{{now}}', '{{{contact.firstName}}}', '']) {
    assert.equal(checkText(text, scopeRoots), undefined, text);
  }
});

test('property: rendering never throws and keeps its limit', () => {
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
      fc.constantFrom(inUrl, inJson, inHeader),
      (text, a, guard) => {
        assert.ok(render(text, { contact: { a }, a }, 50, guard).length <= 50);
        assert.equal(typeof checkText(text, scopeRoots), checkText(text, scopeRoots) === undefined ? 'undefined' : 'string');
        if (!hasPlace(text)) assert.equal(render(text, { a }), text.slice(0, LONGEST_TEXT));
      },
    ),
    { numRuns: 3_000 },
  );
});

test('long texts full of braces take no long time', () => {
  const started = performance.now();
  for (const text of [
    '{'.repeat(16_000),
    '{{a'.repeat(5_000),
    `{{${'a'.repeat(16_000)}`,
    `{{a|${'|'.repeat(16_000)}`,
    '{{a|}'.repeat(3_000),
  ]) {
    render(text, {});
    checkText(text, scopeRoots);
  }
  assert.ok(performance.now() - started < 5_000);
});
