import { codeOf } from '../../../server/src/test-kit/page.ts';
import { type Attack, control, createTally } from '../attack.ts';
import { ask, hireWithTotp, SECOND_FACTOR, signInOften } from '../factors.ts';

const TRIES = 500;
const FREE = 5;

/** Somebody with the password tries all codes, from many addresses and sessions at once. */
export const totpBruteForce: Attack = {
  name: 'TOTP brute force',
  async run(scene) {
    const tally = createTally();
    const victim = await hireWithTotp(scene);
    const honest = await hireWithTotp(scene);
    const pages = await signInOften(scene, victim, 4);
    const rightNow = new Set([-1, 0, 1, 2].map((steps) => codeOf(victim.secret, new Date(), steps)));
    const codes = Array.from({ length: TRIES }, (_, i) => String(i * 1_999).padStart(6, '0')).filter(
      (code) => !rightNow.has(code),
    );
    let looked = 0;
    for (let i = 0; i < codes.length; i += 20) {
      const some = codes.slice(i, i + 20);
      const replies = await Promise.all(some.map((code, k) => ask(scene, pages[k % 4] as string, SECOND_FACTOR, { code })));
      looked += replies.filter(({ status }) => status !== 429).length;
      for (const { status } of replies) tally.tried(`a guess was answered ${status}`, status === 429 || status === 403);
    }
    tally.tried(`${looked} guesses were looked at`, looked <= FREE);
    const right = await ask(scene, pages[0] as string, SECOND_FACTOR, { code: codeOf(victim.secret, new Date()) });
    tally.tried('the right code during the wait', right.status === 429);
    const other = await ask(scene, await scene.signIn(honest), SECOND_FACTOR, { code: codeOf(honest.secret, new Date()) });
    control(other.status === 200, `another account is not affected: ${other.text}`);
    return tally.outcome({ looked });
  },
};
