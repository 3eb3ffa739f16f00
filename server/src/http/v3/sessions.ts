import { z } from 'zod';
import {
  accountOf,
  type Session as DomainSession,
  endOwnSession,
  endSession,
  issueUserToken,
  listSessions,
  listTenants,
  signIn,
  signInByLink,
} from '../../domain/accounts/index.ts';
import { toDeleteResult } from '../../storage/deletion.ts';
import {
  Session,
  SessionByLink,
  SessionCreate,
  SignedIn,
  toSession,
  toSignedIn,
  UserToken,
  UserTokenCreate,
} from '../../wire/v3/session.ts';
import { DeleteResult, isoTime } from '../../wire/v3/shapes.ts';
import { type OpenScope, publicRoute, sessionRoute } from '../route.ts';
import { limitLinks, limitTries } from '../sign-in-limits.ts';
import { dataReply, emptyReply } from './rows.ts';

const tag = 'Sessions';

/** Returns the session with its account and tenants. Before the second factor, the tenants are not shown. */
export async function signedIn({ contextOf }: OpenScope, session: DomainSession) {
  const tenants = session.state === 'active' ? await listTenants(contextOf, session) : [];
  return toSignedIn(session, await accountOf(contextOf(session.accountId)), tenants);
}

export const sessions = [
  publicRoute({
    method: 'POST',
    path: '/sessions',
    operationId: 'createSession',
    fails: ['sign_in_failed'],
    summary: 'Sign in with email and password; sets the session cookie',
    tag,
    status: 201,
    body: SessionCreate,
    reply: dataReply(SignedIn),
    serve: async ({ body }, scope) => {
      await limitTries(scope, body.email);
      const { session, token } = await signIn(scope, body, scope.visitor, scope.afterAnswer);
      scope.setSessionCookie(token);
      return { data: await signedIn(scope, session) };
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/sessions/link',
    operationId: 'createSessionByLink',
    fails: ['sign_in_link_not_found'],
    summary: 'Sign in with a link of npm run dev, which works once; only on a developer’s machine, and for its sandbox tenant',
    tag,
    status: 201,
    body: SessionByLink,
    reply: dataReply(SignedIn),
    serve: async ({ body }, scope) => {
      await limitLinks(scope);
      const { session, token } = await signInByLink(scope, body.token, scope.visitor);
      scope.setSessionCookie(token);
      return { data: await signedIn(scope, session) };
    },
  }),
  sessionRoute({
    method: 'GET',
    path: '/sessions',
    operationId: 'listSessions',
    fails: ['second_factor_required'],
    summary: 'List your own sessions, the latest used first',
    tag,
    reply: dataReply(z.array(Session)),
    serve: async (_input, { contextOf, session }) => ({
      data: (await listSessions(contextOf(session.accountId), session)).map((one) => toSession(one, session.id)),
    }),
  }),
  sessionRoute({
    method: 'GET',
    path: '/sessions/current',
    operationId: 'getCurrentSession',
    summary: 'Read your session, your account and the tenants that you can choose',
    tag,
    allowsPending: true,
    reply: dataReply(SignedIn),
    serve: async (_input, scope) => ({ data: await signedIn(scope, scope.session) }),
  }),
  sessionRoute({
    method: 'DELETE',
    path: '/sessions/current',
    operationId: 'deleteCurrentSession',
    summary: 'Sign out: end this session and its user tokens, and remove the cookie',
    tag,
    allowsPending: true,
    reply: emptyReply,
    serve: async (_input, { contextOf, session, visitor, setSessionCookie }) => {
      await endSession(contextOf(session.accountId), session.id, 'deleteCurrentSession', visitor);
      setSessionCookie(null);
      return {};
    },
  }),
  sessionRoute({
    method: 'DELETE',
    path: '/sessions/:sessionId',
    operationId: 'deleteSession',
    fails: ['second_factor_required'],
    summary: 'End one of your sessions; its user tokens are refused within 5 seconds',
    tag,
    reply: dataReply(DeleteResult),
    serve: async ({ params: { sessionId } }, { contextOf, session, visitor }) => {
      const ended = await endOwnSession(contextOf(session.accountId), session, sessionId, visitor);
      return { data: toDeleteResult([sessionId], ended ? [sessionId] : []) };
    },
  }),
  sessionRoute({
    method: 'POST',
    path: '/sessions/current/token',
    operationId: 'createUserToken',
    fails: ['second_factor_required'],
    summary: 'Get a user token of ten minutes for one of your tenants; renews the session cookie',
    tag,
    status: 201,
    body: UserTokenCreate,
    reply: dataReply(UserToken),
    serve: async ({ body }, scope) => {
      const { expiresAt, ...token } = await issueUserToken(scope, scope.session, body.tenantId);
      scope.setSessionCookie(scope.sessionToken ?? null);
      return { data: { ...token, expiresAt: isoTime(expiresAt) } };
    },
  }),
];
