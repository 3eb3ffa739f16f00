import { Failure, invalidParam } from '../../platform/errors.ts';
import { asOwner } from '../../storage/as-owner.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { getTenant, type Mode } from '../tenants/index.ts';
import { type KeyRing, signUserToken } from '../tokens/index.ts';
import { getUser, type Role, type User } from '../users/index.ts';
import type { ContextOf, Membership, Session } from './account.ts';
import { selectMemberships } from './accounts.store.ts';
import { chooseMembership } from './choose-tenant.ts';
import { requireFactorsOf } from './second-factor.ts';
import { updateUse, upsertSessionTenant } from './sessions.store.ts';
import { IDLE_MS } from './sessions.ts';

/** A tenant that a person can choose, as the list of tenants shows it. */
export type TenantChoice = { id: string; name: string; mode: Mode; user: { id: string; name: string; role: Role } };

/** Returns the tenants that a session can choose, with the user there. Disabled users are left out. */
export async function listTenants(contextOf: ContextOf, session: Session): Promise<TenantChoice[]> {
  const choices = await Promise.all(
    (await membershipsOf(contextOf, session)).map((one) => tenantChoice(contextOf, session, one)),
  );
  return choices.filter((choice) => choice !== undefined);
}

/** Returns the memberships that the session may use. */
async function membershipsOf(contextOf: ContextOf, { accountId, onlyTenantId }: Session): Promise<Membership[]> {
  const all = await selectMemberships(contextOf(accountId));
  return all.filter(({ tenantId }) => onlyTenantId === null || tenantId === onlyTenantId);
}

async function tenantChoice(
  contextOf: ContextOf,
  session: Session,
  { tenantId, userId }: Membership,
): Promise<TenantChoice | undefined> {
  const ctx = contextOf(tenantId);
  const user = await activeUser(ctx, session, userId);
  if (!user) return undefined;
  const { name, mode } = await getTenant(ctx);
  return { id: tenantId, name, mode, user: { id: user.id, name: user.name, role: user.role } };
}

/** Returns the user if it is active and belongs to the account of the session: both sides must agree. */
async function activeUser(ctx: Ctx, { accountId }: Session, userId: string): Promise<User | undefined> {
  try {
    const user = await getUser(ctx, userId);
    return user.status === 'active' && user.accountId === accountId ? user : undefined;
  } catch (error) {
    if (error instanceof Failure && error.key === 'user_not_found') return undefined;
    throw error;
  }
}

export type UserToken = { accessToken: string; expiresAt: Date; tenantId: string; userId: string };

/**
 * Issues a user token for a tenant, which lives ten minutes and ends with the session. Without a tenant: the one of the latest token, or
 * the only one there is.
 */
export async function issueUserToken(
  { contextOf, keys }: { contextOf: ContextOf; keys: KeyRing },
  session: Session,
  tenantId: string | undefined,
): Promise<UserToken> {
  if (session.state !== 'active') throw new Failure('second_factor_required');
  const chosen = chooseMembership(await membershipsOf(contextOf, session), tenantId, session.chosenTenantId);
  if (chosen === 'ambiguous') throw invalidParam('tenantId', 'required', 'You can work in several tenants: choose one');
  if (!chosen) throw noSuchTenant();
  return inTransaction(contextOf(chosen.tenantId), (ctx) => issueIn(ctx, keys, session, chosen));
}

async function issueIn(ctx: Ctx, keys: KeyRing, session: Session, { tenantId, userId }: Membership): Promise<UserToken> {
  const user = await activeUser(ctx, session, userId);
  if (!user) throw noSuchTenant();
  await requireFactorsOf(ctx, session);
  const { mode } = await getTenant(ctx);
  const expiresAt = new Date(ctx.clock.now().getTime() + IDLE_MS);
  const isAlive = await asOwner(ctx, session.accountId, (ctx) => updateUse(ctx, { id: session.id, tenantId, userId, expiresAt }));
  if (!isAlive) throw new Failure('unauthorized');
  await upsertSessionTenant(ctx, session, userId);
  return { tenantId, userId, ...(await signUserToken(ctx, keys, { sessionId: session.id, userId, role: user.role, mode })) };
}

/** A tenant that does not exist and one that the person cannot work in get the same answer. */
const noSuchTenant = (): Failure =>
  new Failure('forbidden', {
    message: 'Forbidden: you are not an active user of this tenant; ask one of its admins for an invitation',
  });
