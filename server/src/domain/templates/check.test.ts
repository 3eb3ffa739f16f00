import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { authenticationMistakes, mistakesIn } from './check.ts';
import { placeholdersIn } from './placeholders.ts';
import type { TemplateButton, TemplateText } from './template.ts';

const plain: TemplateText = {
  name: 'order_shipped',
  language: 'en_US',
  category: 'utility',
  format: 'positional',
  header: null,
  body: { text: 'Your order is on its way.', examples: [] },
  footer: null,
  buttons: [],
};
const faults = (changes: Partial<TemplateText>): Record<string, string> =>
  Object.fromEntries(Object.entries(mistakesIn({ ...plain, ...changes })).map(([path, { key }]) => [path, key]));
const examplesFor = (...names: string[]) => names.map((name) => ({ name, value: `a ${name}` }));
const button = (fields: Partial<TemplateButton>): TemplateButton => ({
  type: 'quick_reply',
  text: 'Yes',
  value: null,
  example: null,
  ...fields,
});
const site = (value: string | null, example: string | null = null) => button({ type: 'url', text: 'Open', value, example });
const phone = (value: string | null) => button({ type: 'phone_number', text: 'Call', value });

test('a template with everything a provider takes has no mistakes', () => {
  const all: TemplateText = {
    ...plain,
    header: { kind: 'text', text: 'Order {{1}}', examples: examplesFor('1') },
    body: { text: 'Hello {{1}}, {{2}} is on its way to you, {{1}}.', examples: examplesFor('1', '2') },
    footer: 'Reply STOP to stop',
    buttons: [
      button({}),
      site('https://example.com/orders/{{1}}', 'A-1042'),
      site('http://example.com'),
      phone('+4915112345678'),
    ],
  };
  assert.deepEqual(mistakesIn(all), {});
  const named = { format: 'named', body: { text: 'Hello {{first_name}}', examples: examplesFor('first_name') } } as const;
  assert.deepEqual(faults({ ...named, buttons: [site('https://example.com/?id={{order_id}}', 'A-1')] }), {});
  assert.deepEqual(faults({ header: { kind: 'image', text: null, examples: [] } }), {});
});

test('names and languages have one spelling', () => {
  for (const name of ['', 'Order', 'order-shipped', 'order shipped', 'x'.repeat(513)])
    assert.deepEqual(faults({ name }), { name: 'invalid_string' }, name);
  for (const language of ['', 'english', 'en-US', 'EN', 'en_us'])
    assert.deepEqual(faults({ language }), { language: 'invalid_string' });
  for (const language of ['en', 'fil', 'pt_BR', 'zh_Hant_HK']) assert.deepEqual(faults({ language }), {});
});

test('numbers begin at 1 and leave none out; every one has one example', () => {
  const body = (text: string, ...names: string[]) => faults({ body: { text, examples: examplesFor(...names) } });
  assert.deepEqual(body('{{2}}', '2'), { 'body.text': 'custom' });
  assert.deepEqual(body('{{1}} {{3}}', '1', '3'), { 'body.text': 'custom' });
  assert.deepEqual(body('{{1}} {{2}}', '1'), { 'body.examples': 'required' });
  assert.deepEqual(body('{{1}}', '1', '2'), { 'body.examples.1.name': 'custom' });
  assert.deepEqual(body('{{1}}', '1', '1'), { 'body.examples.1.name': 'custom' });
  assert.deepEqual(faults({ body: { text: '{{1}}', examples: [{ name: '1', value: ' ' }] } }), {
    'body.examples.0.value': 'too_small',
  });
});

test('text that only looks like a variable is reported by name, with the right form', () => {
  for (const text of ['{{ 1 }}', '{{}}', '{{01}}', '{{first_name}}', 'a {{ lone', 'a lone }}', '{{0}}']) {
    const mistakes = mistakesIn({ ...plain, body: { text, examples: [] } });
    assert.equal(mistakes['body.text']?.key, 'custom', text);
    assert.match(String(mistakes['body.text']?.message), /write \{\{1\}\}/);
  }
  assert.deepEqual(faults({ format: 'named', body: { text: '{{1}}', examples: [] } }), { 'body.text': 'custom' });
  assert.deepEqual(faults({ format: 'named', body: { text: '{{First}}', examples: [] } }), { 'body.text': 'custom' });
});

test('each text has its length, counted as people count', () => {
  assert.deepEqual(faults({ body: { text: '😀'.repeat(1024), examples: [] } }), {});
  assert.deepEqual(faults({ body: { text: 'x'.repeat(1025), examples: [] } }), { 'body.text': 'too_big' });
  assert.deepEqual(faults({ body: { text: ' ', examples: [] } }), { 'body.text': 'too_small' });
  assert.deepEqual(faults({ footer: 'x'.repeat(61) }), { footer: 'too_big' });
  assert.deepEqual(faults({ footer: 'for {{1}}' }), { footer: 'custom' });
  const header = (text: string | null, ...names: string[]) =>
    faults({ header: { kind: 'text', text, examples: examplesFor(...names) } });
  assert.deepEqual(header('x'.repeat(61)), { 'header.text': 'too_big' });
  assert.deepEqual(header('{{1}} and {{2}}', '1', '2'), { 'header.text': 'custom' });
  assert.deepEqual(header(null), { 'header.text': 'required' });
  assert.deepEqual(faults({ header: { kind: 'video', text: 'x', examples: examplesFor('1') } }), {
    'header.text': 'custom',
    'header.examples': 'custom',
  });
});

