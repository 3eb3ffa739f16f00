import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOneLine, readable } from './dev/lines.ts';

const entry = (level: string) =>
  JSON.stringify({ level, time: '2026-11-15T00:00:00.000Z', channelId: 'c1', jobs: 2, msg: 'it waits' });

test('npm run dev shows warnings and errors of its parts, and the rest only when asked', () => {
  assert.equal(readable(entry('info'), false), undefined);
  assert.equal(readable(entry('warn'), false), 'warn it waits channelId=c1 jobs=2');
  assert.equal(readable(entry('info'), true), 'info it waits channelId=c1 jobs=2');
});

test('npm run dev shows the reason of an error without its stack, and passes on what is no log entry', () => {
  const line = JSON.stringify({
    level: 'error',
    msg: 'a batch failed',
    err: { message: 'no route to host', stack: 'Error: ..' },
  });
  assert.equal(readable(line, false), 'error a batch failed: no route to host');
  assert.equal(readable('{ half an entry', false), '{ half an entry');
});

test('npm run dev prints an event in one line, whatever the message contains', () => {
  const data = {
    sender: 'inbound',
    status: 'delivered',
    type: 'text',
    errors: [],
    content: { body: 'Hello,\n  you' },
    handle: { value: '+491' },
    channel: { type: 'sms' },
  };
  assert.equal(inOneLine({ event: 'message.received', data }), 'message.received     sms from +491 “Hello, you” delivered');
  const failed = {
    ...data,
    sender: 'outbound',
    status: 'failed',
    content: { body: null },
    errors: [{ message: 'no such number' }],
  };
  assert.equal(
    inOneLine({ event: 'message.updated', data: failed }),
    'message.updated      sms to +491 [text] failed: no such number',
  );
  const contact = { id: 'k1', displayName: 'Ada', isSubscribed: true };
  assert.equal(inOneLine({ event: 'contact.created', data: contact }), 'contact.created      Ada k1');
});
