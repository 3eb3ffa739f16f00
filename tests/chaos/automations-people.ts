import type { Random } from './random.ts';

/** What somebody will do when they are asked. Who says no is asked why, and half of them say so. */
export type Fate = 'yes' | 'no' | 'silent';

/** Somebody with a phone. All they do follows from the seed: what they write, and how long they think before. */
export type Person = {
  phone: string;
  name: string;
  order: string;
  fate: Fate;
  answerAfterMs: number;
  reasonAfterMs: number | null;
};

/** Somebody the API knows and has started a run for. */
export type Started = Person & { contactId: string };

const FATES: Fate[] = ['yes', 'no', 'silent'];
const QUICKEST_MS = 50;

export const inventPeople = (random: Random, count: number, timeoutSeconds: number): Person[] =>
  Array.from({ length: count }, (_, i) => {
    const think = () => random.between(QUICKEST_MS, timeoutSeconds * 1_000);
    const fate = FATES[random.below(FATES.length)] as Fate;
    return {
      phone: `+1212${5_550_000 + i}`,
      name: `P${i}`,
      order: `O${i}`,
      fate,
      answerAfterMs: think(),
      reasonAfterMs: random.below(2) === 0 ? think() : null,
    };
  });

export const answerOf = ({ fate, order }: Person): string => `${fate} ${order}`;
export const reasonOf = ({ order }: Person): string => `because of ${order}`;
