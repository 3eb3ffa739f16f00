import type { PreviewTask } from './in-pool.ts';
import { nextInstants } from './schedule.ts';

/** Runs in a parser thread. */
export default ({ schedule, now, count }: PreviewTask): Date[] => nextInstants(schedule, now, count);
