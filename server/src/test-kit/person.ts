import assert from 'node:assert/strict';
import type { Reply } from './given.ts';

type Call = (method: string, path: string, token?: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;
type Office = { baseUrl: string; call: Call; tenant: { token: string } };

let counter = 0;
export const PASSWORD = 'correct horse battery staple';

/** Returns the token of a link. */
export const tokenOf = (url: string): string => /#token=([\w-]+)$/.exec(url)?.[1] ?? assert.fail(`${url} has no token`);

/** Returns the value of the session cookie that a response sets; undefined if it sets none, '' if it removes it. */
export const cookieOf = ({ headers }: Pick<Reply, 'headers'>): string | undefined =>
  /^__Host-patchbay_session=([^;]*)/.exec(headers.get('set-cookie') ?? '')?.[1];

/** Returns the headers of a browser with this session, on a page of the server. */
export const asBrowser = (cookie: string, origin: string): Record<string, string> => ({
  cookie: `__Host-patchbay_session=${cookie}`,
  origin,
});

/** Creates a user of the tenant, who accepts an invitation and can sign in. */
export async function hire({ call, tenant }: Office, fields: object = {}, password = PASSWORD) {
  const email = `person${++counter}.${process.pid}@example.com`;
  const made = await call('POST', '/v3/users', tenant.token, { name: 'Ada', email, role: 'admin', ...fields });
  assert.equal(made.status, 201, made.text);
  const { id: userId, email: address } = made.body.data;
  const invited = await call('POST', `/v3/users/${userId}/invitation`, tenant.token);
  assert.equal(invited.status, 201, invited.text);
  const accepted = await call('POST', '/v3/invitations/accept', undefined, { token: tokenOf(invited.body.data.url), password });
  assert.equal(accepted.status, 200, accepted.text);
  return { userId: userId as string, email: address as string, password };
}

/** Signs in. Returns the cookie. */
export async function signIn(
  { call }: Pick<Office, 'call'>,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const reply = await call('POST', '/v3/sessions', undefined, { email, password });
  assert.equal(reply.status, 201, reply.text);
  return cookieOf(reply) ?? assert.fail('no cookie was set');
}

/** Gets a user token for a session. */
export async function userToken(
  { call, baseUrl }: Pick<Office, 'call' | 'baseUrl'>,
  cookie: string,
  body: object = {},
): Promise<string> {
  const reply = await call('POST', '/v3/sessions/current/token', undefined, body, asBrowser(cookie, baseUrl));
  assert.equal(reply.status, 201, reply.text);
  return reply.body.data.accessToken;
}
