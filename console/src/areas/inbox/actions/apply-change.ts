import type { types } from '@patchbay/sdk';
import { client } from '../../../app/session/session.ts';
import { chatStore, countsChanged, type StoredChat } from '../../../live/chats/index.ts';
import { type Change, fieldsAfter, undoOf } from './change.ts';
import { createInOrder } from './in-order.ts';

/** Two requests at the same time can arrive in either order: a chat that is closed, opened and closed again would stay open. */
const inOrder = createInOrder();

/** Changes one chat on the server with the operation of its own. Returns the chat, or undefined where its contact was changed. */
async function send(chat: StoredChat, change: Change): Promise<types.Chat | undefined> {
  switch (change.action) {
    case 'assign': {
      const { action: _action, ...assignment } = change;
      return client.chats.assign(chat.id, assignment);
    }
    case 'open':
    case 'close':
      return client.chats.setStatus(chat.id, { status: change.action === 'open' ? 'open' : 'closed' });
    case 'snooze':
      return client.chats.setStatus(chat.id, { status: 'snoozed', snoozedUntil: change.snoozedUntil });
    case 'label':
      await client.contacts.addLabels(chat.contactId, { labels: change.labelIds.map((id) => ({ id })) });
      return undefined;
    case 'unlabel':
      for (const labelId of change.labelIds) await client.contacts.removeLabel(chat.contactId, labelId);
      return undefined;
    case 'mark_read':
      return client.chats.markRead(chat.id);
    case 'mark_unread':
      return client.chats.markUnread(chat.id);
    default:
      return change satisfies never;
  }
}

/**
 * Shows a change at once and sends it after the earlier changes of the same chat. If the server refuses it, the chat is shown as it was.
 * Returns how to undo it.
 */
export async function applyToChat(
  chat: StoredChat,
  change: Change,
  labels: readonly types.Label[],
): Promise<() => Promise<void>> {
  const before = chatStore.patch(chat.id, fieldsAfter(chat, change, labels));
  const answer = chatStore.beginAnswer();
  try {
    const changed = await inOrder(chat.id, () => send(chat, change));
    answer(changed ? () => chatStore.upsert(changed) : null);
  } catch (error) {
    answer(null);
    chatStore.patch(chat.id, before);
    throw error;
  } finally {
    countsChanged();
  }
  return async () => {
    for (const back of undoOf(change, [chat])) await applyToChat(chatStore.get(chat.id) ?? chat, back.change, labels);
  };
}
