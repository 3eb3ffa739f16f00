import { type Lies, startLyingIssuer } from '../../../server/src/test-kit/lying-issuer.ts';
import { type Attack, control, createTally } from '../attack.ts';
import { buysToken } from '../factors.ts';
import { begin, comeBack, configure, enter, sessionOf } from '../identity-provider.ts';

const seconds = () => Math.floor(Date.now() / 1000);

const lies: Record<string, Lies> = {
  'another nonce': { claims: (honest) => ({ ...honest, nonce: 'other' }) },
  'no nonce': { claims: ({ nonce: _nonce, ...rest }) => rest },
  'another audience': { claims: (honest) => ({ ...honest, aud: 'somebody-else' }) },
  'another issuer': { claims: (honest) => ({ ...honest, iss: 'https://accounts.google.com' }) },
  'an expired ID token': { claims: (honest) => ({ ...honest, iat: seconds() - 7_200, exp: seconds() - 3_600 }) },
  'no expiry': { claims: ({ exp: _exp, ...rest }) => rest },
  'an address that is not verified': { claims: (honest) => ({ ...honest, email_verified: false }) },
  'an address without a statement': { claims: ({ email_verified: _email_verified, ...rest }) => rest },
  'an address in words': { claims: (honest) => ({ ...honest, email_verified: 'no' }) },
  'another key': { hasOtherKey: true },
  'no signature': { isUnsigned: true },
  'another state': { redirect: (query) => query.set('state', 'other') },
  'no state': { redirect: (query) => query.delete('state') },
  'two states': { redirect: (query) => query.append('state', 'other') },
  'the callback of another issuer': { redirect: (query) => query.set('iss', 'https://accounts.google.com') },
  'another issuer in its configuration': { metadata: (honest) => ({ ...honest, issuer: 'https://accounts.google.com' }) },
};

/** A provider lies, or somebody plays with the callback. */
export const identityProviders: Attack = {
  name: 'OpenID Connect with wrong nonce, state, audience, issuer',
  async run(scene) {
    const tally = createTally();
    const issuer = await startLyingIssuer();
    try {
      await configure(scene, scene.tenant, issuer.issuer);
      const victim = await scene.hire({ role: 'member' });
      const claims = { sub: 'victim', email: victim.email, email_verified: true };
      issuer.say(claims);
      const honest = await enter(scene, scene.tenant);
      control(honest !== undefined && (await buysToken(scene, honest)), 'an honest provider signs in');
      for (const [name, lie] of Object.entries(lies)) {
        issuer.say(claims, lie);
        const cookie = await enter(scene, scene.tenant).catch(() => undefined);
        tally.tried(name, cookie === undefined);
      }
      issuer.say(claims);
      const [mine, theirs] = [await begin(scene, scene.tenant), await begin(scene, scene.tenant)];
      const entered = async (begun: typeof mine) => sessionOf(await comeBack(scene, begun)) !== undefined;
      tally.tried('a callback without the cookie', !(await entered({ ...mine, cookie: '' })));
      tally.tried('a callback with the cookie of another sign-in', !(await entered({ ...mine, cookie: theirs.cookie })));
      const elsewhere = mine.callback.replace(scene.tenant.id, scene.otherTenant.id);
      await configure(scene, scene.otherTenant, issuer.issuer);
      tally.tried('the callback at another tenant', !(await entered({ ...mine, callback: elsewhere })));
      tally.tried('a forged cookie', !(await entered({ ...mine, cookie: '__Host-patchbay_oidc=AAAA' })));
      issuer.say({ ...claims, sub: 'somebody-else' });
      tally.tried('another subject with the address of a linked user', !(await enter(scene, scene.tenant)));
      issuer.say({ ...claims, sub: 'stranger', email: 'stranger@example.com' });
      tally.tried('somebody who is no user', !(await enter(scene, scene.tenant)));
      await configure(scene, scene.tenant, issuer.issuer, { allowedEmailDomains: ['company.example'] });
      issuer.say(claims);
      tally.tried('an address of another domain', !(await enter(scene, scene.tenant)));
      const disabled = await scene.call('PUT', `/v3/users/${victim.userId}`, scene.tenant.token, { status: 'disabled' });
      control(disabled.status === 200, `the user is disabled: ${disabled.text}`);
      await configure(scene, scene.tenant, issuer.issuer);
      tally.tried('a disabled user', !(await enter(scene, scene.tenant)));
      for (const tenant of [scene.tenant, scene.otherTenant]) await scene.call('DELETE', '/v3/identity_provider', tenant.token);
      return tally.outcome();
    } finally {
      await issuer.close();
    }
  },
};
