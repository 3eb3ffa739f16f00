import type { types } from '@patchbay/sdk';
import type { LatestStatus, StoredChat } from './store.ts';

/** An event of the live feed, as the SDK returns it. */
export type FeedEvent = { event: string; data: Record<string, unknown> };

/** What an event changes in the store. */
export type Change =
  | { kind: 'chat'; id: string; fields: Partial<StoredChat> }
  | { kind: 'message'; chatId: string; timestamp: string; latestStatus: LatestStatus }
  | { kind: 'contact'; contactId: string; fields: Partial<types.Contact>; isListed: boolean }
  | { kind: 'removed'; id: string };

/** Returns what an event changes, or undefined if lists of chats do not show it. */
export function changeOf({ event, data }: FeedEvent): Change | undefined {
  switch (event) {
    case 'chat.created':
    case 'chat.status_changed':
    case 'chat.assigned':
    case 'chat.updated':
      return { kind: 'chat', id: data.id as string, fields: chatFields(data) };
    case 'chat.deleted':
    case 'chat.hidden':
      return { kind: 'removed', id: data.id as string };
    case 'message.created':
    case 'message.received':
    case 'message.sent':
    case 'message.updated':
      return messageChange(data as MessageData);
    case 'contact.updated':
      return contactChange(data as ContactData);
    default:
      return undefined;
  }
}

const LISTED = [
  'status',
  'snoozedUntil',
  'assignedUserId',
  'assignedTeamId',
  'isSensitive',
  'channelId',
  'contactId',
  'handleId',
  'unreadCount',
  'openUntil',
  'lastMessageAt',
  'waitingSince',
  'latestMessage',
] as const;

/** Events have other fields too, such as `previousStatus`. */
function chatFields(data: Record<string, unknown>): Partial<StoredChat> {
  const fields = Object.fromEntries(LISTED.filter((name) => Object.hasOwn(data, name)).map((name) => [name, data[name]]));
  return 'unreadCount' in fields ? { ...fields, isUnread: (fields.unreadCount as number) > 0 } : fields;
}

type MessageData = {
  id: string;
  status: string;
  timestamp: string;
  author: LatestStatus['author'];
  chat: { id: string };
};

const messageChange = ({ id, status, author, timestamp, chat }: MessageData): Change => ({
  kind: 'message',
  chatId: chat.id,
  timestamp,
  latestStatus: { messageId: id, status, author: author ?? null },
});

type ContactData = Pick<
  types.Contact,
  'id' | 'firstName' | 'lastName' | 'displayName' | 'isSubscribed' | 'phoneNumber' | 'email'
> & {
  changes: { labelsAdded: string[]; labelsRemoved: string[]; attributesChanged: string[] };
};

/** Labels come with their ids only: the chats are loaded again. */
function contactChange({ id, changes, ...contact }: ContactData): Change {
  const { firstName, lastName, displayName, isSubscribed, phoneNumber, email } = contact;
  const fullName = [firstName, lastName].filter(Boolean).join(' ') || null;
  return {
    kind: 'contact',
    contactId: id,
    fields: { firstName, lastName, fullName, displayName, isSubscribed, phoneNumber, email },
    isListed: Object.values(changes).some((list) => list.length > 0),
  };
}
