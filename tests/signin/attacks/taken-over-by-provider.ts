import { startLyingIssuer } from '../../../server/src/test-kit/lying-issuer.ts';
import { type Attack, control, createTally } from '../attack.ts';
import { ask, buysToken } from '../factors.ts';
import { configure, enter } from '../identity-provider.ts';

/** An admin of one tenant configures an issuer of their own, and lets it claim the address of somebody who works for another tenant. */
export const takenOverByProvider: Attack = {
  name: 'account taken over by the identity provider of another tenant',
  async run(scene) {
    const tally = createTally();
    const issuer = await startLyingIssuer();
    const { otherTenant: evil, tenant, call } = scene;
    try {
      await configure(scene, evil, issuer.issuer, { allowedEmailDomains: ['example.com'], createUsers: { role: 'member' } });
      const victim = await scene.hire();
      issuer.say({ sub: 'claimed', email: victim.email, email_verified: true });
      const cookie = await enter(scene, evil);
      control(cookie !== undefined && (await buysToken(scene, cookie)), 'the provider signs in to its own tenant');
      const headers = scene.browser(cookie ?? '');
      const { account, tenants } = (await call('GET', '/v3/sessions/current', undefined, undefined, headers)).body.data;
      tally.tried('the account of the victim', account.email !== victim.email);
      tally.tried(
        'the tenants of the victim',
        tenants.every(({ id }: { id: string }) => id === evil.id),
      );
      const token = (body: object) => ask(scene, cookie ?? '', '/v3/sessions/current/token', body);
      tally.tried('a token of the tenant of the victim', (await token({ tenantId: tenant.id })).status === 403);
      const list = (await call('GET', '/v3/sessions', undefined, undefined, headers)).body.data;
      tally.tried('the sessions of the victim', list.length === 1);
      const { accessToken } = (await token({})).body.data;
      const changed = await call('PUT', '/v3/me', accessToken, { password: 'the password of the attacker' });
      tally.tried(`a password: ${changed.status}`, changed.status === 403);
      for (const path of ['/v3/account/totp', '/v3/account/passkeys/options'])
        tally.tried(path, (await ask(scene, cookie ?? '', path)).status === 403);
      control(await buysToken(scene, await scene.signIn(victim)), 'the victim signs in as before');
      await memberOfBoth(scene, issuer, tally);
      await call('DELETE', '/v3/identity_provider', evil.token);
      return tally.outcome();
    } finally {
      await issuer.close();
    }
  },
};

/** The victim also works for the evil tenant, with the same account: then its provider signs in to this account, limited to the tenant. */
async function memberOfBoth(
  scene: Parameters<Attack['run']>[0],
  issuer: Awaited<ReturnType<typeof startLyingIssuer>>,
  tally: ReturnType<typeof createTally>,
): Promise<void> {
  const { otherTenant: evil, tenant, call } = scene;
  const victim = await scene.hire();
  const made = await call('POST', '/v3/users', evil.token, { name: 'Ada', email: victim.email });
  const invited = await call('POST', `/v3/users/${made.body.data.id}/invitation`, evil.token);
  const link = new URL(invited.body.data.url).hash.replace('#token=', '');
  const accepted = await call('POST', '/v3/invitations/accept', undefined, { token: link, password: victim.password });
  control(accepted.status === 200, `the victim accepts: ${accepted.text}`);
  const own = await scene.signIn(victim);
  issuer.say({ sub: 'both', email: victim.email, email_verified: true });
  const cookie = (await enter(scene, evil)) ?? '';
  control(await buysToken(scene, cookie), 'the provider signs in to its own tenant');
  const headers = scene.browser(cookie);
  const asked = await ask(scene, cookie, '/v3/sessions/current/token', { tenantId: tenant.id });
  tally.tried('a token of the other tenant of the account', asked.status === 403);
  const list = (await call('GET', '/v3/sessions', undefined, undefined, headers)).body.data;
  tally.tried('the other sessions of the account', list.length === 1);
  const mine = (await call('GET', '/v3/sessions/current', undefined, undefined, scene.browser(own))).body.data.session;
  await call('DELETE', `/v3/sessions/${mine.id}`, undefined, undefined, headers);
  const stillThere = await call('GET', '/v3/sessions/current', undefined, undefined, scene.browser(own));
  tally.tried('ending the other sessions', stillThere.status === 200);
  const { accessToken } = (await ask(scene, cookie, '/v3/sessions/current/token')).body.data;
  const body = { password: 'the password of the attacker', currentPassword: victim.password };
  tally.tried('the password of the account', (await call('PUT', '/v3/me', accessToken, body)).status === 403);
  for (const path of ['/v3/account/totp', '/v3/account/passkeys/options'])
    tally.tried(path, (await ask(scene, cookie, path, { proof: { password: victim.password } })).status === 403);
  const factors = await call('GET', '/v3/account/factors', undefined, undefined, headers);
  tally.tried('the factors of the account', factors.status === 403);
}
