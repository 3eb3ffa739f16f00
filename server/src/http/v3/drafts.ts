import { deleteDraft, getDraft, saveDraft } from '../../domain/drafts/index.ts';
import { Draft, DraftSave, toDraft } from '../../wire/v3/draft.ts';
import { DeleteResult } from '../../wire/v3/shapes.ts';
import { route, userOf } from '../route.ts';
import { dataReply } from './rows.ts';

const tag = 'Drafts';
const path = '/chats/:chatId/draft';

export const drafts = [
  route({
    method: 'GET',
    path,
    operationId: 'getDraft',
    fails: ['user_required'],
    summary: 'Read your draft in a chat; null if there is none',
    tag,
    scope: 'chats.read',
    viewers: 'filtered',
    reply: dataReply(Draft.nullable()),
    handle: async (ctx, { params }, scope) => {
      const draft = await getDraft(ctx, userOf(scope), params.chatId);
      return { data: draft && toDraft(draft) };
    },
  }),
  route({
    method: 'PUT',
    path,
    operationId: 'saveDraft',
    fails: ['user_required', 'quota_exceeded'],
    summary: 'Replace your draft in a chat',
    tag,
    scope: 'messages.write',
    viewers: 'filtered',
    isPersonal: true,
    body: DraftSave,
    reply: dataReply(Draft),
    handle: async (ctx, { params, body }, scope) => ({
      data: toDraft(await saveDraft(ctx, userOf(scope), params.chatId, body)),
    }),
  }),
  route({
    method: 'DELETE',
    path,
    operationId: 'deleteDraft',
    fails: ['user_required'],
    summary: 'Delete your draft in a chat; the result names the chat',
    tag,
    scope: 'messages.write',
    viewers: 'filtered',
    isPersonal: true,
    reducesUse: true,
    reply: dataReply(DeleteResult),
    handle: async (ctx, { params }, scope) => ({ data: await deleteDraft(ctx, userOf(scope), params.chatId) }),
  }),
];
