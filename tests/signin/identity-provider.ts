import type { Reply } from '../../server/src/test-kit/given.ts';
import { cookieOf } from '../../server/src/test-kit/person.ts';
import { control } from './attack.ts';
import type { Office, Scene } from './scene.ts';

export const CLIENT = { clientId: 'client', clientSecret: 'secret-of-the-client' };

/** Lets people of a tenant sign in with an issuer. */
export async function configure(scene: Scene, tenant: Office, issuer: string, more: object = {}): Promise<void> {
  const saved = await scene.call('PUT', '/v3/identity_provider', tenant.token, { issuer, ...CLIENT, ...more });
  control(saved.status === 200, `the identity provider is saved: ${saved.text}`);
}

/** A sign-in that has begun: the cookie of the browser, and the URL with which the provider sends it back. */
export type Begun = { cookie: string; callback: string };

/** Begins a sign-in and visits the provider, which sends the browser back at once. */
export async function begin(scene: Scene, tenant: Office): Promise<Begun> {
  const started = await scene.call('GET', `/oidc/${tenant.id}/start`);
  control(started.status === 303, `a sign-in begins: ${started.text}`);
  const visited = await fetch(started.headers.get('location') ?? '', { redirect: 'manual' });
  const cookie = (started.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { cookie, callback: (visited.headers.get('location') ?? '').replace(scene.baseUrl, '') };
}

/** Comes back from the provider. */
export const comeBack = (scene: Scene, { cookie, callback }: Begun): Promise<Reply> =>
  scene.call('GET', callback, undefined, undefined, { cookie });

/** Signs in. Returns the session cookie, or undefined if the sign-in was refused. */
export async function enter(scene: Scene, tenant: Office): Promise<string | undefined> {
  const reply = await comeBack(scene, await begin(scene, tenant));
  return sessionOf(reply);
}

/** The callback sets two cookies: the attempt is over, and the session begins. */
export function sessionOf({ headers }: Reply): string | undefined {
  const cookies = (headers as Headers).getSetCookie();
  const session = cookies.find((one) => one.startsWith('__Host-patchbay_session='));
  return session && cookieOf({ headers: new Headers({ 'set-cookie': session }) });
}
