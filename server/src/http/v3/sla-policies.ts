import { createSlaPolicy, deleteSlaPolicy, getSlaPolicy, searchSlaPolicies, updateSlaPolicy } from '../../domain/sla/index.ts';
import { SlaPolicy, SlaPolicyCreate, SlaPolicyUpdate, toSlaPolicy } from '../../wire/v3/sla-policy.ts';
import { route } from '../route.ts';
import { dataReply, deleteRoute, searchRoute } from './rows.ts';

const tag = 'SLA policies';

export const slaPolicies = [
  route({
    method: 'POST',
    path: '/sla_policies',
    operationId: 'createSlaPolicy',
    summary: 'Create an SLA policy: how soon chats are answered and closed. Of several that include a chat, the oldest applies',
    tag,
    scope: 'teams.write',
    viewers: 'forbidden',
    fails: ['quota_exceeded'],
    status: 201,
    body: SlaPolicyCreate,
    reply: dataReply(SlaPolicy),
    handle: async (ctx, { body }) => ({ data: toSlaPolicy(await createSlaPolicy(ctx, body)) }),
  }),
  route({
    method: 'GET',
    path: '/sla_policies/:slaPolicyId',
    operationId: 'getSlaPolicy',
    summary: 'Read an SLA policy',
    tag,
    scope: 'teams.read',
    viewers: 'open',
    reply: dataReply(SlaPolicy),
    handle: async (ctx, { params }) => ({ data: toSlaPolicy(await getSlaPolicy(ctx, params.slaPolicyId)) }),
  }),
  route({
    method: 'PUT',
    path: '/sla_policies/:slaPolicyId',
    operationId: 'updateSlaPolicy',
    summary: 'Change an SLA policy; what is not given stays. Due times that are set already stay too',
    tag,
    scope: 'teams.write',
    viewers: 'forbidden',
    body: SlaPolicyUpdate,
    reply: dataReply(SlaPolicy),
    handle: async (ctx, { params, body }) => ({ data: toSlaPolicy(await updateSlaPolicy(ctx, params.slaPolicyId, body)) }),
  }),
  deleteRoute({
    path: '/sla_policies/:slaPolicyId',
    operationId: 'deleteSlaPolicy',
    summary: 'Delete an SLA policy; the due times of its chats end',
    tag,
    scope: 'teams.write',
    viewers: 'forbidden',
    remove: deleteSlaPolicy,
  }),
  searchRoute({
    path: '/sla_policies/search',
    operationId: 'searchSlaPolicies',
    summary: 'Search SLA policies; search looks in the name',
    tag,
    scope: 'teams.read',
    viewers: 'open',
    item: SlaPolicy,
    search: searchSlaPolicies,
    toItem: toSlaPolicy,
  }),
];
