import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { createUnsubscribeLinks } from '../domain/contacts/index.ts';
import { loadConfig } from '../platform/config.ts';
import { routeKey } from './route-key.ts';

const ID = '01a1f59b-de25-7077-a5e7-8a1aa0d3ec6c';
const tenant = { kind: 'tenants', id: ID };
const tokenOf = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

/** The bytes of the id and random ones, as public links and cookies have them. */
const idAnd = (bytes: number): string =>
  Buffer.concat([Buffer.from(ID.replaceAll('-', ''), 'hex'), randomBytes(bytes)]).toString('base64url');

test('the tenant of a token is read from its claims, also of a sandbox tenant', () => {
  for (const token of [tokenOf({ tid: ID }), `test_${tokenOf({ tid: ID })}`])
    assert.deepEqual(routeKey({ url: '/v3/chats', authorization: `Bearer ${token}` }), tenant);
  assert.deepEqual(routeKey({ url: '/v3/chats', authorization: `bearer   ${tokenOf({ tid: ID })}` }), tenant);
});

test('callbacks, public files, unsubscribe links and pages of identity providers name their channel or tenant in the path', () => {
  assert.deepEqual(routeKey({ url: `/inbound/${ID}?messageId=1` }), { kind: 'channels', id: ID });
  assert.deepEqual(routeKey({ url: `/inbound/${ID.toUpperCase()}` }), { kind: 'channels', id: ID });
  assert.deepEqual(routeKey({ url: `/f/${idAnd(26)}` }), tenant);
  assert.deepEqual(routeKey({ url: `/oidc/${ID}/callback?code=1` }), tenant);
  const links = createUnsubscribeLinks(
    loadConfig({ PUBLIC_URL: 'https://example.com', MASTER_KEY: randomBytes(32).toString('base64') }),
  );
  const link = links.urlFor({ tenantId: ID, contactId: ID, handleId: ID, channelId: ID, messageId: ID });
  assert.deepEqual(routeKey({ url: new URL(link ?? '').pathname }), tenant);
});

test('a session cookie names its account; a token says more', () => {
  const cookie = `theme=dark; __Host-patchbay_session=${idAnd(32)}`;
  assert.deepEqual(routeKey({ url: '/v3/me', cookie }), { kind: 'accounts', id: ID });
  assert.deepEqual(routeKey({ url: '/v3/me', cookie, authorization: `Bearer ${tokenOf({ tid: ID })}` }), tenant);
});

test('a request without a tenant has no key', () => {
  for (const url of ['/', '/v3/sessions', '/docs/', '/inbound/', '/inbound/x', '/f/short'])
    assert.equal(routeKey({ url }), undefined, url);
});

test('property: no header and no path makes it throw, and every key is an id', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (url, token, cookie) => {
      for (const authorization of [token, `Bearer ${token}`, `Bearer a.${token}.c`, `Bearer ${tokenOf({ tid: token })}`]) {
        const key = routeKey({ url: `/f/${url}`, authorization, cookie: `__Host-patchbay_session=${cookie}` });
        if (key) assert.match(key.id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      }
    }),
  );
});
