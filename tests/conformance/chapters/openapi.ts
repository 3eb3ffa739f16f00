import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, check, shared } from '../check.ts';
import { succeeded } from '../expect.ts';
import { newChat } from '../fixtures.ts';

const document = shared(async (api: Api): Promise<Json> => (await api.get('/openapi.json', { token: null })).body);

type Operation = { name: string; method: string; path: string; operation: Json };

const operationsOf = (api: Json): Operation[] =>
  Object.entries<Json>(api.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]) => ({ name: operation.operationId, method, path, operation })),
  );

/** Follows a reference to what it names. */
const resolved = (api: Json, value: Json): Json =>
  value?.$ref === undefined
    ? value
    : value.$ref
        .split('/')
        .slice(1)
        .reduce((at: Json, name: string) => at[name], api);

const headersOf = (api: Json, response: Json): string[] =>
  Object.keys(resolved(api, response).headers ?? {}).map((name) => name.toLowerCase());

const EVERY_ANSWER = ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

export const openApi: Chapter = {
  title: 'The OpenAPI document',
  checks: [
    check('A body is required exactly where the server does not do without one', async (api) => {
      const { id } = await newChat(api);
      const all = operationsOf(await document(api));
      const required = (name: string) => all.find((one) => one.name === name)?.operation.requestBody.required;
      assert.equal(required('markChatRead'), false);
      succeeded(await api.post(`/v3/chats/${id}/read`));
      assert.equal(required('searchLabels'), false);
      succeeded(await api.post('/v3/labels/search'));
      assert.equal(required('updateLabel'), false);
      assert.equal(required('createLabel'), true);
      assert.equal((await api.post('/v3/labels')).status, 400);
    }),
    check('Every answer of every operation lists the headers that every answer has', async (api) => {
      const description = await document(api);
      for (const { name, operation } of operationsOf(description))
        for (const [status, response] of Object.entries<Json>(operation.responses)) {
          const headers = headersOf(description, response);
          for (const header of EVERY_ANSWER) assert.ok(headers.includes(header), `${name} ${status}: ${header} is not described`);
        }
    }),
    check('Answers of version 2 list Deprecation, Sunset and Link; those of version 3 do not', async (api) => {
      const description = await document(api);
      for (const { name, path, operation } of operationsOf(description)) {
        const headers = headersOf(description, operation.responses['200'] ?? operation.responses['201']);
        for (const header of ['deprecation', 'sunset', 'link'])
          assert.equal(headers.includes(header), path.startsWith('/v2/'), `${name}: ${header}`);
      }
    }),
    check(
      'Answers that may be a replay (of operations with a token) list Idempotency-Replayed, and 429 and 503 list Retry-After',
      async (api) => {
        const description = await document(api);
        for (const { name, method, operation } of operationsOf(description)) {
          const good = headersOf(description, operation.responses['200'] ?? operation.responses['201']);
          assert.equal(
            good.includes('idempotency-replayed'),
            ['post', 'put'].includes(method) && operation.security === undefined,
            name,
          );
          for (const status of ['429', '503'])
            assert.ok(headersOf(description, operation.responses[status]).includes('retry-after'), `${name} ${status}`);
        }
      },
    ),
    check('Each header is described once, with its meaning', async (api) => {
      const { components } = await document(api);
      for (const name of [
        'X-Request-Id',
        'X-RateLimit-Limit',
        'X-RateLimit-Reset',
        'Deprecation',
        'Sunset',
        'Idempotency-Replayed',
      ])
        assert.ok(components.headers[name]?.description.length > 20, name);
    }),
    check('The status of a chat of a contact is one of open, closed and snoozed', async (api) => {
      const { components } = await document(api);
      const chats = components.schemas.Contact.properties.chats.items;
      const item = chats.$ref ? components.schemas[chats.$ref.split('/').at(-1)] : chats;
      assert.deepEqual(item.properties.status.enum?.toSorted(), ['closed', 'open', 'snoozed']);
    }),
    check('415 is listed wherever a body is read, on DELETE too', async (api) => {
      for (const { name, method, operation } of operationsOf(await document(api)))
        assert.equal('415' in operation.responses, method !== 'get', `${name} (${method})`);
      const { id } = await newChat(api);
      const reply = await api.del(`/v3/chats/${id}`, { body: 'x', headers: { 'content-type': 'text/plain' } });
      assert.equal(reply.status, 415);
    }),
  ],
};
