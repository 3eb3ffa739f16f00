import type { Cause, Ctx } from '../../storage/context.ts';
import { lockAutomationChain } from '../../storage/locks.ts';
import { insertRefusal, selectChain } from './chain.store.ts';

/** Automations that start one another are followed so far and no further. */
const MOST_DEPTH = 5;
/** The runs that automations may cause because of one event; those that hear the event itself are not counted. */
export const MOST_RUNS = 100;

/** What has happened in a chain: how many runs automations have caused, and whether this automation has run in it. */
export type Chain = { runs: number; hasRun: boolean };

export type Refusal = 'too_deep' | 'has_run' | 'too_many_runs';

/** Decides whether an automation may start because another one did something. Pure: the whole rule against endless chains. */
export function refusalIn(chain: Chain, depth: number): Refusal | undefined {
  if (depth === 0) return undefined; // an event that no automation caused
  if (depth > MOST_DEPTH) return 'too_deep';
  if (chain.hasRun) return 'has_run';
  return chain.runs >= MOST_RUNS ? 'too_many_runs' : undefined;
}

const reasons: Record<Refusal, string> = {
  too_deep: `Automations start one another at most ${MOST_DEPTH} times in a row`,
  has_run: 'An automation runs once because of one event; it has run already, so starting it again would be a loop',
  too_many_runs: `Automations start at most ${MOST_RUNS} runs because of one event`,
};

/**
 * Returns whether a run may start in the chain of its cause. One that may not is logged, and shown as a line in the log of the
 * run that would have started it.
 */
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
