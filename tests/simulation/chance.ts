import { type Random, seeded } from '../chaos/random.ts';

/** The random numbers of one simulated run. They depend on the seed only. */
export type Chance = Random & { pick<T>(items: readonly T[]): T; happens(probability: number): boolean };

export function chanceOf(seed: number): Chance {
  const random = seeded(Math.imul(seed, 0x9e3779b1));
  return {
    ...random,
    pick: <T>(items: readonly T[]) => items[random.below(items.length)] as T,
    happens: (probability) => random.between(0, 1) < probability,
  };
}
