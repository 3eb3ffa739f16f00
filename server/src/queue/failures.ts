import type { Metrics } from '../platform/metrics.ts';
import type { Origin } from '../platform/tracing.ts';
import type { Ctx } from '../storage/context.ts';
import { selectJobs } from './attempts.store.ts';
import { updateFailed } from './failures.store.ts';
import {
  DEFAULT_FAIL_AFTER,
  type FailAfter,
  INVALID_INPUT_FAIL_AFTER,
  InvalidJobInput,
  type Job,
  type JobRef,
  parseInput,
} from './job.ts';

export type FailingKind = Pick<Job, 'name' | 'retryAfterSeconds' | 'failAfter'>;

const limitFor = ({ failAfter = DEFAULT_FAIL_AFTER }: FailingKind, error: unknown): FailAfter =>
  error instanceof InvalidJobInput ? INVALID_INPUT_FAIL_AFTER : failAfter;

/**
 * Records that an attempt failed: the job waits for its retry, or is set to `failed` where the limit of its kind is reached. An
 * attempt that is no longer the current one matches no row.
 */
export async function recordFailure(ctx: Ctx, kind: FailingKind, ref: JobRef, error: unknown): Promise<void> {
  const after = await updateFailed(ctx, ref, {
    waitsMs: kind.retryAfterSeconds.map((seconds) => seconds * 1000),
    failAfter: limitFor(kind, error),
    reason: (error as Error).message,
  });
  const { failures, failedAt, dueAt, origin } = after ?? {};
  const requestId = ctx.origin?.requestId ? undefined : origin?.requestId; // `asJob` has added it to the log of its context
  const fields = { err: error, job: kind.name, jobId: ref.id, tenantId: ref.tenantId, requestId, attempt: ref.attempt, failures };
  if (failedAt) ctx.log.error(fields, 'job failed, not retrying; see: npm run admin -- jobs list');
  else ctx.log.warn({ ...fields, nextAttemptAt: dueAt }, 'job failed, retrying');
}

/** Returns false where the failure cannot be recorded: then the message comes again when its lease ends. */
export async function retryLater(
  { metrics }: { metrics: Metrics },
  ctx: Ctx,
  kind: FailingKind,
  ref: JobRef,
  error: unknown,
): Promise<boolean> {
  metrics.jobFailures.add(1, { job: kind.name });
  return recordFailure(ctx, kind, ref, error).then(
    () => true,
    () => false,
  );
}

/** A job with its parsed input. */
export type LoadedJob<Input> = { id: string; input: Input; concurrencyKey: string; origin: Origin | null };

/**
 * Returns those of the jobs whose attempt is the current one, with their parsed inputs. A job whose input does not parse is recorded
 * as failed and left out, as if another worker had it.
 */
export async function loadJobs<Input>(
  ctx: Ctx,
  kind: FailingKind & Pick<Job<Input>, 'input'>,
  refs: JobRef[],
): Promise<LoadedJob<Input>[]> {
  const loaded: LoadedJob<Input>[] = [];
  for (const job of await selectJobs(ctx, refs)) {
    try {
      loaded.push({ ...job, input: parseInput(kind, job.input) });
    } catch (error) {
      const ref = refs.find(({ id }) => id === job.id);
      if (ref) await recordFailure(ctx, kind, ref, error);
    }
  }
  return loaded;
}
