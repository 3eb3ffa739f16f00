import type { Ctx } from '../../storage/context.ts';
import { type Change, changesBetween, recordChange } from '../audit/index.ts';
import { assignChat, type Chat, getChat, markRead, markUnread, setChatStatus } from '../chats/index.ts';
import { addLabels, type Contact, getContact, removeLabels } from '../contacts/index.ts';
import type { Actor, BulkChange } from './bulk-action.ts';

/** An audit entry as the single operation writes it. */
type Changed = { operationId: string; resourceType: 'chat' | 'contact'; resourceId: string; changes: Change[] };

/**
 * Changes one chat as the single operation does, with the same events and the same audit entry. Returns whether anything changed; a chat
 * that is already as wanted gets no entry.
 */
export async function changeChat(ctx: Ctx, id: string, change: BulkChange, actor: Actor): Promise<boolean> {
  const chat = await getChat(ctx, id);
  const changed = await apply(ctx, chat, change);
  if (changed.changes.length === 0) return false;
  recordChange(ctx, { ...changed, ...actor });
  return true;
}

async function apply(ctx: Ctx, chat: Chat, change: BulkChange): Promise<Changed> {
  switch (change.action) {
    case 'assign': {
      const { userId, teamId } = change;
      return ofChat('assignChat', chat, await assignChat(ctx, chat.id, { userId, teamId }));
    }
    case 'open':
    case 'close': {
      const status = change.action === 'open' ? 'open' : 'closed';
      const { triggerAutomations = false } = change;
      return ofChat('setChatStatus', chat, await setChatStatus(ctx, chat.id, { status, triggerAutomations }));
    }
    case 'snooze': {
      const { snoozedUntil } = change;
      return ofChat('setChatStatus', chat, await setChatStatus(ctx, chat.id, { status: 'snoozed', snoozedUntil }));
    }
    case 'mark_read':
      return ofChat('markChatRead', chat, await markRead(ctx, chat.id));
    case 'mark_unread':
      return ofChat('markChatUnread', chat, await markUnread(ctx, chat.id));
    case 'label':
      return labelled(ctx, 'addContactLabels', chat.contactId, () => addLabels(ctx, chat.contactId, change.labelIds));
    case 'unlabel':
      return labelled(ctx, 'removeContactLabel', chat.contactId, () => removeLabels(ctx, chat.contactId, change.labelIds));
    default:
      return change satisfies never;
  }
}

const ofChat = (operationId: string, before: Chat, after: Chat): Changed => ({
  operationId,
  resourceType: 'chat',
  resourceId: after.id,
  changes: changesBetween(chatFields(before), chatFields(after), {}),
});

/** The fields that these actions can change, as the API returns them. */
const chatFields = ({ status, snoozedUntil, unreadCount, assignedUserId, assignedTeamId }: Chat) => ({
  status,
  snoozedUntil: snoozedUntil?.toISOString() ?? null,
  isUnread: unreadCount > 0,
  unreadCount,
  assignedUserId,
  assignedTeamId,
});

async function labelled(ctx: Ctx, operationId: string, contactId: string, work: () => Promise<unknown>): Promise<Changed> {
  const before = await getContact(ctx, contactId);
  await work();
  const changes = changesBetween(labelsOf(before), labelsOf(await getContact(ctx, contactId)), {});
  return { operationId, resourceType: 'contact', resourceId: contactId, changes };
}

const labelsOf = ({ labels }: Contact) => ({ labels: labels.map(({ id, name, color }) => ({ id, name, color })) });
