import { z } from 'zod';
import type { TenantChoice as Choice, Account as DomainAccount, Session as DomainSession } from '../../domain/accounts/index.ts';
import { id, idInput, isoTime, isoTimeOrNull, time } from './shapes.ts';

/** NIST SP 800-63B asks for 8 characters beside a second factor and advises 15 alone; not everybody has a second factor. */
const SHORTEST_PASSWORD = 12;
/** Longer texts cost time and add nothing. */
const LONGEST_PASSWORD = 200;

/** A new password. Length counts more than kinds of characters; nothing else is required. */
export const newPassword = z.string().min(SHORTEST_PASSWORD).max(LONGEST_PASSWORD);
/** A password that is compared. It may have been set under older rules. */
const anyPassword = z.string().min(1).max(LONGEST_PASSWORD);
export const emailInput = z.email().max(254).toLowerCase();
/** A token of a link. */
export const linkToken = z.string().min(1).max(200);

const state = z.enum(['pending_second_factor', 'active']);
const method = z.enum(['password', 'totp', 'recovery_code', 'passkey', 'oidc', 'link']);

export const Session = z
  .strictObject({
    id,
    createdAt: time,
    lastUsedAt: time,
    expiresAt: time,
    state,
    methods: z.array(method),
    /** The tenant of the latest user token. */
    tenantId: id.nullable(),
    userAgent: z.string(),
    address: z.string(),
    /** Whether it is the session of this request. */
    isCurrent: z.boolean(),
  })
  .meta({ id: 'Session' });

export const toSession = (session: DomainSession, currentId: string): z.infer<typeof Session> => ({
  id: session.id,
  createdAt: isoTime(session.createdAt),
  lastUsedAt: isoTime(session.lastUsedAt),
  expiresAt: isoTime(session.expiresAt),
  state: session.state,
  methods: session.methods,
  tenantId: session.chosenTenantId,
  userAgent: session.userAgent,
  address: session.address,
  isCurrent: session.id === currentId,
});

export const Account = z
  .strictObject({
    id,
    createdAt: time,
    email: z.string(),
    name: z.string(),
    hasPassword: z.boolean(),
    passwordChangedAt: time.nullable(),
    isOperator: z.boolean().describe('Whether the account may use the operations for the whole installation.'),
  })
  .meta({ id: 'Account' });

export const toAccount = (account: DomainAccount): z.infer<typeof Account> => ({
  id: account.id,
  createdAt: isoTime(account.createdAt),
  email: account.email,
  name: account.name,
  hasPassword: account.passwordHash !== null,
  passwordChangedAt: isoTimeOrNull(account.passwordChangedAt),
  isOperator: account.isOperator,
});

const role = z.enum(['member', 'manager', 'admin']);
const mode = z.enum(['live', 'sandbox']);

export const TenantChoice = z
  .strictObject({ id, name: z.string(), mode, user: z.strictObject({ id, name: z.string(), role }) })
  .meta({ id: 'TenantChoice' });

/** The session, its account and the tenants that the person can choose. A session without its second factor shows no tenants. */
export const SignedIn = z
  .strictObject({ session: Session, account: Account, tenants: z.array(TenantChoice) })
  .meta({ id: 'SignedIn' });

export const toSignedIn = (session: DomainSession, account: DomainAccount, tenants: Choice[]): z.infer<typeof SignedIn> => ({
  session: toSession(session, session.id),
  account: toAccount(account),
  tenants,
});

/** A token of a link that `npm run dev` printed. */
export const SessionByLink = z.strictObject({ token: linkToken });

export const SessionCreate = z.strictObject({ email: emailInput, password: anyPassword });

/** Without `tenantId`: the tenant of the latest token, or the only one there is. */
export const UserTokenCreate = z.strictObject({ tenantId: idInput.optional() });

/** The token is shown only in this response. */
export const UserToken = z
  .strictObject({ accessToken: z.string(), expiresAt: time, tenantId: id, userId: id })
  .meta({ id: 'UserToken' });

export const Me = z
  .strictObject({
    user: z.strictObject({ id, name: z.string(), email: z.string(), role }),
    tenant: z.strictObject({ id, name: z.string(), mode }),
    scopes: z.array(z.string()),
    /** Null for the token of a user without an account. */
    account: Account.nullable(),
    /** The session of a user token; null for an access token. */
    sessionId: id.nullable(),
  })
  .meta({ id: 'Me' });

/** A new password needs the current one, and ends all other sessions. */
export const MeUpdate = z.strictObject({
  name: z.string().trim().min(1).max(100).optional(),
  password: newPassword.optional(),
  currentPassword: anyPassword.optional(),
});

export const Invitation = z.strictObject({ userId: id, url: z.string(), expiresAt: time }).meta({ id: 'Invitation' });

/** `password`: a new one, or the current one if the address has an account already. Not needed with a session of that account. */
export const InvitationAccept = z.strictObject({
  token: linkToken,
  password: newPassword.optional(),
  name: z.string().trim().min(1).max(100).optional(),
});

export const AcceptedInvitation = z
  .strictObject({ email: z.string(), tenant: z.strictObject({ id, name: z.string() }) })
  .meta({ id: 'AcceptedInvitation' });

export const PasswordResetCreate = z.strictObject({ email: emailInput });
export const PasswordResetConfirm = z.strictObject({ token: linkToken, password: newPassword });
