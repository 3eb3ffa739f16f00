import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { createAuthenticator } from './authenticator.ts';
import { createBrowser } from './browser.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server answered and fails where it is wrong
export type Answer = { status: number; headers: Headers; body: any };

type Api = { baseUrl: string; token: string };

/** Returns a browser that calls operations of sessions, with its cookie and the origin of the server. */
export function createPage(baseUrl: string) {
  const browser = createBrowser();
  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> => {
    const response = await browser.go(baseUrl + path, {
      method,
      headers: { origin: baseUrl, ...(body && { 'content-type': 'application/json' }), ...headers },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : undefined };
  };
  return {
    browser,
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body: object = {}) => send('POST', path, body),
    put: (path: string, body: object) => send('PUT', path, body),
    cookie: (): string | undefined =>
      [...browser.cookies(new URL(baseUrl).origin)].find(([name]) => name.endsWith('_session'))?.[1],
  };
}

export type Page = ReturnType<typeof createPage>;

/** Creates a user of the tenant of the token, who accepts an invitation with a password. Uses HTTP only. */
export async function createPerson({ baseUrl, token }: Api, { role = 'member' }: { role?: string } = {}) {
  const email = `ada.${randomBytes(5).toString('hex')}@example.com`;
  const password = `correct horse ${randomBytes(5).toString('hex')}`;
  const call = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body ?? {}) });
    if (response.status !== 201) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
    return JSON.parse(await response.text()).data;
  };
  const { id: userId } = await call('/v3/users', { name: 'Ada', email, role });
  const { url } = await call(`/v3/users/${userId}/invitation`);
  const page = createPage(baseUrl);
  const accepted = await page.post('/v3/invitations/accept', { token: new URL(url).hash.replace('#token=', ''), password });
  if (accepted.status !== 200) throw new Error(`the invitation was not accepted: ${JSON.stringify(accepted.body)}`);
  /** Signs in in a new browser. */
  const signIn = async () => {
    const page = createPage(baseUrl);
    const answer = await page.post('/v3/sessions', { email, password });
    if (answer.status !== 201) throw new Error(`the sign-in failed: ${JSON.stringify(answer.body)}`);
    return { ...page, session: answer.body.data.session, account: answer.body.data.account };
  };
  return { email, password, userId, signIn };
}

/** Returns the code that an authenticator app shows `steps` time steps from now. */
export const codeOf = (secret: string, now: Date, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() + steps * 30_000 });

/** Sets up an authenticator app. Its code of the step before is used up. */
export async function setUpTotp(page: Page, now: Date): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await page.post('/v3/account/totp')).body.data;
  const confirmed = await page.post('/v3/account/totp/confirm', { code: codeOf(secret, now, -1) });
  if (confirmed.status !== 200) throw new Error(`the app was not confirmed: ${JSON.stringify(confirmed.body)}`);
  return { secret, recoveryCodes: confirmed.body.data.recoveryCodes };
}

/** Registers a new passkey. */
export async function setUpPasskey(page: Page, site: { origin: string; rpId: string }) {
  const authenticator = createAuthenticator(site);
  const { options, challenge } = (await page.post('/v3/account/passkeys/options')).body.data;
  const made = await page.post('/v3/account/passkeys', { name: 'Laptop', challenge, response: authenticator.register(options) });
  if (made.status !== 201) throw new Error(`the passkey was not registered: ${JSON.stringify(made.body)}`);
  return { authenticator, ...made.body.data };
}
