import { jobs } from '../catalogue/jobs.ts';
import { tellRun } from '../domain/automations/index.ts';
import type { JobRef } from '../engine/job.ts';
import type { BatchHandler } from '../engine/worker.ts';
import type { PostOutcome, SafeFetch } from '../platform/safe-fetch.ts';
import { storable } from '../platform/storable.ts';
import type { Ctx } from '../storage/context.ts';
import { againAt, type Ending, providerJob } from './provider-job.ts';

type Call = { runId: string; visit: number; method: string; url: string; headers: Record<string, string>; body: string | null };

const TRIES = 3;

/** Makes a run's request, guarded as webhooks are. Every try has the same Idempotency-Key, so the other side can know a repeat. */
export const createHttpCaller = ({ safeFetch }: { safeFetch: SafeFetch }): BatchHandler =>
  providerJob<Call>(jobs.callHttp, async (ctx, call, ref) => {
    const headers = { 'content-type': 'application/json', ...call.headers, 'idempotency-key': `${call.runId}:${call.visit}` };
    const outcome = await safeFetch.request({ method: call.method, url: call.url, headers, body: call.body });
    return isPassing(outcome) && ref.attempt < TRIES ? { againAt: again(ctx, ref) } : tell(call, outcome);
  });

const again = (ctx: Ctx, ref: JobRef): Date => againAt(ctx, jobs.callHttp, ref);

const isPassing = (outcome: PostOutcome): boolean =>
  outcome.kind === 'failed' ? outcome.error !== 'blocked_address' : outcome.status >= 500 || outcome.status === 429;

const tell = ({ runId, visit }: Call, outcome: PostOutcome): Ending => ({
  async record(ctx) {
    const signal =
      outcome.kind === 'answered'
        ? ({ kind: 'answered', status: outcome.status, body: readable(outcome.body) } as const)
        : ({ kind: 'unanswered', reason: outcome.message } as const);
    await tellRun(ctx, runId, signal, (run) => run.waitingFor === 'http' && run.stepsDone === visit);
  },
});

/** JSON as what it says, anything else as text; neither deeper nor longer than a run should carry along. */
function readable(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return depthOf(value) <= 10 ? storable(value) : body;
  } catch {
    return body;
  }
}

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
