import { createView, deleteView, getView, searchViews, updateView } from '../../domain/views/index.ts';
import { SearchBody, searchReply, toSearchReply } from '../../wire/v3/search.ts';
import { DeleteResult } from '../../wire/v3/shapes.ts';
import { toView, View, ViewCreate, ViewUpdate } from '../../wire/v3/view.ts';
import { route } from '../route.ts';
import { dataReply } from './rows.ts';

const tag = 'Views';

export const views = [
  route({
    method: 'POST',
    path: '/views',
    operationId: 'createView',
    fails: ['quota_exceeded', 'user_required'],
    summary: 'Save a search of chats or contacts as a view, for yourself, a team or everyone',
    tag,
    scope: 'views.write',
    viewers: 'open',
    status: 201,
    body: ViewCreate,
    reply: dataReply(View),
    handle: async (ctx, { body }, { caller }) => ({ data: toView(await createView(ctx, caller.userId, body)) }),
  }),
  route({
    method: 'GET',
    path: '/views/:viewId',
    operationId: 'getView',
    summary: 'Read a view',
    tag,
    scope: 'views.read',
    viewers: 'open',
    reply: dataReply(View),
    handle: async (ctx, { params }, { caller }) => ({ data: toView(await getView(ctx, caller.userId, params.viewId)) }),
  }),
  route({
    method: 'PUT',
    path: '/views/:viewId',
    operationId: 'updateView',
    fails: ['user_required'],
    summary: 'Change a view; what is not given stays. Shared views are changed by their creator, managers and admins',
    tag,
    scope: 'views.write',
    viewers: 'open',
    body: ViewUpdate,
    reply: dataReply(View),
    handle: async (ctx, { params, body }, { caller }) => ({
      data: toView(await updateView(ctx, caller.userId, params.viewId, body)),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/views/:viewId',
    operationId: 'deleteView',
    summary: 'Delete a view',
    tag,
    scope: 'views.write',
    viewers: 'open',
    reducesUse: true,
    reply: dataReply(DeleteResult),
    handle: async (ctx, { params }, { caller }) => ({ data: await deleteView(ctx, caller.userId, params.viewId) }),
  }),
  route({
    method: 'POST',
    path: '/views/search',
    operationId: 'searchViews',
    summary: 'Search the views that you can see; search looks in their names',
    tag,
    scope: 'views.read',
    viewers: 'open',
    body: SearchBody,
    reply: searchReply(View),
    handle: async (ctx, { body }, { caller }) => toSearchReply(await searchViews(ctx, caller.userId, body), toView, body),
  }),
];
