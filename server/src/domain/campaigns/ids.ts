import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** Made of what it stands for: whoever makes it a second time makes the same one. It begins with the instant, as ids do. */
const derivedId = (at: Date, ...parts: string[]): string =>
  v7({ msecs: at.getTime(), random: createHash('sha256').update(parts.join(' ')).digest().subarray(0, 16) });

/** Two schedulers that see the same instant make one run. */
export const runIdOf = (campaignId: string, instant: Date): string =>
  derivedId(instant, 'run', campaignId, String(instant.getTime()));

/** The job that drives a run; the one that plans it has the id of the run. */
export const driverOf = (runId: string): string => derivedId(new Date(0), 'driver', runId);

/** The timer of an instant, which is there once however often it is set. */
export const timerOf = (campaignId: string, instant: Date): string =>
  derivedId(instant, 'timer', campaignId, String(instant.getTime()));
