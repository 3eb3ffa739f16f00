import { Failure } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import type { ContextOf, Session, SessionState, SignInMethod, Visitor } from './account.ts';
import { newLinkToken, readLinkToken } from './link-token.ts';
import { recordForTenants } from './record.ts';
import { deleteSessions, deleteSurplus, insertSession, selectByToken, selectSessions, updateToken } from './sessions.store.ts';

/** A session ends after this time without use. */
export const IDLE_MS = 30 * 24 * 60 * 60 * 1000;
/** The least recently used session ends when a person signs in more often. */
const MOST_SESSIONS = 50;
const MOST_AGENT_CHARS = 300;

export type Started = { session: Session; token: string };
export type NewSession = { methods: SignInMethod[]; state: SessionState; onlyTenantId?: string | null };

/** Starts a session of the account of the context. Every sign-in gets a new token, whatever cookie the browser sent. */
export const startSession = (ctx: Ctx, { methods, state, onlyTenantId = null }: NewSession, visitor: Visitor): Promise<Started> =>
  inTransaction(ctx, async (ctx) => {
    const { token, hash } = newLinkToken(ctx.tenantId);
    const now = ctx.clock.now();
    const session: Session = {
      id: idFor(ctx),
      accountId: ctx.tenantId,
      state,
      methods,
      onlyTenantId,
      chosenTenantId: null,
      chosenUserId: null,
      userAgent: visitor.userAgent.slice(0, MOST_AGENT_CHARS).toWellFormed(),
      address: visitor.address,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + IDLE_MS),
    };
    await deleteSurplus(ctx, MOST_SESSIONS - 1);
    await insertSession(ctx, session, hash);
    const changes = [
      { field: 'state', from: null, to: state },
      { field: 'methods', from: null, to: methods },
    ];
    await recordForTenants(ctx, { operationId: 'createSession', sessionId: session.id, changes }, visitor);
    return { session, token };
  });

/** Makes a session active after its second factor. It gets a new token: the one before was worth less. */
export const activateSession = (ctx: Ctx, session: Session, method: SignInMethod, visitor: Visitor): Promise<Started> =>
  inTransaction(ctx, async (ctx) => {
    const { token, hash } = newLinkToken(ctx.tenantId);
    const methods = [...session.methods, method];
    const updated = await updateToken(ctx, session.id, { tokenHash: hash, state: 'active', methods });
    if (!updated) throw new Failure('unauthorized'); // it was ended meanwhile
    const changes = [
      { field: 'state', from: session.state, to: 'active' },
      { field: 'methods', from: session.methods, to: methods },
    ];
    await recordForTenants(ctx, { operationId: 'createSession', sessionId: session.id, changes }, visitor);
    return { session: updated, token };
  });

/** Returns the session of a cookie if it has not ended. */
export async function findSession(contextOf: ContextOf, cookie: string | undefined): Promise<Session | undefined> {
  const link = cookie === undefined ? undefined : readLinkToken(cookie);
  return link && selectByToken(contextOf(link.ownerId), link.hash);
}

/** Returns the sessions that a session may see: all of its account, or those of the identity provider that vouched for it. */
export const listSessions = async (ctx: Ctx, { onlyTenantId }: Pick<Session, 'onlyTenantId'>): Promise<Session[]> =>
  (await selectSessions(ctx)).filter((one) => onlyTenantId === null || one.onlyTenantId === onlyTenantId);

/** Ends one of the sessions that a session may see. Returns whether there was one. */
export async function endOwnSession(ctx: Ctx, by: Session, id: string, visitor: Visitor): Promise<boolean> {
  const isVisible = (await listSessions(ctx, by)).some((one) => one.id === id.toLowerCase());
  return isVisible && endSession(ctx, id, 'deleteSession', visitor);
}

/** Ends a session and its user tokens. Returns whether it existed. */
export const endSession = (ctx: Ctx, id: string, operationId: string, visitor: Visitor): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const [ended] = isId(id) ? await deleteSessions(ctx, { id }) : [];
    if (ended === undefined) return false;
    await recordForTenants(ctx, { operationId, sessionId: ended }, visitor);
    return true;
  });
