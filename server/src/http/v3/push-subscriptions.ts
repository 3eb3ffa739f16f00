import {
  deleteSubscription,
  ensureVapidKeys,
  saveSubscription,
  searchSubscriptions,
  testSubscription,
} from '../../domain/push/index.ts';
import { checkUrl } from '../../platform/address-guard.ts';
import type { Config } from '../../platform/config.ts';
import { invalidParam } from '../../platform/errors.ts';
import { PushKey, PushSubscription, PushSubscriptionSave, toPushSubscription } from '../../wire/v3/push-subscription.ts';
import { SearchBody, searchReply, toSearchReply } from '../../wire/v3/search.ts';
import { DeleteResult, NoBody } from '../../wire/v3/shapes.ts';
import { route, userOf } from '../route.ts';
import { dataReply } from './rows.ts';

const tag = 'Push subscriptions';
const fails = ['user_required'] as const;

export const pushSubscriptions = [
  route({
    method: 'GET',
    path: '/push_subscriptions/key',
    operationId: 'getPushKey',
    summary: 'Read the public key that a browser needs to subscribe (applicationServerKey)',
    tag,
    scope: 'notifications.read',
    viewers: 'open',
    reply: dataReply(PushKey),
    handle: async (ctx, _input, { secrets }) => ({ data: { publicKey: (await ensureVapidKeys(ctx, secrets)).publicKey } }),
  }),
  route({
    method: 'POST',
    path: '/push_subscriptions',
    operationId: 'createPushSubscription',
    fails,
    summary: 'Show your notifications in a browser (Web Push); a person has at most 10 browsers, the oldest makes room',
    tag,
    scope: 'notifications.write',
    viewers: 'open',
    isPersonal: true,
    status: 201,
    body: PushSubscriptionSave,
    reply: dataReply(PushSubscription),
    handle: async (ctx, { body: { endpoint, keys, name } }, scope) => {
      requireEndpoint(endpoint, scope.config);
      return { data: toPushSubscription(await saveSubscription(ctx, scope.secrets, userOf(scope), { endpoint, keys, name })) };
    },
  }),
  route({
    method: 'POST',
    path: '/push_subscriptions/:pushSubscriptionId/test',
    operationId: 'testPushSubscription',
    fails,
    summary: 'Send a test to one of your browsers',
    tag,
    scope: 'notifications.write',
    viewers: 'open',
    isPersonal: true,
    body: NoBody,
    reply: dataReply(PushSubscription),
    handle: async (ctx, { params }, scope) => ({
      data: toPushSubscription(await testSubscription(ctx, userOf(scope), params.pushSubscriptionId)),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/push_subscriptions/:pushSubscriptionId',
    operationId: 'deletePushSubscription',
    fails,
    summary: 'Stop notifications in one of your browsers',
    tag,
    scope: 'notifications.write',
    viewers: 'open',
    isPersonal: true,
    reducesUse: true,
    reply: dataReply(DeleteResult),
    handle: async (ctx, { params }, scope) => ({
      data: await deleteSubscription(ctx, userOf(scope), params.pushSubscriptionId),
    }),
  }),
  route({
    method: 'POST',
    path: '/push_subscriptions/search',
    operationId: 'searchPushSubscriptions',
    fails,
    summary: 'Search the browsers that show your notifications; search looks in their names',
    tag,
    scope: 'notifications.read',
    viewers: 'open',
    body: SearchBody,
    reply: searchReply(PushSubscription),
    handle: async (ctx, { body }, scope) =>
      toSearchReply(await searchSubscriptions(ctx, userOf(scope), body), toPushSubscription, body),
  }),
];

/** Checks an endpoint when it is saved. Its addresses are checked again at every push. */
function requireEndpoint(endpoint: string, { WEBHOOK_ALLOW_PRIVATE: allowPrivate }: Pick<Config, 'WEBHOOK_ALLOW_PRIVATE'>): void {
  const checked = checkUrl(endpoint, { allowPrivate, allowHttp: allowPrivate });
  if (!checked.ok) throw invalidParam('endpoint', 'invalid_string', checked.reason);
}
