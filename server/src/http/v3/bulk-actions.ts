import { cancelBulkAction, getBulkAction, searchBulkActions, startBulkAction } from '../../domain/bulk-actions/index.ts';
import { Failure } from '../../platform/errors.ts';
import { BulkAction, BulkActionCreate, changeOf, changesContacts, targetOf, toBulkAction } from '../../wire/v3/bulk-action.ts';
import { NoBody } from '../../wire/v3/shapes.ts';
import { actorOf, type RequestScope, route } from '../route.ts';
import { dataReply, searchRoute } from './rows.ts';

const read = { tag: 'Bulk actions', scope: 'chats.read' } as const;
const write = { tag: 'Bulk actions', scope: 'chats.write' } as const;

/** Labels belong to contacts, so their actions need the scope of contacts too. */
function requireScopes(body: Parameters<typeof changesContacts>[0], { caller }: RequestScope): void {
  if (changesContacts(body) && !caller.scopes.has('contacts.write'))
    throw new Failure('forbidden', { message: 'The actions label and unlabel also need the scope contacts.write' });
}

export const bulkActions = [
  route({
    ...write,
    method: 'POST',
    path: '/bulk_actions',
    operationId: 'createBulkAction',
    viewers: 'filtered',
    summary: 'Assign, open, close, snooze, label or mark many chats, by their ids or by a search',
    fails: ['quota_exceeded'],
    status: 201,
    body: BulkActionCreate,
    reply: dataReply(BulkAction),
    handle: async (ctx, { body }, scope) => {
      requireScopes(body, scope);
      return { data: toBulkAction(await startBulkAction(ctx, targetOf(body), changeOf(body), actorOf(scope))) };
    },
  }),
  route({
    ...read,
    method: 'GET',
    path: '/bulk_actions/:bulkActionId',
    operationId: 'getBulkAction',
    viewers: 'filtered',
    summary: 'Read the progress of a bulk action',
    reply: dataReply(BulkAction),
    handle: async (ctx, { params }) => ({ data: toBulkAction(await getBulkAction(ctx, params.bulkActionId)) }),
  }),
  route({
    ...write,
    method: 'POST',
    path: '/bulk_actions/:bulkActionId/cancel',
    operationId: 'cancelBulkAction',
    viewers: 'filtered',
    summary: 'Cancel a bulk action; chats that were changed stay changed',
    body: NoBody,
    reply: dataReply(BulkAction),
    handle: async (ctx, { params }) => ({ data: toBulkAction(await cancelBulkAction(ctx, params.bulkActionId)) }),
  }),
  searchRoute({
    ...read,
    path: '/bulk_actions/search',
    operationId: 'searchBulkActions',
    viewers: 'filtered',
    summary: 'Search bulk actions',
    item: BulkAction,
    search: searchBulkActions,
    toItem: toBulkAction,
  }),
];
