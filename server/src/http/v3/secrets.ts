import { createSecret, deleteSecret, getSecret, replaceSecret, searchSecrets } from '../../domain/secrets/index.ts';
import { Secret, SecretCreate, SecretReplace, toSecret } from '../../wire/v3/secret.ts';
import { route } from '../route.ts';
import { dataReply, deleteRoute, searchRoute } from './rows.ts';

const tag = 'Secrets';
const read = { tag, scope: 'automations.read' } as const;
const write = { tag, scope: 'automations.write' } as const;

export const secrets = [
  route({
    ...write,
    feature: 'automations',
    method: 'POST',
    path: '/secrets',
    operationId: 'createSecret',
    viewers: 'forbidden',
    fails: ['quota_exceeded'],
    summary: 'Create a secret that HTTP steps of automations send to the given hosts; its value is not shown again',
    status: 201,
    body: SecretCreate,
    reply: dataReply(Secret),
    handle: async (ctx, { body }, { secrets }) => ({ data: toSecret(await createSecret(ctx, secrets, body)) }),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/secrets/:secretId',
    operationId: 'getSecret',
    viewers: 'forbidden',
    summary: 'Read a secret without its value',
    reply: dataReply(Secret),
    handle: async (ctx, { params }) => ({ data: toSecret(await getSecret(ctx, params.secretId)) }),
  }),
  route({
    ...write,
    feature: 'automations',
    method: 'PUT',
    path: '/secrets/:secretId',
    operationId: 'replaceSecret',
    viewers: 'forbidden',
    summary: 'Replace the value of a secret, and its hosts if given; later calls use the new value',
    body: SecretReplace,
    reply: dataReply(Secret),
    handle: async (ctx, { params, body }, { secrets }) => ({
      data: toSecret(await replaceSecret(ctx, secrets, params.secretId, body)),
    }),
  }),
  deleteRoute({
    ...write,
    path: '/secrets/:secretId',
    operationId: 'deleteSecret',
    viewers: 'forbidden',
    summary: 'Delete a secret; calls of automations that need it fail',
    remove: deleteSecret,
  }),
  searchRoute({
    ...read,
    path: '/secrets/search',
    operationId: 'searchSecrets',
    viewers: 'forbidden',
    summary: 'Search secrets, without their values',
    item: Secret,
    search: searchSecrets,
    toItem: toSecret,
  }),
];
