import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** Returns a UUIDv7 derived from its parts: the same parts give the same id. */
const derivedId = (at: Date, ...parts: string[]): string =>
  v7({ msecs: at.getTime(), random: createHash('sha256').update(parts.join(' ')).digest().subarray(0, 16) });

/** Returns the id of a run. Two schedulers that start the same instant create one run. */
export const runIdOf = (campaignId: string, instant: Date): string =>
  derivedId(instant, 'run', campaignId, String(instant.getTime()));

/** Returns the id of a run's dispatch job. The job that expands the audience has the id of the run. */
export const driverOf = (runId: string): string => derivedId(new Date(0), 'driver', runId);

/** Returns the id of the timer of an instant, so that it is set once. */
export const timerOf = (campaignId: string, instant: Date): string =>
  derivedId(instant, 'timer', campaignId, String(instant.getTime()));
