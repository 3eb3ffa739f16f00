import {
  createAttribute,
  deleteAttribute,
  getAttribute,
  searchAttributes,
  updateAttribute,
} from '../../domain/attributes/index.ts';
import { Attribute, AttributeCreate, AttributeUpdate, toAttribute } from '../../wire/v3/attribute.ts';
import { route } from '../route.ts';
import { dataReply, deleteRoute, searchRoute } from './rows.ts';

const tag = 'Attributes';

export const attributes = [
  route({
    method: 'POST',
    path: '/attributes',
    operationId: 'createAttribute',
    fails: ['quota_exceeded'],
    summary: 'Create an attribute',
    tag,
    scope: 'attributes.write',
    viewers: 'open',
    status: 201,
    body: AttributeCreate,
    reply: dataReply(Attribute),
    handle: async (ctx, { body }) => ({ data: toAttribute(await createAttribute(ctx, body)) }),
  }),
  route({
    method: 'GET',
    path: '/attributes/:attributeId',
    operationId: 'getAttribute',
    summary: 'Read an attribute',
    tag,
    scope: 'attributes.read',
    viewers: 'open',
    reply: dataReply(Attribute),
    handle: async (ctx, { params }) => ({ data: toAttribute(await getAttribute(ctx, params.attributeId)) }),
  }),
  route({
    method: 'PUT',
    path: '/attributes/:attributeId',
    operationId: 'updateAttribute',
    summary: 'Change an attribute; its type stays while contacts have values of it',
    tag,
    scope: 'attributes.write',
    viewers: 'open',
    body: AttributeUpdate,
    reply: dataReply(Attribute),
    handle: async (ctx, { params, body }) => ({ data: toAttribute(await updateAttribute(ctx, params.attributeId, body)) }),
  }),
  deleteRoute({
    path: '/attributes/:attributeId',
    operationId: 'deleteAttribute',
    summary: 'Delete an attribute and the values that contacts have of it',
    tag,
    scope: 'attributes.write',
    viewers: 'open',
    remove: deleteAttribute,
  }),
  searchRoute({
    path: '/attributes/search',
    operationId: 'searchAttributes',
    summary: 'Search attributes',
    tag,
    scope: 'attributes.read',
    viewers: 'open',
    item: Attribute,
    search: searchAttributes,
    toItem: toAttribute,
  }),
];
