import { randomBytes } from 'node:crypto';
import { PASSWORD, tokenOf } from '../../../server/src/test-kit/person.ts';
import { type Attack, control, createTally } from '../attack.ts';

const AT_ONCE = 8;
const NEW_PASSWORD = 'a new password of the victim';

/** Links of invitations and resets are used twice, at the same time, after they expired or were replaced, and for something else. */
export const linksUsedTwice: Attack = {
  name: 'links of invitations and resets used again',
  async run({ call, hire, signIn, sink, tenant, environment: { superuser } }) {
    const tally = createTally();
    const accept = (token: string) => call('POST', '/v3/invitations/accept', undefined, { token, password: PASSWORD });
    const confirm = (token: string, password = NEW_PASSWORD) =>
      call('POST', '/v3/password_resets/confirm', undefined, { token, password });
    const newUser = async (): Promise<string> => {
      const email = `invited${randomBytes(4).toString('hex')}@example.com`;
      return (await call('POST', '/v3/users', tenant.token, { name: 'Grace', email })).body.data.id;
    };
    const invite = async (userId: string) =>
      tokenOf((await call('POST', `/v3/users/${userId}/invitation`, tenant.token)).body.data.url);
    const reset = async (email: string): Promise<string> => {
      control((await call('POST', '/v3/password_resets', undefined, { email })).status === 200, 'asking for a reset');
      return sink.tokenFor(email, 'password-reset'); // an invitation that was accepted at once may have been mailed, or not
    };
    const onceOnly = async (what: string, use: () => Promise<{ status: number }>) => {
      const statuses = (await Promise.all(Array.from({ length: AT_ONCE }, use))).map(({ status }) => status);
      control(statuses.includes(200), `${what} works once: ${statuses}`);
      for (const status of [...statuses.toSorted().slice(1), (await use()).status])
        tally.tried(`${what} twice: ${status}`, status !== 200);
    };

    const invitation = await invite(await newUser());
    await onceOnly('an invitation', () => accept(invitation));
    const user = await newUser();
    const [replaced, current] = [await invite(user), await invite(user)];
    tally.tried('a replaced invitation', (await accept(replaced)).status === 404);
    await superuser.query(`update invitations set expires_at = now() - interval '1 second' where user_id = $1`, [user]);
    tally.tried('an expired invitation', (await accept(current)).status === 404);

    const victim = await hire();
    const first = await reset(victim.email);
    const second = await reset(victim.email);
    tally.tried('a replaced reset link', (await confirm(first)).status === 404);
    tally.tried('a reset link as an invitation', (await accept(second)).status === 404);
    const cookie = await signIn(victim);
    tally.tried('a session as a reset link', (await confirm(cookie)).status === 404);
    await onceOnly('a reset link', () => confirm(second));
    tally.tried('the old password', (await call('POST', '/v3/sessions', undefined, { ...login(victim) })).status === 401);
    await signIn({ email: victim.email, password: NEW_PASSWORD });

    const late = await reset(victim.email);
    await superuser.query(`update password_resets set expires_at = now() - interval '1 second'`);
    tally.tried('an expired reset link', (await confirm(late)).status === 404);
    const mallory = await hire();
    const own = Buffer.from(await reset(mallory.email), 'base64url');
    const moved = Buffer.concat([Buffer.from(late, 'base64url').subarray(0, 16), own.subarray(16)]).toString('base64url');
    tally.tried('a reset link of another account', (await confirm(moved)).status === 404);
    for (const text of ['', 'x', 'A'.repeat(64), `${own.toString('base64url')}=`, `${own.toString('base64url')} `])
      tally.tried(`the token ${text.slice(0, 10)}`, (await confirm(text)).status >= 400);
    tally.tried('a short password', (await confirm(own.toString('base64url'), 'short')).status === 400);
    control((await confirm(own.toString('base64url'))).status === 200, 'the link of the attacker’s own account');
    return tally.outcome();
  },
};

const login = ({ email, password }: { email: string; password: string }) => ({ email, password });
