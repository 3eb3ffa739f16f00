/** What decides which cell gets a request: a tenant, a channel, or the account of a session cookie. */
export type RouteKey = { kind: 'tenants' | 'channels' | 'accounts'; id: string };

type Head = { url: string; authorization?: string | undefined; cookie?: string | undefined };

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const isId = (text: unknown): text is string => typeof text === 'string' && new RegExp(`^${UUID}$`).test(text);
const ID_BYTES = 16;
const LONGEST_TOKEN = 4_096;

/** Paths that name what they belong to. Public links begin with the bytes of the tenant's id. */
const PATHS: [pattern: RegExp, kind: RouteKey['kind'], read: (text: string) => string | undefined][] = [
  [new RegExp(`^/inbound/(${UUID})$`, 'i'), 'channels', (id) => id.toLowerCase()],
  [new RegExp(`^/oidc/(${UUID})/`, 'i'), 'tenants', (id) => id.toLowerCase()],
  [/^\/f\/([\w-]{22,100})$/, 'tenants', idInBytes],
  [/^\/unsubscribe\/([\w-]{22,200})$/, 'tenants', idInBytes],
];

/**
 * Returns what decides the cell of a request, or undefined for a request without a tenant. Nothing is verified here: the cell does that, and
 * a false token only reaches a cell that refuses it.
 */
export function routeKey({ url, authorization, cookie }: Head): RouteKey | undefined {
  const path = url.split('?')[0] ?? '/';
  for (const [pattern, kind, read] of PATHS) {
    const found = pattern.exec(path)?.[1];
    const id = found === undefined ? undefined : read(found);
    if (id !== undefined) return { kind, id };
  }
  const tenantId = tenantOfToken(authorization);
  if (tenantId !== undefined) return { kind: 'tenants', id: tenantId };
  const accountId = accountOfCookie(cookie);
  return accountId === undefined ? undefined : { kind: 'accounts', id: accountId };
}

/** Reads the tenant from the claims of a token. Tokens of sandbox tenants have a prefix before the header. */
function tenantOfToken(authorization = ''): string | undefined {
  const token = /^bearer +(\S+)$/i.exec(authorization)?.[1];
  if (token === undefined || token.length > LONGEST_TOKEN) return undefined;
  const payload = token.split('.')[1];
  if (payload === undefined) return undefined;
  try {
    const { tid } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { tid?: unknown };
    return isId(tid) ? tid : undefined;
  } catch {
    return undefined;
  }
}

/** A session cookie begins with the bytes of the account's id. */
function accountOfCookie(cookie = ''): string | undefined {
  const token = /(?:^|;\s*)__Host-patchbay_session=([\w-]{64})(?:;|$)/.exec(cookie)?.[1];
  return token === undefined ? undefined : idInBytes(token);
}

function idInBytes(text: string): string | undefined {
  const hex = Buffer.from(text, 'base64url').toString('hex', 0, ID_BYTES);
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return isId(id) ? id : undefined;
}
