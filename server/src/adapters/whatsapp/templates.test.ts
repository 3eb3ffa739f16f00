import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDraft } from '../adapter.ts';
import { given } from './given.test-kit.ts';
import { templates, toTemplate } from './templates.ts';

const draft: TemplateDraft = {
  vendorId: null,
  name: 'order_confirmation',
  language: 'en_US',
  category: 'utility',
  format: 'positional',
  header: { text: 'Order {{1}}', examples: ['7'] },
  body: { text: 'Hello {{1}}', examples: [{ name: '1', value: 'Jessica' }] },
  footer: 'Thank you',
  buttons: [
    { type: 'quick_reply', text: 'Stop' },
    { type: 'url', text: 'Track', value: 'https://example.com/{{1}}', example: 'https://example.com/7' },
    { type: 'phone_number', text: 'Call', value: '+16505551234' },
  ],
};

test('a template is submitted with an example for every placeholder', () => {
  const { components, ...rest } = toTemplate(draft);
  assert.deepEqual(rest, {
    name: 'order_confirmation',
    category: 'UTILITY',
    language: 'en_US',
    parameter_format: 'positional',
  });
  assert.deepEqual(components, [
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['7'] } },
    { type: 'BODY', text: 'Hello {{1}}', example: { body_text: [['Jessica']] } },
    { type: 'FOOTER', text: 'Thank you' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Stop' },
        { type: 'URL', text: 'Track', url: 'https://example.com/{{1}}', example: ['https://example.com/7'] },
        { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+16505551234' },
      ],
    },
  ]);
  const named = toTemplate({
    ...draft,
    format: 'named',
    header: { text: 'Order {{number}}', examples: ['7'] },
    body: { text: 'Hello {{who}}', examples: [{ name: 'who', value: 'Jessica' }] },
  }).components;
  assert.deepEqual(named.slice(0, 2), [
    {
      type: 'HEADER',
      format: 'TEXT',
      text: 'Order {{number}}',
      example: { header_text_named_params: [{ param_name: 'number', example: '7' }] },
    },
    { type: 'BODY', text: 'Hello {{who}}', example: { body_text_named_params: [{ param_name: 'who', example: 'Jessica' }] } },
  ]);
});

test('templates: submitted, found again, approved by callback, removed, removed again', async () => {
  const { deps, settings, flush, said, knobs } = await given();
  await knobs({ templateReview: { approveAfterMs: 0, rejectWith: null, pauseAfterMs: null } });
  const first = await templates.submit(deps, settings, draft);
  assert.equal(first.kind, 'submitted');
  const second = await templates.submit(deps, settings, draft);
  assert.equal(second.kind, 'submitted');
  const vendorId = first.kind === 'submitted' ? first.vendorId : '';
  assert.equal(second.kind === 'submitted' && second.vendorId, vendorId);
  await flush();
  const verdict = said().find((item) => item.kind === 'template');
  assert.partialDeepStrictEqual(verdict, { vendorId, name: draft.name, language: 'en_US', status: 'approved' });
  assert.deepEqual(await templates.remove(deps, settings, { name: draft.name, vendorId }), { kind: 'removed' });
  assert.deepEqual(await templates.remove(deps, settings, { name: draft.name, vendorId }), { kind: 'removed' });
});

test('templates: a bad one is refused in Meta’s words', async () => {
  const { deps, settings } = await given();
  const refused = await templates.submit(deps, settings, { ...draft, name: 'Order Confirmation' });
  assert.ok(refused.kind === 'refused');
  assert.equal(refused.error.key, 'template_problem');
  assert.match(refused.error.message, /lower case/);
});

test('an authentication template has Meta’s text: a recommendation, the minutes, and a button that copies the code', () => {
  const code: TemplateDraft = { ...draft, category: 'authentication', codeExpirationMinutes: 10 };
  const otp = { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] };
  assert.deepEqual(toTemplate(code).components, [
    { type: 'BODY', add_security_recommendation: true },
    { type: 'FOOTER', code_expiration_minutes: 10 },
    otp,
  ]);
  assert.deepEqual(toTemplate({ ...code, codeExpirationMinutes: null }).components.slice(1), [otp]);
});
