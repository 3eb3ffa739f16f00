import { randomBytes } from 'node:crypto';
import { asBrowser, cookieOf } from '../../../server/src/test-kit/person.ts';
import { type Attack, control, createTally } from '../attack.ts';

/** The attacker plants a cookie in the victim's browser before the victim signs in, and uses the same cookie afterwards. */
export const sessionFixation: Attack = {
  name: 'session fixation',
  async run({ call, hire, signIn, browser, baseUrl }) {
    const tally = createTally();
    const [victim, mallory] = [await hire(), await hire()];
    const old = await signIn(victim);
    await call('DELETE', '/v3/sessions/current', undefined, undefined, browser(old));
    const planted = {
      'a session of the attacker': await signIn(mallory),
      'a random token': randomBytes(48).toString('base64url'),
      'an ended session of the victim': old,
      'an empty value': '',
    };
    for (const [what, cookie] of Object.entries(planted)) {
      const { email, password } = victim;
      const reply = await call('POST', '/v3/sessions', undefined, { email, password }, asBrowser(cookie, baseUrl));
      control(reply.status === 201, `signing in: ${reply.text}`);
      const given = cookieOf(reply) ?? '';
      tally.tried(`${what} is kept`, given !== cookie && /^[\w-]{64}$/.test(given));
      const seen = await call('GET', '/v3/sessions/current', undefined, undefined, browser(cookie));
      tally.tried(`${what} became the victim's session`, seen.body?.data?.account?.email !== victim.email);
    }
    return tally.outcome();
  },
};
