import { setTimeout as wait } from 'node:timers/promises';
import { type Attack, createTally } from '../attack.ts';

/** Per kind of address. More samples make the medians steadier. */
const SAMPLES = Number(process.env.SAMPLES ?? 200);
/** As many as an address may have per minute of the operation with the lowest limit. */
const TRIES_PER_EMAIL = 3;
const [LOWEST, HIGHEST] = [0.9, 1.1];
const ROUNDS = 6;
const REST_MS = 40;
const MINUTE_MS = 60_000;

const isAlike = (ratio: number): boolean => ratio >= LOWEST && ratio <= HIGHEST;

/** The attacker measures whether known and unknown addresses take the same time. */
export const timing: Attack = {
  name: 'timing of known and unknown addresses',
  async run({ call, hire }) {
    const tally = createTally();
    const people = await Promise.all(Array.from({ length: Math.ceil(SAMPLES / TRIES_PER_EMAIL) }, () => hire()));
    const knownAt = (i: number) => people[i % people.length]?.email ?? '';
    const unknownAt = (i: number) => `nobody${i % people.length}.${process.pid}@example.com`;
    const password = 'not the right password';
    const figures: Record<string, string> = {};
    const bodies = { '/v3/sessions': { password }, '/v3/password_resets': {} };
    for (const [path, body] of Object.entries(bodies)) {
      const samples = { known: [] as number[], unknown: [] as number[] };
      const measure = async (kind: keyof typeof samples, email: string): Promise<void> => {
        const startedAt = performance.now();
        const { status } = await call('POST', path, undefined, { ...body, email });
        const ms = performance.now() - startedAt;
        if (status === 401 || status === 200) samples[kind].push(ms);
        await wait(REST_MS); // what the server does after the answer must not meet the next sample
        if (status === 429) await wait(MINUTE_MS - (Date.now() % MINUTE_MS) + REST_MS);
      };
      let [known, unknown, ratio] = [0, 0, 0];
      // On a busy machine medians of few samples differ by chance. More are added, never dropped, until the limits hold or the rounds end.
      for (let round = 0; round < ROUNDS && !isAlike(ratio); round++) {
        // The kinds take turns and each goes first as often, so that a change of the machine's load meets both.
        for (let i = 0; i < SAMPLES; i++) {
          const turns = [() => measure('known', knownAt(i)), () => measure('unknown', unknownAt(i))];
          for (const turn of i % 2 === 0 ? turns : turns.reverse()) await turn();
        }
        [known, unknown] = [median(samples.known), median(samples.unknown)];
        ratio = known / unknown;
      }
      const name = path.split('/').at(-1) ?? '';
      figures[`${name}KnownMs`] = known.toFixed(1);
      figures[`${name}UnknownMs`] = unknown.toFixed(1);
      figures[`${name}Ratio`] = ratio.toFixed(3);
      figures[`${name}Samples`] = String(samples.known.length + samples.unknown.length);
      tally.tried(`${path}: ratio of medians ${ratio.toFixed(3)}`, isAlike(ratio));
    }
    return tally.outcome(figures);
  },
};

function median(values: number[]): number {
  if (values.length < 10) throw new Error(`only ${values.length} samples were answered`);
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
