import { randomFillSync, randomInt } from 'node:crypto';
import { v7, validate } from 'uuid';
import type { Clock } from './clock.ts';

let lastMs = 0;
let sequence = 0;

/**
 * UUIDv7: begins with the time, so ids sort by age and tables partition by id. Those of one process and one
 * millisecond sort in the order they were made.
 */
export function newId(clock: Clock): string {
  const msecs = clock.now().getTime();
  sequence = msecs === lastMs ? sequence + 1 : randomInt(2 ** 30);
  lastMs = msecs;
  return v7({ msecs, seq: sequence, random: randomBytes() });
}

const BYTES = 16;
const drawn = Buffer.alloc(BYTES * 256);
let used = drawn.length;

/** Drawn for many ids at a time: asking the system for each costs more than all the rest. */
function randomBytes(): Uint8Array {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += BYTES;
  return drawn.subarray(used - BYTES, used);
}

/** A string that is no id of ours is simply not found; this is how we know without asking PostgreSQL. */
export const isId = (value: string): boolean => validate(value);

/** When an id was made. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
