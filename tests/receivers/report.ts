import assert from 'node:assert/strict';
import type { Delivery } from './bench.ts';

export const MOST_DEVIATION = 0.2;

export type Report = ReturnType<typeof createReport>;

/** Counts scenes, prints a line for each, and stores the largest deviation from the retry delays. */
export function createReport(print: (line: string) => void) {
  let behaviours = 0;
  let followed = 0;
  let scheduleError = 0;
  return {
    deviated(share: number): void {
      scheduleError = Math.max(scheduleError, share);
    },
    async scene(name: string, play: () => Promise<string>): Promise<void> {
      behaviours++;
      try {
        print(`followed ${name}: ${await play()}`);
        followed++;
      } catch (error) {
        print(`NOT FOLLOWED ${name}: ${(error as Error).message.replace(/\s+/g, ' ').slice(0, 400)}`);
      }
    },
    figures: () => ({ behaviours, followed, scheduleError: `${(scheduleError * 100).toFixed(1)}%` }),
    kept: () => followed === behaviours && scheduleError <= MOST_DEVIATION,
  };
}

/**
 * The decision was made between the end of the attempt and its record, so the delay is measured from there, as close to the table as
 * possible. Null: there is no next attempt.
 */
export function checkWait(report: Report, delivery: Delivery, waitSeconds: number | null): void {
  const last = delivery.attempts.at(-1);
  if (waitSeconds === null) assert.equal(delivery.nextTryAt, null);
  if (waitSeconds === null || !last) return;
  assert.ok(delivery.nextTryAt, 'there is no next try');
  const promisedAt = Date.parse(delivery.nextTryAt) - waitSeconds * 1000;
  const endedAt = Date.parse(last.startedAt) + last.durationMs;
  const off = Math.max(0, endedAt - promisedAt, promisedAt - Date.parse(delivery.updatedAt));
  const share = Math.floor(off / waitSeconds) / 1000; // times are whole milliseconds
  report.deviated(share);
  assert.ok(share <= MOST_DEVIATION, `the wait is ${(share * 100).toFixed(1)} % off ${waitSeconds} s`);
}
