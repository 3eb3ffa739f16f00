import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { startProviderSession } from '../../domain/accounts/index.ts';
import { ATTEMPT_SECONDS, beginOidcSignIn, completeOidcSignIn } from '../../domain/oidc/index.ts';
import type { Config } from '../../platform/config.ts';
import { Failure } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { type Ctx, createContext } from '../../storage/context.ts';
import { tooManyRequests } from '../admit.ts';
import type { HttpDeps } from '../deps.ts';
import { oidcUrls } from '../oidc-urls.ts';
import { sessionCookie } from '../session-cookie.ts';
import { originOf } from '../trace-requests.ts';

const ATTEMPT_COOKIE = '__Host-patchbay_oidc';
/** Requests per minute. A sign-in has two of them, and makes up to three requests to the provider; an office can share an address. */
const REQUESTS_PER_ADDRESS = 120;
const REQUESTS_PER_TENANT = 600;
const LONGEST_RETURN = 500;

type Visit = { request: FastifyRequest; reply: FastifyReply; ctx: Ctx };

/**
 * Adds sign-in with the identity provider of a tenant: two pages that only redirect. The browser that begins gets a cookie with the sealed
 * attempt; the provider sends it back to the callback. Queries hold codes, so the log has the path only.
 */
export function addOidc(app: FastifyInstance, deps: HttpDeps): void {
  const page = (path: string, operationId: string, serve: (deps: HttpDeps, visit: Visit) => Promise<FastifyReply>) =>
    app.route({
      method: 'GET',
      url: `/oidc/:tenantId/${path}`,
      exposeHeadRoute: false,
      config: { operationId },
      handler: async (request, reply) => {
        const { tenantId } = request.params as { tenantId: string };
        await limit(deps, request, tenantId);
        if (!isId(tenantId)) throw new Failure('identity_provider_not_found');
        const ctx = createContext({ ...deps, log: request.log as Ctx['log'] }, tenantId.toLowerCase(), {
          kind: 'write',
          origin: originOf(request),
        });
        reply.header('referrer-policy', 'no-referrer');
        return serve(deps, { request, reply, ctx }).catch((error: unknown) => showFailure(deps, request, reply, error));
      },
    });
  page('start', 'startOidcSignIn', start);
  page('callback', 'completeOidcSignIn', callback);
}

/** Returns people to the sign-in page of the console, which explains the error; programs get the error itself. */
function showFailure({ config }: HttpDeps, request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof Failure) || !request.headers.accept?.includes('text/html')) throw error;
  request.log.warn({ error: error.key, reason: error.message }, 'sign-in with identity provider failed');
  const page = `/console/signin?${new URLSearchParams({ error: error.key, requestId: request.id })}`;
  return reply.redirect(returnUrl(config, page), 303);
}

async function limit(deps: HttpDeps, { ip }: FastifyRequest, tenantId: string): Promise<void> {
  for (const [key, most] of [
    [`oidc:${ip}`, REQUESTS_PER_ADDRESS],
    [`oidc:${tenantId.slice(0, 36)}`, REQUESTS_PER_TENANT],
  ] as const) {
    const allowance = await deps.rateLimiter.take(key, most);
    if (!allowance.allowed) throw tooManyRequests(deps, allowance);
  }
}

const oidcDeps = ({ identityProviders, secrets, config }: HttpDeps) => ({
  http: identityProviders,
  secrets,
  allowHttp: config.PROVIDER_ALLOW_PRIVATE,
});

async function start(deps: HttpDeps, { request, reply, ctx }: Visit): Promise<FastifyReply> {
  const { redirectUri } = oidcUrls(deps.config, ctx.tenantId);
  const { url, sealedAttempt } = await beginOidcSignIn(ctx, oidcDeps(deps), redirectUri, queryOf(request).get('returnTo') ?? '/');
  return reply.header('set-cookie', attemptCookie(sealedAttempt)).redirect(url.href, 303);
}

async function callback(deps: HttpDeps, { request, reply, ctx }: Visit): Promise<FastifyReply> {
  reply.header('set-cookie', attemptCookie(null)); // whatever happens, the attempt is over
  const callbackUrl = new URL(`${oidcUrls(deps.config, ctx.tenantId).redirectUri}?${queryOf(request)}`);
  const sealedAttempt = parseCookie(request.headers.cookie ?? '')[ATTEMPT_COOKIE] ?? '';
  const { userId, returnTo } = await completeOidcSignIn(ctx, oidcDeps(deps), callbackUrl, sealedAttempt);
  const contextOf = (ownerId: string): Ctx => ({ ...ctx, tenantId: ownerId });
  const { 'user-agent': userAgent = '' } = request.headers;
  const visitor = { address: request.ip, userAgent, requestId: request.id };
  const { token } = await startProviderSession(contextOf, ctx.tenantId, userId, visitor);
  return reply.header('set-cookie', sessionCookie(token)).redirect(returnUrl(deps.config, returnTo), 303);
}

const queryOf = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(url.split('?')[1] ?? '');

/** Returns where a person goes after the sign-in: a page of the console, and no other site. */
export function returnUrl({ CONSOLE_URL, PUBLIC_URL }: Pick<Config, 'CONSOLE_URL' | 'PUBLIC_URL'>, returnTo: string): string {
  const base = new URL(CONSOLE_URL ?? PUBLIC_URL);
  const wanted = returnTo.length <= LONGEST_RETURN && returnTo.startsWith('/') ? URL.parse(returnTo, base.href) : null;
  return wanted?.origin === base.origin ? wanted.href : base.href;
}

const attemptCookie = (sealed: string | null): string =>
  stringifySetCookie({
    name: ATTEMPT_COOKIE,
    value: sealed ?? '',
    maxAge: sealed === null ? 0 : ATTEMPT_SECONDS,
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'lax', // the provider's page leads to the callback
  });
