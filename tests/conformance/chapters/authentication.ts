import assert from 'node:assert/strict';
import type { Api, Reply } from '../api.ts';
import { type Chapter, type Check, check, checkV2 } from '../check.ts';
import { failed } from '../expect.ts';
import { narrowToken, unknownId } from '../fixtures.ts';

const resources = ['chats', 'contacts', 'labels', 'channels'];

/** Every operation of a resource that only reads, and every one that writes. None of them finds anything. */
const reads = (resource: string) => [
  ['GET', `/v3/${resource}/${unknownId()}`],
  ['POST', `/v3/${resource}/search`],
];
const writes = (resource: string) => [
  ['POST', `/v3/${resource}`],
  ['PUT', `/v3/${resource}/${unknownId()}`],
  ['DELETE', `/v3/${resource}/${unknownId()}`],
  ...(resource === 'chats'
    ? [
        ['POST', `/v3/chats/${unknownId()}/status`],
        ['POST', `/v3/chats/${unknownId()}/read`],
      ]
    : []),
  ...(resource === 'contacts' ? [['POST', `/v3/contacts/${unknownId()}/labels`]] : []),
];

const everyOperation = [
  ...resources.flatMap((resource) => [...reads(resource), ...writes(resource)]),
  ['POST', '/v3/access_tokens'],
  ['POST', '/v3/access_tokens/search'],
  ['DELETE', `/v3/access_tokens/${unknownId()}`],
] as [string, string][];

/** A body that is refused, so that no call with enough rights does anything. */
const call = (api: Api, [method, path]: string[], token: string | null): Promise<Reply> =>
  api.call(method as string, path as string, { token, body: method === 'POST' || method === 'PUT' ? { nope: 1 } : undefined });

const unauthorized = (sentence: string, authorization: (api: Api) => string): Check =>
  check(
    `${sentence} is 401 unauthorized`,
    async (api) =>
      void failed(
        await api.get(`/v3/chats/${unknownId()}`, { token: null, headers: { authorization: authorization(api) } }),
        401,
        'unauthorized',
      ),
  );

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** The claims of a good token under a header of our own. */
const withHeader = (api: Api, header: object, signature = '') => {
  const [, claims, signed] = api.token.split('.');
  return `Bearer ${encode(header)}.${claims}.${signature || signed}`;
};
const headerOf = (api: Api) => JSON.parse(Buffer.from(api.token.split('.')[0] ?? '', 'base64url').toString());

export const authentication: Chapter = {
  title: 'Authentication and permission',
  checks: [
    check('Every operation refuses a request without credentials: 401 unauthorized', async (api) => {
      for (const operation of everyOperation) failed(await call(api, operation, null), 401, 'unauthorized');
    }),
    checkV2('Version 2 refuses a request without credentials the same way', async (api) => {
      for (const operation of [
        ['GET', '/v2/attributes'],
        ['POST', '/v2/attributes'],
        ['DELETE', `/v2/attributes/${unknownId()}`],
      ])
        failed(await call(api, operation, null), 401, 'unauthorized');
    }),
    unauthorized('Garbage as a token', () => 'Bearer garbage'),
    unauthorized('An empty token', () => 'Bearer '),
    unauthorized('A token without the word Bearer', (api) => api.token),
    unauthorized('Another scheme', () => 'Basic YTpi'),
    unauthorized('A token with another signature', (api) => {
      const [header, claims, signature = ''] = api.token.split('.');
      return `Bearer ${header}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    }),
    unauthorized('A token whose claims were changed', (api) => {
      const [header, claims = '', signature] = api.token.split('.');
      const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: 'someone else' };
      return `Bearer ${header}.${encode(changed)}.${signature}`;
    }),
    unauthorized(
      'A token that says alg none',
      (api) =>
        `${withHeader(api, { ...headerOf(api), alg: 'none' })
          .split('.')
          .slice(0, 2)
          .join('.')}.`,
    ),
    unauthorized('A token that says alg HS256', (api) => withHeader(api, { ...headerOf(api), alg: 'HS256' })),
    unauthorized('A token of an unknown key', (api) => withHeader(api, { ...headerOf(api), kid: unknownId() })),
    unauthorized('A token that brings its own key', (api) =>
      withHeader(api, { ...headerOf(api), jku: 'https://example.test/keys' }),
    ),
    check('Every operation refuses a token that lacks its scope: 403 forbidden', async (api) => {
      const token = await narrowToken(api, 'files.read');
      for (const operation of everyOperation) {
        const { message } = failed(await call(api, operation, token), 403, 'forbidden');
        assert.match(message, /^Forbidden/);
      }
    }),
    ...resources.map((resource) =>
      check(`${resource}.read is enough to read ${resource}, and not to write them`, async (api) => {
        const token = await narrowToken(api, `${resource}.read`);
        for (const operation of reads(resource))
          assert.notEqual((await call(api, operation, token)).status, 403, operation.join(' '));
        for (const operation of writes(resource)) failed(await call(api, operation, token), 403, 'forbidden');
      }),
    ),
    ...resources.map((resource) =>
      check(`${resource}.write is enough to write ${resource}, and not to read them`, async (api) => {
        const token = await narrowToken(api, `${resource}.write`);
        for (const operation of writes(resource))
          assert.notEqual((await call(api, operation, token)).status, 403, operation.join(' '));
        for (const operation of reads(resource)) failed(await call(api, operation, token), 403, 'forbidden');
      }),
    ),
    checkV2('Version 2 asks for attributes.read and attributes.write', async (api) => {
      const [reader, writer] = [await narrowToken(api, 'attributes.read'), await narrowToken(api, 'attributes.write')];
      assert.equal((await call(api, ['GET', '/v2/attributes'], reader)).status, 200);
      failed(await call(api, ['POST', '/v2/attributes'], reader), 403, 'forbidden');
      failed(await call(api, ['DELETE', `/v2/attributes/${unknownId()}`], reader), 403, 'forbidden');
      assert.equal((await call(api, ['DELETE', `/v2/attributes/${unknownId()}`], writer)).status, 200);
      failed(await call(api, ['GET', '/v2/attributes'], writer), 403, 'forbidden');
    }),
    check('Only the scope admin may make tokens, so no token can extend its own scopes', async (api) => {
      const token = await narrowToken(api, ...resources.flatMap((resource) => [`${resource}.read`, `${resource}.write`]));
      const body = { name: 'more', scopes: ['admin'] };
      failed(await api.post('/v3/access_tokens', body, { token }), 403, 'forbidden');
    }),
  ],
};
