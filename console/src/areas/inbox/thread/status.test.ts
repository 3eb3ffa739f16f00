import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { types } from '@patchbay/sdk';
import { repairsOf, resendBody, statusOf } from './status.ts';

const message = (more: Partial<types.FullMessage>) =>
  ({
    type: 'text',
    status: 'pending',
    sendState: 'queued',
    errors: [],
    content: { body: 'Hi', attachments: [], details: null },
    ...more,
  }) as types.FullMessage;
const failed = (key: string) => message({ status: 'failed', sendState: 'failed', errors: [{ key, code: null, message: '' }] });

test('the status of a message is what is known of it', () => {
  assert.equal(statusOf(message({})), 'queued');
  assert.equal(statusOf(message({ sendState: 'sending' })), 'sending');
  assert.equal(statusOf(message({ sendState: 'unknown' })), 'unknown');
  assert.equal(statusOf(message({ sendState: 'unknown', status: 'delivered' })), 'delivered');
  assert.equal(statusOf(message({ sendState: 'cancelled', status: 'scheduled' })), 'cancelled');
});

test('each failure has a repair that can help', () => {
  assert.deepEqual(repairsOf(failed('outside_messaging_window')), ['template']);
  assert.deepEqual(repairsOf(failed('provider_error')), ['resend', 'edit']);
  assert.deepEqual(repairsOf(failed('contact_unsubscribed')), []);
  assert.deepEqual(repairsOf(message({ sendState: 'unknown' })), ['check', 'resend']);
  assert.deepEqual(repairsOf(message({ status: 'read' })), []);
});

test('every kind of message is sent again with its own content', () => {
  const attachments = [{ fileId: 'f', mimeType: null, fileName: null, url: null }];
  assert.deepEqual(resendBody(message({})), { type: 'text', text: 'Hi' });
  assert.deepEqual(resendBody(message({ type: 'image', content: { body: null, attachments, details: null } })), {
    type: 'image',
    media: { fileId: 'f' },
  });
  const template = { body: 'Hi Ann', attachments: [], details: { templateId: 't', variables: { 1: 'Ann' } } };
  assert.deepEqual(resendBody(message({ type: 'template', content: template })), {
    type: 'template',
    template: { id: 't', variables: { 1: 'Ann' } },
  });
  assert.equal(resendBody(message({ type: 'unsupported' })), null);
});
