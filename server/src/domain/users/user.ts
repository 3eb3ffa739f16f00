import type { Visibility } from '../../storage/viewer.ts';

export type Role = 'member' | 'manager' | 'admin';
export type UserStatus = 'active' | 'disabled';
/** An `away` user gets no chats automatically. */
export type Availability = 'available' | 'away';

/** A user who works for the tenant. */
export type User = {
  id: string;
  name: string;
  email: string;
  role: Role;
  status: UserStatus;
  /** The account that the user signs in with; null until an invitation is accepted. */
  accountId: string | null;
  /** The chats that the user sees. Admins see all. */
  visibility: Visibility;
  /** The channels whose chats the user sees; null for all. */
  channelIds: string[] | null;
  availability: Availability;
  /** Automatic assignment stops at this number of open chats; null: no limit. */
  maxOpenChats: number | null;
  teams: { id: string; name: string }[];
  createdAt: Date;
  updatedAt: Date;
};
