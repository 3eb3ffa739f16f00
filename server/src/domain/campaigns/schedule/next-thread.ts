import type { NextTask } from './in-pool.ts';
import { dueInstant } from './schedule.ts';

/** Runs in a parser thread. */
export default ({ schedule, after, now }: NextTask): Date | null => dueInstant(schedule, after, now);
