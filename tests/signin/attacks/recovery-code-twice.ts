import { type Attack, control, createTally } from '../attack.ts';
import { ask, give, hireWithTotp, signInOften } from '../factors.ts';

/** Somebody found a recovery code that was used, or codes that were replaced. */
export const recoveryCodeTwice: Attack = {
  name: 'recovery code used twice',
  async run(scene) {
    const tally = createTally();
    const victim = await hireWithTotp(scene);
    const [first = '', second = '', third = ''] = victim.recoveryCodes;
    const cookie = await give(scene, await scene.signIn(victim), { recoveryCode: first });
    control(cookie !== undefined, 'a recovery code is accepted');
    for (const spelling of [first, first.toUpperCase(), first.replaceAll('-', '')])
      tally.tried('a used code', !(await give(scene, await scene.signIn(victim), { recoveryCode: spelling })));
    const pages = await signInOften(scene, victim, 2);
    const entered = await Promise.all(pages.map((page) => give(scene, page, { recoveryCode: second })));
    tally.tried('one code at the same time', entered.filter((one) => one !== undefined).length === 1);
    const proof = { password: victim.password };
    control((await ask(scene, cookie ?? '', '/v3/account/recovery_codes', { proof })).status === 200, 'codes are replaced');
    tally.tried('a replaced code', !(await give(scene, await scene.signIn(victim), { recoveryCode: third })));
    const other = await hireWithTotp(scene);
    const [theirs = ''] = other.recoveryCodes;
    tally.tried('a code of another person', !(await give(scene, await scene.signIn(victim), { recoveryCode: theirs })));
    return tally.outcome();
  },
};
