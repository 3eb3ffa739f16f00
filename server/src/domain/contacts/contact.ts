import type { AttributeType } from '../attributes/index.ts';
import type { HandleType } from './handle-match.ts';

export type Handle = {
  id: string;
  type: HandleType;
  value: string;
  isPrimary: boolean;
  extra: object;
  hasChats: boolean;
  createdAt: Date;
  updatedAt: Date;
};

export type ContactLabel = { id: string; name: string; color: string };
export type ContactAttribute = { id: string; externalId: string; name: string; type: AttributeType; value: unknown };
export type ContactChat = { id: string; channelId: string; status: 'open' | 'closed' | 'snoozed'; updatedAt: Date };

/** The stored fields of a contact, and its handles, labels, attribute values and chats. */
export type StoredContact = {
  id: string;
  firstName: string | null;
  lastName: string | null;
  displayName: string | null;
  isSubscribed: boolean;
  metadata: object;
  handles: Handle[];
  labels: ContactLabel[];
  attributes: ContactAttribute[];
  chats: ContactChat[];
  createdAt: Date;
  updatedAt: Date;
};

/** A contact with its derived fields: names, and the primary phone number and email address. */
export type Contact = StoredContact & { fullName: string | null; phoneNumber: string | null; email: string | null };

/** A contact shows at most this many chats, newest first. */
const SHOWN_CHATS = 50;

export function withDerived(contact: StoredContact): Contact {
  const primary = (type: HandleType) => contact.handles.find((handle) => handle.type === type && handle.isPrimary)?.value ?? null;
  const fullName = [contact.firstName, contact.lastName].filter(Boolean).join(' ') || null;
  return {
    ...contact,
    chats: contact.chats.slice(0, SHOWN_CHATS),
    fullName,
    displayName: contact.displayName ?? fullName ?? contact.handles[0]?.value ?? null,
    phoneNumber: primary('phone_number'),
    email: primary('email'),
  };
}
