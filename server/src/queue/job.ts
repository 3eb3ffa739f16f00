import type { z } from 'zod';

/**
 * A kind of work that runs later, with its policy in sight. `retryAfterSeconds` is the wait after each failed try; the
 * last one repeats for ever, because a job that vanishes is a promise broken. `laneLimit` is how many jobs of one lane
 * may be under way at once: 1 keeps them in order. `tenantLimit` is the same for all jobs of a tenant, with and without a
 * lane; it is below the concurrency of one process (`job-handlers/limits.test.ts`), so that others always have room.
 */
export type Job<Input = unknown> = {
  name: string;
  input: z.ZodType<Input>;
  retryAfterSeconds: readonly [number, ...number[]];
  laneLimit: number;
  tenantLimit: number;
};

export const defineJob = <Input>(job: Job<Input>): Job<Input> => job;

/** Where jobs without a lane wait that are due while their tenant has no room. They are in no order, and timers are never here. */
export const TENANT_LANE = '*';

/** What travels through the broker: which row, and which attempt of it. */
export type JobRef = { tenantId: string; id: string; attempt: number };

/** Work that starts at once, and work that comes out of a queue: the second steps aside for the first. */
export const subjectOf = (name: string): string => `jobs.${name}`;
export const queueSubjectOf = (name: string): string => `jobs.${name}.queue`;
export const encodeRef = ({ tenantId, id, attempt }: JobRef): string => `${tenantId} ${id} ${attempt}`;

export function decodeRef(text: string): JobRef | undefined {
  const [tenantId, id, attempt] = text.split(' ');
  return tenantId && id && attempt ? { tenantId, id, attempt: Number(attempt) } : undefined;
}

export const waitAfter = (job: Job, attempt: number): number =>
  job.retryAfterSeconds[Math.min(attempt, job.retryAfterSeconds.length) - 1] ?? job.retryAfterSeconds[0];
