import { type Origin, originFrom, type Span } from '../platform/tracing.ts';
import type { Ctx } from '../storage/context.ts';
import type { Job } from './job.ts';

type JobRun = { id: string; attempt?: number; origin?: Origin | null | undefined };

/** A run of a job: the origin of what it causes, and the function that ends its span. */
export type StartedJob = { origin: Origin | undefined; end(error?: unknown): void };

/** Starts the span of a run of a job. It continues the trace of what caused the job, or begins one if the kind says so. */
export function startJob(ctx: Ctx, { name, trace }: Pick<Job, 'name' | 'trace'>, run: JobRun): StartedJob {
  const cause = run.origin ?? undefined;
  const isOwn = trace === 'own';
  const span = ctx.tracing?.start(`job ${name}`, {
    kind: 'consumer',
    parent: isOwn ? undefined : cause?.traceparent,
    links: isOwn ? [cause?.traceparent] : [],
    attributes: attributesOf(ctx, name, run),
  });
  return { origin: originFrom(isOwn ? undefined : cause, span), end: (error) => span?.end(error) };
}

const attributesOf = ({ tenantId }: Ctx, name: string, { id, attempt, origin }: JobRun): Parameters<Span['set']>[0] => ({
  'patchbay.job': name,
  'patchbay.job_id': id,
  'patchbay.attempt': attempt,
  'patchbay.request_id': origin?.requestId,
  'patchbay.tenant_id': tenantId,
});

/** Does the work of a job: what it creates stores the job's origin, and its log lines name the request that caused it. */
export async function asJob<T>(
  ctx: Ctx,
  job: Pick<Job, 'name' | 'trace'>,
  run: JobRun,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const { origin, end } = startJob(ctx, job, run);
  if (!origin) return work(ctx);
  const { requestId } = origin;
  const log = requestId === undefined ? ctx.log : ctx.log.child({ requestId });
  try {
    const result = await work({ ...ctx, origin, log });
    end();
    return result;
  } catch (error) {
    end(error);
    throw error;
  }
}
