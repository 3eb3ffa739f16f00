import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { machineOf, neverSandbox, onlyProviderPaths, onlySandbox } from './egress-policy.ts';
import { sandboxEndpoints } from './sandbox-endpoints.ts';

const settings = { SANDBOX_URL: 'http://sandbox.example:8090/', SANDBOX_IMAP_URL: 'imaps://mail.example' };
const endpoints = sandboxEndpoints(settings, ['graph', 'twilio']);
assert.ok(endpoints);
const at = (hostname: string, port: number, ...addresses: string[]) => ({
  hostname,
  port,
  addresses: addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
});

test('the endpoints of the sandbox follow from its settings; its mail server has the same host by default', () => {
  assert.equal(sandboxEndpoints({}, []), undefined);
  assert.deepEqual(endpoints, {
    url: 'http://sandbox.example:8090',
    apiPaths: ['graph', 'twilio'],
    smtp: { host: 'sandbox.example', port: 8025, secure: false },
    imap: { host: 'mail.example', port: 993, secure: true },
  });
  const other = sandboxEndpoints({ SANDBOX_URL: 'https://[::1]', SANDBOX_SMTP_URL: 'smtps://m.example' }, []);
  assert.deepEqual(other?.smtp, { host: 'm.example', port: 465, secure: true });
});

test('a sandbox tenant reaches only the servers of the sandbox', async () => {
  const refuse = onlySandbox(endpoints);
  for (const [host, port] of [
    ['sandbox.example', 8090],
    ['SANDBOX.example.', 8090],
    ['sandbox.example', 8025],
    ['mail.example', 993],
  ] as const)
    assert.equal(await refuse(at(host, port, '10.0.0.1')), null);
  await fc.assert(
    fc.asyncProperty(fc.domain(), fc.integer({ min: 1, max: 65_535 }), async (host, port) => {
      fc.pre(!['sandbox.example', 'mail.example'].includes(host));
      assert.match((await refuse(at(host, port, '10.0.0.1'))) ?? '', /the sandbox only/);
    }),
  );
  assert.match((await refuse(at('sandbox.example', 22, '10.0.0.1'))) ?? '', /the sandbox only/);
  assert.match((await onlySandbox(undefined)(at('sandbox.example', 8090, '10.0.0.1'))) ?? '', /set SANDBOX_URL/);
});

test('a sandbox tenant reaches the provider paths, not the control pages of the sandbox', () => {
  const refuse = onlyProviderPaths(endpoints);
  const base = 'http://sandbox.example:8090';
  for (const path of ['/graph/v24.0/1/messages', '/twilio/2010-04-01/x?y=z']) assert.equal(refuse(new URL(base + path)), null);
  for (const path of [
    '/',
    '/_sandbox/accounts',
    '/graph',
    '/graphics/1',
    '/graph/../_sandbox',
    '/twilio/%2e%2e/_sandbox/accounts',
  ])
    assert.notEqual(refuse(new URL(base + path)), null, path);
  for (const url of [
    'http://sandbox.example/graph/1',
    'https://sandbox.example:8090/graph/1',
    'http://sandbox.example.evil.example:8090/graph/1',
  ])
    assert.notEqual(refuse(new URL(url)), null, url);
});

test('a live tenant reaches everything but the sandbox, by any of its names and addresses', async () => {
  let answer = [{ address: '10.0.0.9', family: 4 }];
  const refuse = neverSandbox(endpoints, async () => answer);
  assert.match((await refuse(at('sandbox.example', 8090, '192.0.2.1'))) ?? '', /only sandbox tenants/);
  assert.match((await refuse(at('alias.example', 8090, '10.0.0.9'))) ?? '', /only sandbox tenants/);
  assert.match((await refuse(at('alias.example', 8090, '192.0.2.1', '::ffff:10.0.0.9'))) ?? '', /only sandbox tenants/);
  assert.match((await refuse(at('alias.example', 8025, '10.0.0.9'))) ?? '', /only sandbox tenants/);
  assert.equal(await refuse(at('alias.example', 443, '10.0.0.9')), null, 'another port of the same machine is another service');
  assert.equal(await refuse(at('graph.facebook.com', 443, '157.240.1.1')), null);
  answer = [];
  assert.match(
    (await refuse(at('alias.example', 8090, '10.0.0.9'))) ?? '',
    /only sandbox tenants/,
    'its last address is remembered',
  );
});

test('all loopback addresses are equal', () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '0.0.0.0', '::', '::ffff:127.0.0.1'])
    assert.equal(machineOf(address), 'this machine');
  assert.equal(machineOf('::ffff:192.0.2.1'), '192.0.2.1');
  fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => machineOf(machineOf(address)) === machineOf(address)));
});
