export type Role = 'member' | 'manager' | 'admin';
export type UserStatus = 'active' | 'disabled';

/** A user who works for the tenant. */
export type User = {
  id: string;
  name: string;
  email: string;
  role: Role;
  status: UserStatus;
  /** The account that the user signs in with; null until an invitation is accepted. */
  accountId: string | null;
  teams: { id: string; name: string }[];
  createdAt: Date;
  updatedAt: Date;
};
