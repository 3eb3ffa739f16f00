import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestText } from './request-text.ts';

const attempt = { url: 'https://example.com/hooks?x=1', startedAt: '2026-11-19T10:00:00.000Z' };

test('the request has the path, the id of the event, the time in seconds and the event', () => {
  const event = { id: 'e1', tenantId: 't1', event: 'webhook.test', createdAt: attempt.startedAt, data: { message: 'Hi' } };
  const lines = requestText('e1', attempt, event).split('\n');
  assert.equal(lines[0], 'POST /hooks?x=1');
  assert.ok(lines.includes('webhook-id: e1') && lines.includes('webhook-timestamp: 1795082400'));
  assert.ok(lines.includes('    "message": "Hi"'));
});

test('without the event only the headers are shown', () => {
  assert.ok(!requestText('e1', attempt, null).includes('{'));
});
