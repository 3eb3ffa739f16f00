import { type Attack, control, createTally } from '../attack.ts';

const TRIES = Number(process.env.TRIES ?? 10_000);
const WIDTH = 24;
const MINUTE_MS = 60_000;
/** What the guide promises for an email address and for a network address per minute. */
const PER_EMAIL = 10;
const PER_ADDRESS = 60;

/** One half guesses passwords of a few accounts from many addresses, the other half tries many accounts from a few addresses. */
export const credentialStuffing: Attack = {
  name: 'credential stuffing',
  async run({ call, callFrom, hire, signIn, userToken, nextAddress }) {
    const tally = createTally();
    const victims = await Promise.all(Array.from({ length: 4 }, () => hire()));
    const [first] = victims;
    if (!first) throw new Error('there is no victim');
    const token = await userToken(await signIn(first));
    const sources = Array.from({ length: 4 }, nextAddress);
    const startedAt = Date.now();
    let [evaluated, next, slowestMs] = [0, 0, 0];
    const lane = async () => {
      while (next < TRIES) {
        const i = next++;
        const isGuessing = i % 2 === 0;
        const email = isGuessing ? victims[(i / 2) % victims.length]?.email : `leaked${i}@example.com`;
        const from = isGuessing ? call : callFrom(sources[i % sources.length] ?? '');
        const { status, headers } = await from('POST', '/v3/sessions', undefined, { email, password: `guess number ${i}` });
        if (status === 401) evaluated++;
        tally.tried(
          `try ${i}: ${status}`,
          status === 401 || (status === 429 && headers.get('retry-after') !== null) || status === 503,
        );
        if (i % 100 !== 0) continue;
        const begunAt = performance.now();
        const honest = await call('GET', '/v3/me', token);
        slowestMs = Math.max(slowestMs, performance.now() - begunAt);
        if (honest.status !== 200 && Date.now() - startedAt < 9 * MINUTE_MS) control(false, `a person works on: ${honest.text}`);
      }
    };
    await Promise.all(Array.from({ length: WIDTH }, lane));
    const windows = Math.floor(Date.now() / MINUTE_MS) - Math.floor(startedAt / MINUTE_MS) + 1;
    const most = windows * (victims.length * PER_EMAIL + sources.length * PER_ADDRESS);
    tally.tried(`${evaluated} passwords were compared, and ${most} may be`, evaluated <= most);
    control(evaluated > 0, 'no password was compared at all');
    return tally.outcome({ compared: evaluated, mayCompare: most, slowestHonestMs: Math.round(slowestMs) });
  },
};
