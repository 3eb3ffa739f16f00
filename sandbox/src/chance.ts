/**
 * Reproducible random numbers. Every purpose has its own stream, so that the number of duplicated callbacks does not change which sends
 * fail: the same seed and the same order of sends give the same run.
 */
export type Chance = {
  /** A number from 0 up to, but not including, 1. */
  next: (purpose: string) => number;
  happens: (purpose: string, fraction: number) => boolean;
};

export function createChance(seed: number): Chance {
  const streams = new Map<string, () => number>();
  const next = (purpose: string) => {
    const stream = streams.get(purpose) ?? mulberry32(seed ^ hashOf(purpose));
    streams.set(purpose, stream);
    return stream();
  };
  return { next, happens: (purpose, fraction) => fraction > 0 && next(purpose) < fraction };
}

/** FNV-1a: turns a name into a seed. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
