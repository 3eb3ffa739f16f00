import { randomFillSync, randomInt } from 'node:crypto';
import { NIL, v7 } from 'uuid';
import type { Clock } from './clock.ts';

let lastMs = 0;
let sequence = 0;

/**
 * Returns a new UUIDv7. It begins with the time, so ids sort by age and tables partition by id. Ids that one process creates
 * within one millisecond sort in the order of their creation.
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

/** Draws random bytes for many ids at a time: a system call for each id costs more than the rest of `newId`. */
function randomBytes(): Uint8Array {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += BYTES;
  return drawn.subarray(used - BYTES, used);
}

/** Sorts before every id: where paging by id starts. */
export const NIL_ID: string = NIL;

/** Of any version: ids of sandbox tenants are derived from those of their tenants. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Returns whether a string can be an id. Checked before a query, because PostgreSQL rejects a malformed UUID. */
export const isId = (value: string): boolean => UUID.test(value);

/** Returns the smallest id of a time: ids that are created then or later are not smaller. */
export function firstIdAt(at: Date): string {
  const hex = Math.min(Math.max(0, at.getTime()), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/**
 * Returns a position just before an id that does not reveal it: its last 32 bits, which are random, are 0. No other id is in between: a process
 * numbers its ids within a millisecond in the bits before.
 */
export const positionAt = (id: string): string => `${id.slice(0, -8)}00000000`;

/** Returns the time at which an id was created. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
