import { AuthenticationError, Patchbay, PatchbayError, type types } from '@patchbay/sdk';
import { recordedFetch, recordOperation } from '../calls/record.ts';

/**
 * Who is signed in. The session cookie is HttpOnly; it buys a user token of ten minutes, which this module keeps in memory only and
 * renews before it ends.
 */
export type SessionState =
  | { step: 'loading' }
  | { step: 'failed'; error: unknown }
  | { step: 'signedOut' }
  | { step: 'secondFactor'; signedIn: types.SignedIn }
  | { step: 'chooseTenant'; signedIn: types.SignedIn }
  | { step: 'needsFactor'; signedIn: types.SignedIn; tenantId: string | undefined }
  | { step: 'active'; signedIn: types.SignedIn; me: types.Me };

const RENEW_BEFORE_MS = 60_000;
const TENANT_KEY = 'patchbay.tenantId'; // per tab: two tabs can show two tenants

let state: SessionState = { step: 'loading' };
let token: (types.UserToken & { endsAt: number }) | null = null;
let renewal: Promise<string> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let start: Promise<void> | null = null;
const listeners = new Set<() => void>();
const tenantListeners = new Set<() => void>();

const origin = globalThis.location?.origin ?? 'http://localhost';

/** Operations that use the session cookie instead of a user token: signing in, factors, invitations, password resets. */
export const accountClient = new Patchbay({
  token: 'cookie',
  baseUrl: origin,
  maxRetries: 1,
  onResponse: recordOperation,
  fetch: (input, init) => recordedFetch(input, { ...init, credentials: 'same-origin', headers: withoutToken(init?.headers) }),
});

/** Everything else, as the signed-in person in the chosen tenant. */
export const client = new Patchbay({
  token: currentToken,
  baseUrl: origin,
  onResponse: recordOperation,
  fetch: fetchWithRenewal,
});

export const sessionState = (): SessionState => state;

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls the listener before another tenant is shown: what is kept of the last one has to be forgotten. */
export function beforeTenantChange(listener: () => void): () => void {
  tenantListeners.add(listener);
  return () => tenantListeners.delete(listener);
}

/** Reads the session of the cookie once. Later calls wait for the same result. */
export function startSession(): Promise<void> {
  if (state.step === 'loading' && !hasCookie()) setState({ step: 'signedOut' });
  if (!['loading', 'failed'].includes(state.step)) return Promise.resolve();
  start ??= accountClient.sessions
    .getCurrent()
    .then(enter)
    .catch((error: unknown) => {
      setState(error instanceof AuthenticationError ? { step: 'signedOut' } : { step: 'failed', error });
      start = null;
    });
  return start;
}

/** Continues after a sign-in: asks for the second factor, a tenant, or gets the user token. */
export async function enter(signedIn: types.SignedIn): Promise<void> {
  if (signedIn.session.state === 'pending_second_factor') return setState({ step: 'secondFactor', signedIn });
  const wanted = signedIn.session.tenantId ?? sessionStorage.getItem(TENANT_KEY);
  const tenant = signedIn.tenants.find(({ id }) => id === wanted) ?? (signedIn.tenants.length === 1 ? signedIn.tenants[0] : null);
  if (!tenant) return setState({ step: 'chooseTenant', signedIn });
  await enterTenant(signedIn, tenant.id);
}

/** Gets a user token for one tenant and reads the person in it. */
export async function enterTenant(signedIn: types.SignedIn, tenantId: string): Promise<void> {
  const before = sessionStorage.getItem(TENANT_KEY);
  await renewal?.catch(() => undefined); // it would give a token of the tenant before
  token = null;
  sessionStorage.setItem(TENANT_KEY, tenantId);
  try {
    await renew();
    const me = await client.me.get();
    if (before !== tenantId) for (const listener of tenantListeners) listener();
    setState({ step: 'active', signedIn, me });
  } catch (error) {
    if (error instanceof PatchbayError && error.is('second_factor_required'))
      return setState({ step: 'needsFactor', signedIn, tenantId });
    token = null;
    if (before) sessionStorage.setItem(TENANT_KEY, before); // the tenant that was open stays open
    throw error;
  }
}

/** Reads name, scopes and tenant again, for example after the person changed the name. */
export async function refreshMe(): Promise<void> {
  if (state.step === 'active') setState({ ...state, me: await client.me.get() });
}

export async function signOut(): Promise<void> {
  await accountClient.sessions.deleteCurrent().catch(() => undefined);
  sessionStorage.removeItem(TENANT_KEY);
  endSession();
}

/** Forgets the token and shows the sign-in page; the session ended or was refused. */
export function endSession(): void {
  token = null;
  clearTimeout(timer);
  setState({ step: 'signedOut' });
}

/** The server says with the page whether the browser sent a session cookie, which scripts cannot see. */
function hasCookie(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page?.serverTiming.find(({ name }) => name === 'session')?.description !== 'absent';
}

/** Returns a user token that is valid for a while, for requests that the SDK's fetch cannot make. */
export async function currentToken(): Promise<string> {
  if (token && token.endsAt - Date.now() > RENEW_BEFORE_MS / 2) return token.accessToken;
  return renew();
}

function renew(): Promise<string> {
  renewal ??= requestToken().finally(() => {
    renewal = null;
  });
  return renewal;
}

async function requestToken(): Promise<string> {
  const tenantId = sessionStorage.getItem(TENANT_KEY) ?? undefined;
  const next = await accountClient.sessions.createUserToken({ ...(tenantId && { tenantId }) }).catch((error: unknown) => {
    if (error instanceof AuthenticationError) endSession();
    throw error;
  });
  const endsAt = Date.parse(next.expiresAt);
  token = { ...next, endsAt };
  clearTimeout(timer);
  timer = setTimeout(() => void renew().catch(() => undefined), Math.max(1_000, endsAt - Date.now() - RENEW_BEFORE_MS));
  return next.accessToken;
}

/** Repeats a refused request once with a new token: the old one may have ended while the computer slept. */
async function fetchWithRenewal(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const response = await recordedFetch(input, init);
  if (response.status !== 401) return response;
  token = null;
  const renewed = await renew().catch(() => null); // the session has ended: the refusal is the answer
  if (renewed === null) return response;
  const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${renewed}` };
  return recordedFetch(input, { ...init, headers });
}

function withoutToken(headers: HeadersInit | undefined): Record<string, string> {
  const { authorization: _none, ...rest } = headers as Record<string, string>;
  return rest;
}

function setState(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}
