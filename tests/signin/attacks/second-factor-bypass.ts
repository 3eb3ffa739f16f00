import { versions } from '../../../server/src/http/index.ts';
import { type Attack, control, createTally } from '../attack.ts';
import { ask, buysToken, give, hireWithTotp, SECOND_FACTOR } from '../factors.ts';

/** A session that waits for its second factor may use these. */
const ALLOWED = new Set(['giveSecondFactor', 'getCurrentSession', 'deleteCurrentSession']);

const id = '01a1dff0-3b5e-7c11-9d0a-5d1f0c8e2b47';

/** Somebody with the password, and without the second factor, tries every operation. */
export const secondFactorBypass: Attack = {
  name: 'second factor bypass with a pending session',
  async run(scene) {
    const tally = createTally();
    const victim = await hireWithTotp(scene);
    const cookie = await scene.signIn(victim);
    for (const { prefix, routes } of versions)
      for (const { method, path, operationId, access } of routes) {
        if (ALLOWED.has(operationId) || access === 'public') continue;
        const url = prefix + path.replace(/:\w+/g, id);
        const body = method === 'POST' || method === 'PUT' ? {} : undefined;
        const { status } = await scene.call(method, url, undefined, body, scene.browser(cookie));
        tally.tried(`${operationId}: ${status}`, status === 401 || status === 403 || status === 410);
      }
    const current = await scene.call('GET', '/v3/sessions/current', undefined, undefined, scene.browser(cookie));
    tally.tried('the tenants are shown', current.status === 200 && current.body.data.tenants.length === 0);
    for (const body of [
      {},
      { code: '' },
      { code: null },
      { recoveryCode: '' },
      { code: '000000', recoveryCode: 'x' },
      { passkey: {} },
    ])
      tally.tried(`${JSON.stringify(body)}`, !(await give(scene, cookie, body)));
    tally.tried('a user token', !(await buysToken(scene, cookie)));
    await requireSetting(scene, tally);
    const [recoveryCode = ''] = victim.recoveryCodes;
    const active = await give(scene, cookie, { recoveryCode });
    control(active !== undefined && (await buysToken(scene, active)), 'with the second factor it works');
    tally.tried('the cookie of before the second factor', !(await buysToken(scene, cookie)));
    return tally.outcome();
  },
};

/** A tenant requires a second factor. The password alone must not buy its token, nor set up a factor beside an existing one. */
async function requireSetting(scene: Parameters<Attack['run']>[0], tally: ReturnType<typeof createTally>): Promise<void> {
  const person = await scene.hire();
  const cookie = await scene.signIn(person);
  control(await buysToken(scene, cookie), 'without the setting, the password is enough');
  const set = (requireSecondFactor: boolean) =>
    scene.call('PUT', '/v3/sign_in_settings', scene.tenant.token, { requireSecondFactor });
  await set(true);
  tally.tried('a token of a tenant that requires a second factor', !(await buysToken(scene, cookie)));
  tally.tried('and a second try', !(await buysToken(scene, cookie)));
  await set(false);
  const other = await hireWithTotp(scene);
  const pending = await scene.signIn(other);
  const proof = { password: other.password };
  for (const path of [
    '/v3/account/totp',
    '/v3/account/passkeys/options',
    '/v3/account/totp/remove',
    '/v3/account/recovery_codes',
  ])
    tally.tried(`${path} with the password`, (await ask(scene, pending, path, { proof })).status === 403);
  tally.tried('a code of six zeros', (await ask(scene, pending, SECOND_FACTOR, { code: '000000' })).status === 403);
}
