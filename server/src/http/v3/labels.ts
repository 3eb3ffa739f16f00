import { createLabel, deleteLabel, getLabel, searchLabels, updateLabel } from '../../domain/labels/index.ts';
import { Label, LabelCreate, LabelUpdate, toLabel } from '../../wire/v3/label.ts';
import { route } from '../route.ts';
import { dataReply, deleteRoute, searchRoute } from './rows.ts';

const tag = 'Labels';

export const labels = [
  route({
    method: 'POST',
    path: '/labels',
    operationId: 'createLabel',
    fails: ['quota_exceeded'],
    summary: 'Create a label',
    tag,
    scope: 'labels.write',
    viewers: 'open',
    status: 201,
    body: LabelCreate,
    reply: dataReply(Label),
    handle: async (ctx, { body }) => ({ data: toLabel(await createLabel(ctx, body)) }),
  }),
  route({
    method: 'GET',
    path: '/labels/:labelId',
    operationId: 'getLabel',
    summary: 'Read a label',
    tag,
    scope: 'labels.read',
    viewers: 'open',
    reply: dataReply(Label),
    handle: async (ctx, { params }) => ({ data: toLabel(await getLabel(ctx, params.labelId)) }),
  }),
  route({
    method: 'PUT',
    path: '/labels/:labelId',
    operationId: 'updateLabel',
    summary: 'Change a label; what is not given stays',
    tag,
    scope: 'labels.write',
    viewers: 'open',
    body: LabelUpdate,
    reply: dataReply(Label),
    handle: async (ctx, { params, body }) => ({ data: toLabel(await updateLabel(ctx, params.labelId, body)) }),
  }),
  deleteRoute({
    path: '/labels/:labelId',
    operationId: 'deleteLabel',
    summary: 'Delete a label and remove it from all contacts',
    tag,
    scope: 'labels.write',
    viewers: 'open',
    remove: deleteLabel,
  }),
  searchRoute({
    path: '/labels/search',
    operationId: 'searchLabels',
    summary: 'Search labels',
    tag,
    scope: 'labels.read',
    viewers: 'open',
    item: Label,
    search: searchLabels,
    toItem: toLabel,
  }),
];
