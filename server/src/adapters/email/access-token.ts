import { LRUCache } from 'lru-cache';
import type { ProviderHttp } from '../../platform/provider-http.ts';
import type { SendDeps } from '../adapter.ts';
import type { ChannelCredentials } from '../credentials.ts';
import type { EmailSettings } from './settings.ts';
import { readTokenAnswer, type Token, type TokenRefusal } from './token-answer.ts';

export type TokenDeps = Pick<SendDeps, 'http' | 'clock' | 'credentials'>;

/** Why there is no access token. `needsAttention`: the channel's settings must be changed first. */
export class TokenFault extends Error {
  readonly code: string;
  readonly needsAttention: boolean;
  constructor({ code, message, isFinal }: TokenRefusal) {
    super(message);
    this.code = code;
    this.needsAttention = isFinal;
  }
}

type Known = { accessToken: string; renewAt: number } | { fault: TokenFault; renewAt: number };

const MOST_CHANNELS = 10_000;
/** When access is withdrawn, hundreds of concurrent sends call the OAuth server once. */
const FAULT_LIFE_MS = 10_000;
/** Shorter than the lease of a job. A later answer is used by the next send. */
const WAIT_MS = 8_000;

const known = new LRUCache<string, Known>({ max: MOST_CHANNELS });
const underWay = new Map<string, Promise<Known>>();

export const forgetTokens = (): void => known.clear();

/**
 * Returns an access token of the channel: the cached one until shortly before it expires, or a new one. `refused`: a token that the mail
 * server did not accept; it is not returned again. Throws a TokenFault.
 */
export async function accessToken({ http, clock, credentials }: TokenDeps, refused?: string): Promise<string> {
  if (!credentials) throw new Error('A channel with OAuth is opened by the connector');
  const { key } = credentials;
  const now = clock.now().getTime();
  const last = known.get(key);
  const isUsable = last && last.renewAt > now && !('accessToken' in last && last.accessToken === refused);
  const current = isUsable ? last : await inTime(renewOnce(http, credentials, () => clock.now().getTime()));
  if ('fault' in current) throw current.fault;
  return current.accessToken;
}

/** Requests a token once for all concurrent callers of a channel. */
function renewOnce(http: ProviderHttp, credentials: ChannelCredentials, now: () => number): Promise<Known> {
  const { key } = credentials;
  const begun =
    underWay.get(key) ??
    renew(http, credentials, now)
      .then((next) => {
        known.set(key, next);
        return next;
      })
      .finally(() => underWay.delete(key));
  underWay.set(key, begun);
  return begun;
}

async function renew(http: ProviderHttp, credentials: ChannelCredentials, now: () => number): Promise<Known> {
  const asked = await credentials.exchange(async (settings: EmailSettings) => {
    const answer = await ask(http, settings);
    const from = settings.oauthRefreshToken ?? '';
    const to = 'accessToken' in answer ? answer.refreshToken : null;
    return { result: answer, ...(to && to !== from && { rotation: { name: 'oauthRefreshToken', from, to } }) };
  });
  if (!('accessToken' in asked)) return { fault: new TokenFault(asked), renewAt: now() + FAULT_LIFE_MS };
  return { accessToken: asked.accessToken, renewAt: now() + usableSeconds(asked.expiresInSeconds) * 1000 };
}

/** Returns after how many seconds a token is renewed: two minutes before it expires, or after 80 % of a short lifetime. */
export const usableSeconds = (expiresInSeconds: number): number => expiresInSeconds - Math.min(120, expiresInSeconds / 5);

async function ask(http: ProviderHttp, settings: EmailSettings): Promise<Token | TokenRefusal> {
  const url = tokenUrl(settings);
  const blocked = await whyBlocked(http, url);
  if (blocked) return { code: 'blocked_address', message: blocked, isFinal: true };
  const answer = await http.request({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: tokenForm(settings).toString(),
  });
  if (answer.kind === 'answered') return readTokenAnswer(answer.status, answer.body);
  return { code: 'not_answered', message: `The OAuth server was not reached: ${answer.message}`, isFinal: false };
}

/** Returns why the address must not be called; undefined if it may be, or if its name does not resolve now. */
async function whyBlocked(http: ProviderHttp, url: string): Promise<string | null> {
  const { hostname, port, protocol } = new URL(url);
  try {
    await http.vet(hostname.replace(/^\[|\]$/g, ''), Number(port) || (protocol === 'http:' ? 80 : 443));
    return null;
  } catch (error) {
    const { failed } = error as { failed?: { error: string; message: string } };
    return failed?.error === 'blocked_address' ? failed.message : null;
  }
}

export function tokenUrl({ oauthProvider, oauthTenant = 'common', oauthTokenUrl = '' }: EmailSettings): string {
  if (oauthProvider === 'google') return 'https://oauth2.googleapis.com/token';
  if (oauthProvider === 'microsoft') return `https://login.microsoftonline.com/${oauthTenant}/oauth2/v2.0/token`;
  return oauthTokenUrl;
}

const OUTLOOK = 'https://outlook.office.com';

/** Returns the scopes for Microsoft: the configured ones, or those of the channel's protocols. */
function scopeOf({ oauthProvider, oauthScope, imapHost }: EmailSettings): string | undefined {
  if (oauthScope !== undefined || oauthProvider !== 'microsoft') return oauthScope;
  const mailbox = imapHost === undefined ? [] : [`${OUTLOOK}/IMAP.AccessAsUser.All`];
  return [...mailbox, `${OUTLOOK}/SMTP.Send`, 'offline_access'].join(' ');
}

export function tokenForm(settings: EmailSettings): URLSearchParams {
  const scope = scopeOf(settings);
  return new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: settings.oauthRefreshToken ?? '',
    client_id: settings.oauthClientId ?? '',
    ...(settings.oauthClientSecret !== undefined && { client_secret: settings.oauthClientSecret }),
    ...(scope !== undefined && { scope }),
  });
}

/** Stops waiting, but not the request: its answer is cached for the next caller. */
async function inTime(asked: Promise<Known>): Promise<Known> {
  asked.catch(() => undefined);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new TokenFault({ code: 'late', message: 'The OAuth server did not answer in time', isFinal: false })),
    WAIT_MS,
  );
  try {
    return await Promise.race([asked, late]);
  } catch (error) {
    if (error instanceof TokenFault) throw error;
    throw new TokenFault({ code: 'failed', message: (error as Error).message, isFinal: false });
  } finally {
    clearTimeout(timer);
  }
}
