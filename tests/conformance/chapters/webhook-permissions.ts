import assert from 'node:assert/strict';
import type { Api, Reply } from '../api.ts';
import { type Chapter, type Check, check, checkOwn, checkV2 } from '../check.ts';
import { failed, succeeded } from '../expect.ts';
import { narrowToken, tenantOf, uniqueUrl, unknownId } from '../fixtures.ts';
import type { OwnServers, Plan } from '../own-servers.ts';

type Operation = [method: string, path: string];

const some = unknownId();
const reads: Operation[] = [
  ['GET', `/v3/api_webhooks/${some}`],
  ['POST', '/v3/api_webhooks/search'],
  ['POST', `/v3/api_webhooks/${some}/deliveries/search`],
  ['GET', `/v3/api_webhooks/${some}/deliveries/${some}`],
];
const writes: Operation[] = [
  ['POST', '/v3/api_webhooks'],
  ['PUT', `/v3/api_webhooks/${some}`],
  ['DELETE', `/v3/api_webhooks/${some}`],
  ['POST', `/v3/api_webhooks/${some}/rotate_secret`],
  ['POST', `/v3/api_webhooks/${some}/test`],
  ['POST', `/v3/api_webhooks/${some}/replay`],
  ['POST', `/v3/api_webhooks/${some}/deliveries/${some}/redeliver`],
];
const v2Reads: Operation[] = [['GET', '/v2/api_webhooks']];
const v2Writes: Operation[] = [
  ['POST', '/v2/api_webhooks'],
  ['PUT', `/v2/api_webhooks/${some}`],
  ['DELETE', `/v2/api_webhooks/${some}`],
];
const events: Operation[] = [['POST', '/v3/events/search']];

/** A body that is refused, so that no call with enough rights does anything. */
const call = (api: Api, [method, path]: Operation, token: string | null): Promise<Reply> =>
  api.call(method, path, {
    token,
    impatient: true,
    body: method === 'POST' || method === 'PUT' ? { isActive: 1, url: 1 } : undefined,
  });

const verifies = async (api: Api, scope: string, allowed: Operation[], denied: Operation[]): Promise<void> => {
  const token = await narrowToken(api, scope);
  for (const operation of allowed) assert.notEqual((await call(api, operation, token)).status, 403, operation.join(' '));
  for (const operation of denied) failed(await call(api, operation, token), 403, 'forbidden');
};

/** A free tenant has few requests a minute, so a new one asks each question. */
const onPlan = (plan: Plan, sentence: string, ask: (own: OwnServers, token: string) => Promise<void>): Check =>
  checkOwn(sentence, async (own) => ask(own, (await own.tenantOn(plan)).token));

const isNoDelete = ([method]: Operation): boolean => method !== 'DELETE';

const tooPoor = (operations: Operation[]) => async (own: OwnServers, token: string) => {
  for (const operation of operations) failed(await call(own.current, operation, token), 402, 'insufficient_billing_plan');
};

export const webhookPermissions: Chapter = {
  title: 'Webhooks: permission and plan',
  checks: [
    check('Every webhook and event operation refuses a request without credentials: 401 unauthorized', async (api) => {
      for (const operation of [...reads, ...writes, ...events, ['GET', '/v3/events'] as Operation])
        failed(await call(api, operation, null), 401, 'unauthorized');
    }),
    check('webhooks.read is enough to read webhooks and deliveries, and not to write them', (api) =>
      verifies(api, 'webhooks.read', reads, [...writes, ...events]),
    ),
    check('webhooks.write is enough to write webhooks, and not to read them', (api) =>
      verifies(api, 'webhooks.write', writes, [...reads, ...events]),
    ),
    check('events.read is enough to read events, and not webhooks', (api) =>
      verifies(api, 'events.read', events, [...reads, ...writes]),
    ),
    check('Following events asks for events.read', async (api) => {
      failed(await call(api, ['GET', '/v3/events'], await narrowToken(api, 'webhooks.read')), 403, 'forbidden');
    }),
    checkV2('Version 2 refuses a request without credentials: 401 unauthorized', async (api) => {
      for (const operation of [...v2Reads, ...v2Writes]) failed(await call(api, operation, null), 401, 'unauthorized');
    }),
    checkV2('Version 2 asks for webhooks.read to list, and webhooks.write for the rest', async (api) => {
      await verifies(api, 'webhooks.read', v2Reads, v2Writes);
      await verifies(api, 'webhooks.write', v2Writes, v2Reads);
    }),
    onPlan('free', 'On the plan free what uses v3 webhooks is 402', tooPoor(writes.filter(isNoDelete))),
    onPlan('free', 'On the plan free what uses v2 webhooks is 402', tooPoor(v2Writes.filter(isNoDelete))),
    onPlan('free', 'Reading and deleting webhooks is allowed on every plan', async ({ current }, token) => {
      const deletes = [...writes, ...v2Writes].filter((operation) => !isNoDelete(operation));
      for (const operation of [...reads, ...v2Reads, ...deletes])
        assert.notEqual((await call(current, operation, token)).status, 402, operation.join(' '));
    }),
    onPlan('free', 'The 402 says Insufficient billing plan, and which plan would do', async ({ current }, token) => {
      const error = failed(await call(current, writes[0] as Operation, token), 402, 'insufficient_billing_plan');
      assert.match(error.message, /^Insufficient billing plan\b.*hobby/);
    }),
    onPlan('free', 'Events can be searched on every plan', async ({ current }, token) => {
      succeeded(await current.post('/v3/events/search', {}, { token }));
    }),
    onPlan('free', 'The scope is verified before the plan, and the plan before the body', async ({ current }, token) => {
      const body = { name: 'narrow', scopes: ['files.read'] };
      const narrow = succeeded(await current.post('/v3/access_tokens', body, { token }), 201).accessToken;
      failed(await call(current, writes[0] as Operation, narrow), 403, 'forbidden');
      failed(await current.post('/v3/api_webhooks', '{', { token }), 402, 'insufficient_billing_plan');
    }),
    ...(['hobby', 'pro', 'ultra'] as const).map((plan) =>
      onPlan(plan, `On the plan ${plan} webhooks can be made, in both versions`, async ({ current }, token) => {
        const webhook = { url: uniqueUrl(), events: [{ type: 'campaign.completed' }] };
        succeeded(await current.post('/v3/api_webhooks', webhook, { token }), 201);
        const v2 = { tenantId: tenantOf(token), type: 'SMS_MESSAGE_RECEIVED', url: uniqueUrl() };
        succeeded(await current.post('/v2/api_webhooks', v2, { token }));
      }),
    ),
  ],
};
