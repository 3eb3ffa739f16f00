import { setTimeout as wait } from 'node:timers/promises';
import { type Attack, control, createTally } from '../attack.ts';

const MINUTE_MS = 60_000;

/** Somebody at an open screen, or with a stolen token, tries to keep or widen access. */
export const passwordChange: Attack = {
  name: 'password change without the password',
  async run({ call, hire, signIn, userToken, browser, tenant }) {
    const tally = createTally();
    const victim = await hire();
    const [here, there] = [await signIn(victim), await signIn(victim)];
    const token = await userToken(here);
    const password = 'the password of the attacker';
    for (const body of [{ password }, { password, currentPassword: 'a wrong password' }, { password, currentPassword: '' }]) {
      const { status } = await call('PUT', '/v3/me', token, body);
      tally.tried(`${JSON.stringify(body)}: ${status}`, status === 400);
    }
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, i) => call('PUT', '/v3/me', token, { password, currentPassword: `guess number ${i}` })),
    );
    const compared = guesses.filter(({ status }) => status === 400).length;
    tally.tried(`${compared} of 40 guesses were compared, ten per minute may be`, compared <= 20);
    await wait(MINUTE_MS - (Date.now() % MINUTE_MS) + 100); // the limit is per minute
    for (const weak of ['', 'short', 'x'.repeat(201)]) {
      const { status } = await call('PUT', '/v3/me', token, { password: weak, currentPassword: victim.password });
      tally.tried(`a password of ${weak.length} characters: ${status}`, status === 400);
    }
    const made = await call('POST', '/v3/access_tokens', tenant.token, { name: 'bot', scopes: ['admin'], userId: victim.userId });
    const byProgram = await call('PUT', '/v3/me', made.body.data.accessToken, { password, currentPassword: victim.password });
    tally.tried(`a program of the user: ${byProgram.status}`, byProgram.status === 403);
    const mallory = await call('PUT', '/v3/me', tenant.token, { password, currentPassword: victim.password });
    tally.tried(`a token without a user: ${mallory.status}`, mallory.status === 403);
    const changed = await call('PUT', '/v3/me', token, {
      password: 'a new password of the victim',
      currentPassword: victim.password,
    });
    control(changed.status === 200, `with the current password: ${changed.text}`);
    const stale = await call('GET', '/v3/sessions/current', undefined, undefined, browser(there));
    tally.tried('another session works on', stale.status === 401);
    control(
      (await call('GET', '/v3/sessions/current', undefined, undefined, browser(here))).status === 200,
      'this session works on',
    );
    const old = await call('POST', '/v3/sessions', undefined, { email: victim.email, password: victim.password });
    tally.tried('the old password signs in', old.status === 401);
    return tally.outcome();
  },
};
