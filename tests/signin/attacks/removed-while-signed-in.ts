import { setTimeout as wait } from 'node:timers/promises';
import { type Attack, control, createTally } from '../attack.ts';
import type { Person, Scene } from '../scene.ts';

const OUT_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 100;
/** A busy machine needs longer to close a connection and to see it. */
const FEED_PATIENCE_MS = 15_000;

/** Ways in which access ends. Afterwards neither the user token nor the event feed may work for longer than five seconds. */
const ways: Record<string, (scene: Scene, person: Person, cookie: string) => Promise<{ status: number }>> = {
  'the user was deleted': ({ call, tenant }, { userId }) => call('DELETE', `/v3/users/${userId}`, tenant.token),
  'the user was disabled': ({ call, tenant }, { userId }) =>
    call('PUT', `/v3/users/${userId}`, tenant.token, { status: 'disabled' }),
  'the session was ended': ({ call, browser }, _person, cookie) =>
    call('DELETE', '/v3/sessions/current', undefined, undefined, browser(cookie)),
  'the password was changed elsewhere': async ({ call, signIn, userToken }, person) => {
    const token = await userToken(await signIn(person));
    const body = { password: 'changed in another browser', currentPassword: person.password };
    return call('PUT', '/v3/me', token, body);
  },
  'the password was reset': async ({ call, sink }, { email }) => {
    await call('POST', '/v3/password_resets', undefined, { email });
    const body = { token: await sink.tokenFor(email, 'password-reset'), password: 'a password by a reset link' };
    return call('POST', '/v3/password_resets/confirm', undefined, body);
  },
};

export const removedWhileSignedIn: Attack = {
  name: 'access after removal',
  async run(scene) {
    const tally = createTally();
    await scene.hire(); // another admin stays
    let slowestMs = 0;
    for (const [what, remove] of Object.entries(ways)) {
      const person = await scene.hire();
      const cookie = await scene.signIn(person);
      const token = await scene.userToken(cookie);
      const feed = await fetch(`${scene.baseUrl}/v3/events`, { headers: { authorization: `Bearer ${token}` } });
      control(feed.status === 200, `the feed: ${feed.status}`);
      control((await scene.call('GET', '/v3/me', token)).status === 200, 'the user token');
      const removed = await remove(scene, person, cookie);
      control(removed.status === 200, `${what}: ${removed.status}`);
      const at = performance.now();
      const closed = feed.body?.pipeTo(new WritableStream()).catch(() => undefined);
      const outAfterMs = await untilOut(scene, token);
      slowestMs = Math.max(slowestMs, outAfterMs);
      tally.tried(`${what}: the token worked for ${outAfterMs} ms`, outAfterMs <= OUT_WITHIN_MS);
      const left = OUT_WITHIN_MS - (performance.now() - at);
      const isClosed = await Promise.race([closed?.then(() => true), wait(Math.max(0, left) + FEED_PATIENCE_MS, false)]);
      tally.tried(`${what}: the feed stayed open`, isClosed === true);
      const again = await scene.call('POST', '/v3/sessions/current/token', undefined, {}, scene.browser(cookie));
      tally.tried(`${what}: the cookie bought another token`, again.status === 401 || again.status === 403);
    }
    return tally.outcome({ slowestMs: Math.round(slowestMs) });
  },
};

/** Returns how long the token still works. */
async function untilOut({ callFrom, nextAddress }: Scene, token: string): Promise<number> {
  const call = callFrom(nextAddress());
  const startedAt = performance.now();
  let lastUsedAfterMs = 0;
  for (;;) {
    const sentAfterMs = Math.round(performance.now() - startedAt); // the answer may take long on a busy machine
    const { status } = await call('GET', '/v3/me', token);
    if (status === 401) return lastUsedAfterMs;
    lastUsedAfterMs = sentAfterMs;
    if (sentAfterMs > 3 * OUT_WITHIN_MS) return sentAfterMs;
    await wait(LOOK_EVERY_MS);
  }
}
