import type { z } from 'zod';

/** Whether jobs of a kind may be given a time in the future. Such a job counts towards no limit until it is due. */
export type Timers = 'unlimited' | 'none';

/**
 * When a job that keeps failing is set to `failed`: after this many failures in a row, the first of them at least so many days
 * ago. `never`: the job is retried until it succeeds or until its handler gives up, because it carries something that was promised.
 */
export type FailAfter = { failures: number; days: number } | 'never';

/** Counts for every kind that does not declare its own. */
export const DEFAULT_FAIL_AFTER: FailAfter = { failures: 10, days: 1 };

/** An input that does not parse sets its job to `failed` after so many attempts: in between a worker of another version may take it. */
export const INVALID_INPUT_FAIL_AFTER: FailAfter = { failures: 5, days: 0 };

/** A kind of job and its policy. A kind that leaves out one of the limits does not compile. */
export type Job<Input = unknown, T extends Timers = Timers> = {
  name: string;
  /** Every worker parses the input with this schema before the handler sees it. */
  input: z.ZodType<Input>;
  /** The wait after each failure in a row. The last one repeats. */
  retryAfterSeconds: readonly [number, ...number[]];
  /** The most jobs of one concurrency key that are published at once. 1 keeps the jobs of a key in order. */
  concurrencyLimit: number;
  /**
   * The most jobs of one tenant that are published at once, with and without a concurrency key. It is below the concurrency of one
   * process (`job-handlers/limits.test.ts`), so that other tenants always find room.
   */
  tenantLimit: number;
  timers: T;
  failAfter?: FailAfter;
  /** `own`: every run begins a trace of its own, linked with its cause. For kinds that repeat for as long as something exists. */
  trace?: 'own';
};

/** The part of a kind that is needed to start the next job of a concurrency key. */
export type JobKind = Pick<Job, 'name' | 'concurrencyLimit'>;

export const defineJob = <Input, T extends Timers>(job: Job<Input, T>): Job<Input, T> => job;

/** The concurrency key of jobs that have none of their own and are due while their tenant has no room. It keeps no order and holds no timers. */
export const TENANT_KEY = '*';

/** The content of a broker message: which row, and which attempt of it. */
export type JobRef = { tenantId: string; id: string; attempt: number };

/** Jobs that start at once, and jobs that waited for room. A busy worker takes the first before the second. */
export const subjectOf = (name: string): string => `jobs.${name}`;
export const queueSubjectOf = (name: string): string => `jobs.${name}.queue`;
export const encodeRef = ({ tenantId, id, attempt }: JobRef): string => `${tenantId} ${id} ${attempt}`;

export function decodeRef(text: string): JobRef | undefined {
  const [tenantId, id, attempt] = text.split(' ');
  return tenantId && id && attempt ? { tenantId, id, attempt: Number(attempt) } : undefined;
}

/** Returns the wait in seconds after a number of attempts. */
export const waitAfter = ({ retryAfterSeconds }: Pick<Job, 'retryAfterSeconds'>, attempt: number): number =>
  retryAfterSeconds[Math.min(attempt, retryAfterSeconds.length) - 1] ?? retryAfterSeconds[0];

/** The stored input of a job does not match the schema of its kind. */
export class InvalidJobInput extends Error {}

/**
 * Returns the input as the job's schema reads it, or throws `InvalidJobInput`. Fields that the schema does not have stay: a step of a newer
 * version may have stored them for its next step, and a worker of this version must not drop them.
 */
export function parseInput<Input>({ name, input }: Pick<Job<Input>, 'name' | 'input'>, stored: unknown): Input {
  const parsed = input.safeParse(stored);
  if (parsed.success) return typeof stored === 'object' ? { ...stored, ...parsed.data } : parsed.data;
  throw new InvalidJobInput(`The input of a ${name} job does not match its schema: ${parsed.error.message}`);
}
