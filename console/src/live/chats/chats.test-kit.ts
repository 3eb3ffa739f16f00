import type { types } from '@patchbay/sdk';

const START = Date.parse('2026-11-18T10:00:00.000Z');

/** Ids end with the minute, so that a test can read them. */
export const idOf = (minute: number): string =>
  `00000000-0000-4000-${minute < 0 ? '8' : '9'}000-${String(Math.abs(minute)).padStart(12, '0')}`;

/** An open chat whose latest message came at this minute. */
export function chatAt(minute: number, fields: Partial<types.Chat> = {}): types.Chat {
  const at = new Date(START + minute * 60_000).toISOString();
  return {
    id: idOf(minute),
    createdAt: at,
    updatedAt: at,
    status: 'open',
    snoozedUntil: null,
    isUnread: false,
    openUntil: null,
    unreadCount: 0,
    channelId: 'channel-1',
    contactId: `contact-${minute}`,
    contact: contactOf(minute, at),
    handleId: `handle-${minute}`,
    handle: handleOf(minute, at),
    latestMessage: { id: `m${minute}`, vendorId: null, sender: 'inbound', type: 'text', timestamp: at, text: 'Hello' },
    lastMessageAt: at,
    waitingSince: null,
    assignedUserId: null,
    assignedTeamId: null,
    isSensitive: false,
    sla: null,
    ...fields,
  };
}

const handleOf = (minute: number, at: string): types.Handle => ({
  id: `handle-${minute}`,
  createdAt: at,
  updatedAt: at,
  type: 'phone_number',
  isPrimary: true,
  value: '+491512345678',
  extra: {},
  hasChats: true,
});

const contactOf = (minute: number, at: string): types.Contact => ({
  id: `contact-${minute}`,
  createdAt: at,
  updatedAt: at,
  firstName: 'Amara',
  lastName: 'Nwosu',
  fullName: 'Amara Nwosu',
  displayName: null,
  isSubscribed: true,
  handles: [handleOf(minute, at)],
  labels: [],
  attributes: [],
  phoneNumber: '+491512345678',
  email: null,
  chats: [],
  metadata: {},
});

export const pageOf = (data: types.Chat[], nextCursor: string | null) => ({ data, pagination: { nextCursor } });
