import type { Cause, Ctx } from '../../storage/context.ts';
import { lockAutomationChain } from '../../storage/locks.ts';
import { insertRefusal, selectChain } from './chain.store.ts';

/** The maximum number of automations that start one another in a row. */
const MAX_DEPTH = 5;
/** The maximum number of runs in one chain that other runs started. Runs that the first event started do not count. */
export const MAX_RUNS = 100;

/** `runs` counts the runs of a chain that other runs started. `hasRun`: this automation has already run in the chain. */
export type Chain = { runs: number; hasRun: boolean };

export type Refusal = 'too_deep' | 'has_run' | 'too_many_runs';

/** Decides whether a run may start another automation; this is the rule against endless chains. Pure. */
export function refusalIn(chain: Chain, depth: number): Refusal | undefined {
  if (depth === 0) return undefined; // an event that no automation caused
  if (depth > MAX_DEPTH) return 'too_deep';
  if (chain.hasRun) return 'has_run';
  return chain.runs >= MAX_RUNS ? 'too_many_runs' : undefined;
}

const reasons: Record<Refusal, string> = {
  too_deep: `Automations start one another at most ${MAX_DEPTH} times in a row`,
  has_run: 'An automation runs once because of one event; it has run already, so starting it again would be a loop',
  too_many_runs: `Automations start at most ${MAX_RUNS} runs because of one event`,
};

/** Returns whether a run may start in the chain of its cause. A refusal is logged, also in the log of the run that caused it. */
export async function mayStart(ctx: Ctx, automationId: string, cause: Cause | undefined): Promise<boolean> {
  if (!cause || cause.depth === 0) return true;
  await lockAutomationChain(ctx, cause.chainId);
  const refusal = refusalIn(await selectChain(ctx, cause.chainId, automationId), cause.depth);
  if (!refusal) return true;
  const { chainId, runId, depth } = cause;
  ctx.log.warn({ tenantId: ctx.tenantId, automationId, chainId, runId, depth, refusal }, 'automation not started: chain limit');
  if (runId !== null) await insertRefusal(ctx, runId, { automationId, reason: reasons[refusal] });
  return false;
}
