import { codeOf } from '../../../server/src/test-kit/page.ts';
import { type Attack, control, createTally } from '../attack.ts';
import { give, hireWithTotp, signInOften } from '../factors.ts';

/** Somebody saw a code, and knows the password. */
export const replayedTotp: Attack = {
  name: 'replayed TOTP',
  async run(scene) {
    const tally = createTally();
    const victim = await hireWithTotp(scene);
    const confirming = codeOf(victim.secret, new Date(), -1);
    tally.tried('the code that confirmed the app', !(await give(scene, await scene.signIn(victim), { code: confirming })));
    const pages = await signInOften(scene, victim, 3);
    const code = codeOf(victim.secret, new Date());
    const entered = (await Promise.all(pages.map((page) => give(scene, page, { code })))).filter(
      (cookie) => cookie !== undefined,
    );
    control(entered.length > 0, 'a new code is accepted');
    for (const _ of entered.slice(1)) tally.tried('one code at the same time in several browsers', false);
    tally.tried('one code at the same time', entered.length === 1);
    tally.tried('the same code again', !(await give(scene, await scene.signIn(victim), { code })));
    const other = await hireWithTotp(scene);
    const theirs = codeOf(other.secret, new Date(), 1);
    tally.tried('a code of another person', !(await give(scene, await scene.signIn(victim), { code: theirs })));
    tally.tried(
      'an old code',
      !(await give(scene, await scene.signIn(victim), { code: codeOf(victim.secret, new Date(), -20) })),
    );
    return tally.outcome();
  },
};
