import type { Ctx } from '../../storage/context.ts';

/** A person who signs in. Belongs to no tenant: `users.account_id` connects a user of a tenant with the account. */
export type Account = {
  id: string;
  email: string;
  name: string;
  passwordHash: string | null;
  passwordChangedAt: Date | null;
  /** When the person used a link that only the mailbox of the address had received; null if never. */
  addressProvedAt: Date | null;
  createdAt: Date;
  /** May use the operations for the whole installation. */
  isOperator: boolean;
};

/** How a person signed in. */
export type SignInMethod = 'password' | 'totp' | 'recovery_code' | 'passkey' | 'oidc' | 'link';

/** A session that is `pending_second_factor` can do nothing but give the second factor or end. */
export type SessionState = 'pending_second_factor' | 'active';

export type Session = {
  id: string;
  accountId: string;
  state: SessionState;
  methods: SignInMethod[];
  /** The only tenant that the session can choose; null for all tenants of the account. */
  onlyTenantId: string | null;
  /** The tenant and the user of the latest user token. */
  chosenTenantId: string | null;
  chosenUserId: string | null;
  userAgent: string;
  address: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
};

/** A tenant that a person can work in. */
export type Membership = { tenantId: string; userId: string };

/**
 * Returns the context of a tenant or an account. Work for an account runs with the id of the account as `tenantId`: its tables have the
 * policy of the tables of tenants, by `account_id`.
 */
export type ContextOf = (ownerId: string) => Ctx;

/** Where a request of a person came from. Stored with the session, so that the person recognises it in the list. */
export type Visitor = { address: string; userAgent: string; requestId: string };
