import type { Reply } from '../../server/src/test-kit/given.ts';
import { codeOf } from '../../server/src/test-kit/page.ts';
import { cookieOf } from '../../server/src/test-kit/person.ts';
import { control } from './attack.ts';
import type { Person, Scene } from './scene.ts';

export const SECOND_FACTOR = '/v3/sessions/current/second_factor';

/** Calls an operation of a session. */
export const ask = (scene: Scene, cookie: string, path: string, body: object = {}): Promise<Reply> =>
  scene.call('POST', path, undefined, body, scene.browser(cookie));

/** Returns whether a cookie buys a user token. */
export const buysToken = async (scene: Scene, cookie: string): Promise<boolean> =>
  (await ask(scene, cookie, '/v3/sessions/current/token')).status === 201;

/** Hires a person with an authenticator app. The code of the step before is used up. */
export async function hireWithTotp(scene: Scene): Promise<Person & { secret: string; recoveryCodes: string[] }> {
  const person = await scene.hire();
  const cookie = await scene.signIn(person);
  const { secret } = (await ask(scene, cookie, '/v3/account/totp')).body.data;
  const confirmed = await ask(scene, cookie, '/v3/account/totp/confirm', { code: codeOf(secret, new Date(), -1) });
  control(confirmed.status === 200, `an authenticator app is confirmed: ${confirmed.text}`);
  return { ...person, secret, recoveryCodes: confirmed.body.data.recoveryCodes };
}

/** Signs a person in with the password, in several browsers, one after the other. */
export async function signInOften(scene: Scene, person: Person, times: number): Promise<string[]> {
  const cookies: string[] = [];
  for (let i = 0; i < times; i++) cookies.push(await scene.signIn(person));
  return cookies;
}

/** Gives a second factor. Returns the new cookie, or undefined. */
export async function give(scene: Scene, cookie: string, body: object): Promise<string | undefined> {
  const reply = await ask(scene, cookie, SECOND_FACTOR, body);
  return reply.status === 200 ? cookieOf(reply) : undefined;
}
