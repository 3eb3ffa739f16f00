import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invitationMail } from './mails.ts';

test('the name of a tenant can neither add a header nor a link to the mail', () => {
  const { subject, text } = invitationMail(
    'ada@example.com',
    'Acme\r\nBcc: all@example.com https://evil.example',
    'https://own.example/x',
  );
  assert.ok(!/[\r\n]/.test(subject));
  assert.deepEqual(text.match(/https?:\/\/\S+/g), ['https://own.example/x']);
});
