import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asCurl, asSdk } from './code.ts';
import { type RecordedCall, withoutSecrets } from './record.ts';

const call = (more: Partial<RecordedCall>): RecordedCall => ({
  requestId: 'r1',
  operation: null,
  method: 'GET',
  path: '/v3/me',
  body: undefined,
  status: 200,
  ms: 12,
  at: 0,
  ...more,
});

test('a request as curl: quotes for the shell, and no token', () => {
  const text = asCurl(
    call({ method: 'POST', path: '/v3/chats/42/messages', body: { text: "It's ready" } }),
    'https://api.example.com',
  );
  assert.equal(
    text,
    `curl -X POST 'https://api.example.com/v3/chats/42/messages' \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"text":"It'\\''s ready"}'`,
  );
});

test('a request as a call of the SDK: ids of the path, then the body', () => {
  assert.equal(asSdk(call({ operation: 'getMe' })), 'await patchbay.me.get();');
  assert.equal(asSdk(call({ operation: 'getChat', path: '/v3/chats/42' })), "await patchbay.chats.get('42');");
  assert.equal(
    asSdk(call({ operation: 'searchChats', path: '/v3/chats/search', body: { query: 'eq(status,"open")', limit: 20 } })),
    'await patchbay.chats.search({\n  query: "eq(status,\\"open\\")",\n  limit: 20\n});',
  );
  assert.equal(asSdk(call({ operation: 'unheardOf' })), null);
});

test('recorded bodies have no passwords, codes and keys', () => {
  const body = {
    email: 'ada@example.com',
    password: 'x',
    items: [{ clientSecret: 'y', code: '123456', text: 'code' }],
    proof: { code: '1' },
  };
  assert.deepEqual(withoutSecrets(body), {
    email: 'ada@example.com',
    password: '•••',
    items: [{ clientSecret: '•••', code: '•••', text: 'code' }],
    proof: '•••',
  });
});
