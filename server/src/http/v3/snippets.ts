import { createSnippet, deleteSnippet, getSnippet, searchSnippets, updateSnippet } from '../../domain/snippets/index.ts';
import { Snippet, SnippetCreate, SnippetUpdate, toSnippet } from '../../wire/v3/snippet.ts';
import { route } from '../route.ts';
import { dataReply, deleteRoute, searchRoute } from './rows.ts';

const tag = 'Snippets';

export const snippets = [
  route({
    method: 'POST',
    path: '/snippets',
    operationId: 'createSnippet',
    fails: ['quota_exceeded'],
    summary: 'Create a snippet: a text with files to insert into replies',
    tag,
    scope: 'snippets.write',
    viewers: 'open',
    status: 201,
    body: SnippetCreate,
    reply: dataReply(Snippet),
    handle: async (ctx, { body }) => ({ data: toSnippet(await createSnippet(ctx, body)) }),
  }),
  route({
    method: 'GET',
    path: '/snippets/:snippetId',
    operationId: 'getSnippet',
    summary: 'Read a snippet',
    tag,
    scope: 'snippets.read',
    viewers: 'open',
    reply: dataReply(Snippet),
    handle: async (ctx, { params }) => ({ data: toSnippet(await getSnippet(ctx, params.snippetId)) }),
  }),
  route({
    method: 'PUT',
    path: '/snippets/:snippetId',
    operationId: 'updateSnippet',
    summary: 'Change a snippet; what is not given stays',
    tag,
    scope: 'snippets.write',
    viewers: 'open',
    body: SnippetUpdate,
    reply: dataReply(Snippet),
    handle: async (ctx, { params, body }) => ({ data: toSnippet(await updateSnippet(ctx, params.snippetId, body)) }),
  }),
  deleteRoute({
    path: '/snippets/:snippetId',
    operationId: 'deleteSnippet',
    summary: 'Delete a snippet',
    tag,
    scope: 'snippets.write',
    viewers: 'open',
    remove: deleteSnippet,
  }),
  searchRoute({
    path: '/snippets/search',
    operationId: 'searchSnippets',
    summary: 'Search snippets; search looks in shortcuts and texts',
    tag,
    scope: 'snippets.read',
    viewers: 'open',
    item: Snippet,
    search: searchSnippets,
    toItem: toSnippet,
  }),
];
