import { Failure, type InvalidParams } from '../../../platform/errors.ts';
import { checkSchedule } from './check.ts';
import type { CheckTask } from './in-pool.ts';

/** Runs in a parser thread. */
export default function check({ schedule, now }: CheckTask): InvalidParams | null {
  try {
    checkSchedule(schedule, now);
    return null;
  } catch (error) {
    if (error instanceof Failure && error.detail.invalidParams) return error.detail.invalidParams;
    throw error;
  }
}
