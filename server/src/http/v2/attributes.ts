import { z } from 'zod';
import { createAttribute, deleteAttribute, listAttributes } from '../../domain/attributes/index.ts';
import { Attribute, AttributeCreate, DeleteResult, toAttribute } from '../../wire/v2/attribute.ts';
import { route } from '../route.ts';
import { dataReply } from './rows.ts';

const tag = 'Attributes';

export const attributes = [
  route({
    method: 'GET',
    path: '/attributes',
    operationId: 'v2ListAttributes',
    summary: 'List contact attributes',
    tag,
    scope: 'attributes.read',
    viewers: 'open',
    reply: dataReply(z.array(Attribute)),
    handle: async (ctx) => ({ data: (await listAttributes(ctx)).map(toAttribute) }),
  }),
  route({
    method: 'POST',
    path: '/attributes',
    operationId: 'v2CreateAttribute',
    fails: ['quota_exceeded'],
    summary: 'Create a contact attribute of type text',
    tag,
    scope: 'attributes.write',
    viewers: 'open',
    body: AttributeCreate,
    reply: dataReply(Attribute),
    handle: async (ctx, { body }) => ({
      data: toAttribute(await createAttribute(ctx, { ...body, type: 'text', description: body.description ?? null })),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/attributes/:attributeId',
    operationId: 'v2DeleteAttribute',
    summary: 'Delete a contact attribute and its values',
    tag,
    scope: 'attributes.write',
    viewers: 'open',
    reply: dataReply(DeleteResult),
    handle: async (ctx, { params }) => ({ data: await deleteAttribute(ctx, params.attributeId) }),
  }),
];
