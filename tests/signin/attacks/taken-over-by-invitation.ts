import { asBrowser, tokenOf } from '../../../server/src/test-kit/person.ts';
import { type Attack, control, createTally } from '../attack.ts';

/** An admin of one tenant invites a person who has an account in another, and opens the link instead of the person. */
export const takenOverByInvitation: Attack = {
  name: 'account taken over by an invitation',
  async run({ call, hire, hireAt, signIn, browser, baseUrl, otherTenant }) {
    const tally = createTally();
    const victim = await hire();
    const mallory = await hireAt(otherTenant);
    const made = await call('POST', '/v3/users', otherTenant.token, { name: 'Victim', email: victim.email, role: 'admin' });
    const invited = await call('POST', `/v3/users/${made.body.data.id}/invitation`, otherTenant.token);
    const token = tokenOf(invited.body.data.url);
    const accept = (body: object, headers = {}) => call('POST', '/v3/invitations/accept', undefined, { token, ...body }, headers);
    const session = browser(await signIn(mallory));
    tally.tried('a new password', (await accept({ password: 'the password of the attacker' })).status === 401);
    tally.tried('no password', (await accept({})).status === 401);
    tally.tried('the session of the attacker', (await accept({}, session)).status === 401);
    tally.tried(
      'the attacker signs in as the victim',
      (await call('POST', '/v3/sessions', undefined, { email: victim.email, password: 'the password of the attacker' }))
        .status === 401,
    );
    const cookie = await signIn(victim);
    const tenants = async () =>
      (await call('GET', '/v3/sessions/current', undefined, undefined, asBrowser(cookie, baseUrl))).body.data.tenants.length;
    tally.tried('the account was connected', (await tenants()) === 1);
    if (tally.outcome().succeeded.length > 0) return tally.outcome(); // the link is used up
    control((await accept({}, browser(cookie))).status === 200, 'the person accepts with the own session');
    control((await tenants()) === 2, 'the person is a user of both tenants');
    return tally.outcome();
  },
};
