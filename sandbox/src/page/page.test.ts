import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '../test-kit/given.ts';

test('GET / 200: shows how to begin, then accounts and conversations, with nothing written by people taken as HTML', async () => {
  const { sms, phone, call } = await given();
  assert.match((await call('GET', '/')).body, /No accounts yet/);
  await sms();
  await phone('sms', { from: '+16505551234', name: '<b>Ann</b>', text: '<script>alert(1)</script>' });
  const { body } = await call('GET', '/');
  assert.match(body, /&lt;script&gt;alert\(1\)/);
  assert.match(body, /&lt;b&gt;Ann/);
  assert.equal(body.includes('<script>alert'), false);
});
