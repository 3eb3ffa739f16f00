import sql from 'sql-template-tag';
import { type Ctx, idFor, row, rows } from '../../storage/context.ts';

/** Counts the runs of a chain that other runs started, and returns whether this automation has run in it. */
export async function selectChain(ctx: Ctx, chainId: string, automationId: string): Promise<{ runs: number; hasRun: boolean }> {
  const counted = await row<{ runs: number; hasRun: boolean }>(
    ctx,
    sql`select count(*) filter (where depth > 0)::int as runs, coalesce(bool_or(automation_id = ${automationId}), false) as "hasRun"
        from automation_runs where tenant_id = ${ctx.tenantId} and chain_id = ${chainId}`,
  );
  return counted ?? { runs: 0, hasRun: false };
}

/** Adds a line to the log of a run for an automation that it was not allowed to start; once per automation. */
export const insertRefusal = (ctx: Ctx, runId: string, detail: { automationId: string; reason: string }) =>
  rows(
    ctx,
    sql`insert into automation_run_steps (tenant_id, id, run_id, automation_id, version_id, step_id, type, outcome, detail, at)
        select r.tenant_id, ${idFor(ctx)}, r.id, r.automation_id, r.version_id, 'chain', 'chain', 'not_started',
          ${JSON.stringify(detail)}::jsonb, ${ctx.clock.now()}
        from automation_runs r
        where r.tenant_id = ${ctx.tenantId} and r.id = ${runId} and not exists (
          select 1 from automation_run_steps s where s.tenant_id = r.tenant_id and s.run_id = r.id and s.outcome = 'not_started'
            and s.detail->>'automationId' = ${detail.automationId})`,
  );
