import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../platform/config.ts';
import { Failure } from '../platform/errors.ts';

/** Browsers accept the prefix only with Secure, Path=/ and without a Domain: no other host can set or overwrite the cookie. */
export const SESSION_COOKIE = '__Host-patchbay_session';
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** Returns the session token of the cookie, which scripts of pages cannot read. */
export const sessionTokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  parseCookie(headers.cookie ?? '')[SESSION_COOKIE];

/** Returns the header that sets the cookie, or removes it. Lax: other sites can open the console, but their forms do not send it. */
export const sessionCookie = (token: string | null): string =>
  stringifySetCookie({
    name: SESSION_COOKIE,
    value: token ?? '',
    maxAge: token === null ? 0 : MAX_AGE_SECONDS,
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
  });

type OriginConfig = Pick<Config, 'PUBLIC_URL' | 'CONSOLE_URL'>;

/**
 * Throws if a page of another origin sent the request. Browsers set Origin on every request that is not a GET, and no script can change it.
 * Programs send none: where the cookie counts, it is required.
 */
export function requireOwnOrigin(config: OriginConfig, { headers, method }: FastifyRequest, usesCookie: boolean): void {
  if (method === 'GET' || method === 'HEAD') return;
  const { origin } = headers;
  if (origin === undefined ? !usesCookie : ownOrigins(config).includes(origin)) return;
  throw new Failure('forbidden', {
    message: `Forbidden: the Origin header must be ${ownOrigins(config).join(' or ')}; call this operation from a page of this server`,
  });
}

const ownOrigins = ({ PUBLIC_URL, CONSOLE_URL }: OriginConfig): string[] => [
  ...new Set([PUBLIC_URL, CONSOLE_URL ?? PUBLIC_URL].map((url) => new URL(url).origin)),
];

/** Returns whether a page of this server, or the person, asked for a resource. Browsers that do not say are old, and have SameSite. */
export const isOwnFetch = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined);
