import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examplesFor, nextPlaceholder, partsOf, previewOf, type TemplateText, variablesIn } from './preview.ts';

const plain: TemplateText = { format: 'positional', header: null, body: { text: '', examples: [] }, footer: null, buttons: [] };
const texts = (text: string) => partsOf(text, []).map(({ text, style }) => [style, text]);

test('variables: numbers sorted, names in order, what the format does not allow is left out', () => {
  assert.deepEqual(variablesIn('{{2}} {{1}} {{2}} {{ 3 }} {{name}}', 'positional'), ['1', '2']);
  assert.deepEqual(variablesIn('{{order_id}} {{1}} {{First}} {{name}}', 'named'), ['order_id', 'name']);
});

test('examples follow the variables of the text and keep their values', () => {
  const given = [
    { name: '1', value: 'Ada' },
    { name: '3', value: 'gone' },
  ];
  assert.deepEqual(examplesFor('Hello {{1}}, order {{2}}', 'positional', given), [
    { name: '1', value: 'Ada' },
    { name: '2', value: '' },
  ]);
});

test('the next placeholder is free', () => {
  assert.equal(nextPlaceholder('{{1}} and {{2}}', 'positional'), '{{3}}');
  assert.equal(nextPlaceholder('{{name}} {{value_2}}', 'named'), '{{value_3}}');
});

test('the preview has examples for variables, and the placeholder where there is none', () => {
  const preview = previewOf({
    ...plain,
    header: { kind: 'text', text: 'Order {{1}}', examples: [{ name: '1', value: 'A-1' }], fileId: null },
    body: { text: 'Hello {{1}}, {{2}}.', examples: [{ name: '1', value: 'Ada {{2}}' }] },
    buttons: [
      { type: 'url', text: 'Track', value: 'https://example.com/{{1}}', example: 'A-1' },
      { type: 'quick_reply', text: 'Stop', value: null, example: null },
    ],
  });
  assert.deepEqual(preview.header, {
    kind: 'text',
    parts: [
      { text: 'Order ', style: 'plain', variable: null },
      { text: 'A-1', style: 'plain', variable: '1' },
    ],
  });
  assert.deepEqual(
    preview.body.map(({ text, variable }) => [text, variable]),
    [
      ['Hello ', null],
      ['Ada {{2}}', '1'],
      [', ', null],
      ['{{2}}', '2'],
      ['.', null],
    ],
  );
  assert.deepEqual(
    preview.buttons.map(({ target }) => target),
    ['https://example.com/A-1', null],
  );
});

test('formatting as WhatsApp shows it; a lone mark is text', () => {
  assert.deepEqual(texts('It is *here* _now_ ~not~ ```code```'), [
    ['plain', 'It is '],
    ['bold', 'here'],
    ['plain', ' '],
    ['italic', 'now'],
    ['plain', ' '],
    ['strike', 'not'],
    ['plain', ' '],
    ['mono', 'code'],
  ]);
  for (const text of ['2 * 3 * 4', 'snake_case_name', '*open', '{{order_id}} {{user_id}}', 'a*b*c', '* not bold*'])
    assert.deepEqual(
      texts(text)
        .map(([, text]) => text)
        .join(''),
      text,
      text,
    );
  assert.deepEqual(texts('{{order_id}}'), [['plain', '{{order_id}}']]);
});

test('a variable inside bold text is bold', () => {
  assert.deepEqual(partsOf('*{{1}} left*', [{ name: '1', value: '3' }]), [
    { text: '3', style: 'bold', variable: '1' },
    { text: ' left', style: 'bold', variable: null },
  ]);
});