test('buttons: how many, of which kind, and what each needs', () => {
  assert.deepEqual(faults({ buttons: Array.from({ length: 10 }, (_, i) => button({ text: `No. ${i}` })) }), {});
  assert.equal(faults({ buttons: Array.from({ length: 11 }, () => button({})) }).buttons, 'too_big');
  const sites = Array.from({ length: 3 }, () => site('https://example.com/'));
  assert.deepEqual(faults({ buttons: sites }), { 'buttons.2.type': 'too_big' });
  assert.deepEqual(faults({ buttons: [phone('+4915112345678'), phone('+4915112345678')] }), { 'buttons.1.type': 'too_big' });
  assert.deepEqual(faults({ buttons: [button({}), site('https://example.com/'), button({})] }), { buttons: 'custom' });
  assert.deepEqual(faults({ buttons: [button({ text: 'x'.repeat(26) })] }), { 'buttons.0.text': 'too_big' });
  assert.deepEqual(faults({ buttons: [button({ text: '{{1}}' })] }), { 'buttons.0.text': 'custom' });
  assert.deepEqual(faults({ buttons: [phone('015112345678')] }), { 'buttons.0.value': 'invalid_string' });
  assert.deepEqual(faults({ buttons: [phone(null)] }), { 'buttons.0.value': 'required' });
  assert.deepEqual(faults({ buttons: [site(null)] }), { 'buttons.0.value': 'required' });
  assert.deepEqual(faults({ buttons: [button({ example: 'x' })] }), { 'buttons.0.example': 'custom' });
});

test('one variable may end an address, and never choose its host', () => {
  const value = (address: string, example: string | null = 'x') => faults({ buttons: [site(address, example)] });
  assert.deepEqual(value('https://example.com/{{1}}'), {});
  assert.deepEqual(value('https://example.com/{{1}}', null), { 'buttons.0.example': 'required' });
  assert.deepEqual(value('https://example.com/', 'x'), { 'buttons.0.example': 'custom' });
  assert.deepEqual(value('https://example.com/{{2}}'), { 'buttons.0.value': 'custom' });
  const refused = ['https://{{1}}', 'https://shop.{{1}}', 'https://example.com{{1}}', 'https://example.com/{{1}}/end', '{{1}}'];
  for (const address of [...refused, 'ftp://example.com/{{1}}', 'https://example.com/a b/{{1}}', 'https://e.com/{{1}}{{1}}'])
    assert.deepEqual(value(address), { 'buttons.0.value': 'invalid_string' }, address);
  for (const address of ['javascript:alert(1)', 'example.com', 'https://', 'https://exa mple.com'])
    assert.deepEqual(value(address, null), { 'buttons.0.value': 'invalid_string' }, address);
});

test('no text breaks the check, and text that passes has only known placeholders', () => {
  const strange = fc.array(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('{{', '}}', '{', '}', '1', '2', 'name', '{{1}}')),
  );
  const texts = strange.map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, texts, texts, fc.constantFrom('positional' as const, 'named' as const), (body, header, value, format) => {
      const { names } = placeholdersIn(body, format);
      const mistakes = mistakesIn({
        ...plain,
        format,
        header: { kind: 'text', text: header, examples: [] },
        body: { text: body, examples: examplesFor(...names) },
        buttons: [site(value)],
      });
      for (const { message } of Object.values(mistakes)) assert.ok(message.length > 10);
      if (mistakes['body.text']) return;
      const rest = body.replaceAll(/\{\{[a-z0-9_]+\}\}/g, ' ');
      assert.ok(!rest.includes('{{') && !rest.includes('}}'));
      if (format === 'positional')
        assert.deepEqual(
          names,
          names.map((_, i) => String(i + 1)),
        );
    }),
  );
});

test('authentication on WhatsApp: one variable and nothing of one’s own; elsewhere as any other', () => {
  const code: TemplateText = {
    ...plain,
    category: 'authentication',
    format: 'positional',
    header: null,
    footer: null,
    buttons: [],
    body: { text: '{{1}} is your code', examples: [{ name: '1', value: '482913' }] },
    codeExpirationMinutes: 10,
  };
  const paths = (changes: Partial<TemplateText>, channel: 'whatsapp' | 'sms' = 'whatsapp') =>
    Object.keys(authenticationMistakes({ ...code, ...changes }, channel));
  assert.deepEqual(paths({}), []);
  const own: Partial<TemplateText> = { footer: 'Thanks', body: { text: 'No code', examples: [] } };
  assert.deepEqual(paths(own), ['footer', 'body.text']);
  assert.deepEqual(paths(own, 'sms'), []);
  assert.deepEqual(paths({ category: 'utility' }), ['codeExpirationMinutes']);
});
