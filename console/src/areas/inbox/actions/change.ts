import type { types } from '@patchbay/sdk';

/** A change to one chat or many, in the words of bulk actions. */
export type Change =
  | { action: 'assign'; userId?: string | null; teamId?: string | null }
  | { action: 'open' | 'close' }
  | { action: 'snooze'; snoozedUntil: string }
  | { action: 'label' | 'unlabel'; labelIds: string[] }
  | { action: 'mark_read' | 'mark_unread' };

/** Chats by their ids, or all that a query finds. */
export type Target = { ids: string[] } | { query?: string; search?: string; count: number | null };

type Known = Pick<types.Chat, 'id' | 'status' | 'snoozedUntil' | 'assignedUserId' | 'assignedTeamId' | 'unreadCount' | 'contact'>;

/** Returns the fields of a chat after a change, to show it before the server has answered. */
export function fieldsAfter(chat: Known, change: Change, labels: readonly types.Label[]): Partial<types.Chat> {
  switch (change.action) {
    case 'assign':
      return {
        ...(change.userId !== undefined && { assignedUserId: change.userId }),
        ...(change.teamId !== undefined && { assignedTeamId: change.teamId }),
      };
    case 'open':
      return { status: 'open', snoozedUntil: null };
    case 'close':
      return { status: 'closed', snoozedUntil: null };
    case 'snooze':
      return { status: 'snoozed', snoozedUntil: change.snoozedUntil };
    case 'label': {
      const added = labels.filter(({ id }) => change.labelIds.includes(id) && !chat.contact.labels.some((has) => has.id === id));
      return { contact: { ...chat.contact, labels: [...chat.contact.labels, ...added] } };
    }
    case 'unlabel':
      return { contact: { ...chat.contact, labels: chat.contact.labels.filter(({ id }) => !change.labelIds.includes(id)) } };
    case 'mark_read':
      return { unreadCount: 0 };
    case 'mark_unread':
      return { unreadCount: Math.max(1, chat.unreadCount) };
    default:
      return change satisfies never;
  }
}

type Undo = { ids: string[]; change: Change };

/** Returns the changes that bring chats back to what they were. Each is for the chats that need it. */
export function undoOf(change: Change, before: readonly Known[]): Undo[] {
  const groups = new Map<string, Undo>();
  for (const chat of before)
    for (const back of changesBack(change, chat)) {
      const key = JSON.stringify(back);
      const group = groups.get(key) ?? { ids: [], change: back };
      group.ids.push(chat.id);
      groups.set(key, group);
    }
  return [...groups.values()];
}

function changesBack(change: Change, chat: Known): Change[] {
  switch (change.action) {
    case 'assign':
      return [
        {
          action: 'assign',
          ...(change.userId !== undefined && { userId: chat.assignedUserId }),
          ...(change.teamId !== undefined && { teamId: chat.assignedTeamId }),
        },
      ];
    case 'open':
    case 'close':
    case 'snooze':
      return [statusOf(chat)];
    case 'label':
    case 'unlabel': {
      const isAdded = change.action === 'label';
      const labelIds = change.labelIds.filter((id) => chat.contact.labels.some((label) => label.id === id) !== isAdded);
      return labelIds.length > 0 ? [{ action: isAdded ? 'unlabel' : 'label', labelIds }] : [];
    }
    case 'mark_read':
      return chat.unreadCount > 0 ? [{ action: 'mark_unread' }] : [];
    case 'mark_unread':
      return chat.unreadCount === 0 ? [{ action: 'mark_read' }] : [];
    default:
      return change satisfies never;
  }
}

function statusOf({ status, snoozedUntil }: Known): Change {
  if (status === 'snoozed' && snoozedUntil) return { action: 'snooze', snoozedUntil };
  return { action: status === 'closed' ? 'close' : 'open' };
}
