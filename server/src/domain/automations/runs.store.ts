import sql from 'sql-template-tag';
import { alongWithCommit, type Ctx, idFor, prepared, row, rows } from '../../storage/context.ts';
import type { LogLine, RunState } from './execution/state.ts';
import type { Run, RunStep } from './run.ts';

export const runColumns = sql`id, automation_id as "automationId", version_id as "versionId", contact_id as "contactId", chat_id as "chatId",
  channel_id as "channelId", status, step_id as "stepId", variables, waiting_for as "waitingFor", wake_at as "wakeAt",
  asked_message_id as "askedMessageId", steps_done as "stepsDone", depth, chain_id as "chainId", error, created_at as "createdAt", updated_at as "updatedAt",
  ended_at as "endedAt"`;

export type NewRunRow = {
  id: string;
  automationId: string;
  versionId: string;
  contactId: string;
  chatId: string | null;
  channelId: string | null;
  depth: number;
  chainId: string;
  isSingle: boolean;
};

/** Inserts a run. Returns false when the automation allows one open run per contact and there is one, or has run in this chain. */
export async function insertRun(ctx: Ctx, run: NewRunRow, state: RunState): Promise<boolean> {
  const now = ctx.clock.now();
  const inserted = await row(
    ctx,
    sql`insert into automation_runs (tenant_id, id, automation_id, version_id, contact_id, chat_id, channel_id, status, step_id, variables,
          depth, chain_id, is_single, created_at, updated_at)
        values (${ctx.tenantId}, ${run.id}, ${run.automationId}, ${run.versionId}, ${run.contactId}, ${run.chatId}, ${run.channelId},
          ${state.status}, ${state.stepId}, ${JSON.stringify(state.variables)}, ${run.depth}, ${run.chainId}, ${run.isSingle}, ${now}, ${now})
        on conflict do nothing returning id`,
  );
  return inserted !== undefined;
}

/** Inserts many runs, each with its own chain. Returns the ids of the inserted runs. */
export async function insertRuns(
  ctx: Ctx,
  { automationId, versionId, channelId, depth, isSingle }: Omit<NewRunRow, 'id' | 'contactId' | 'chatId' | 'chainId'>,
  runs: { id: string; contactId: string; state: RunState }[],
): Promise<Set<string>> {
  const now = ctx.clock.now();
  const inserted = await rows<{ id: string }>(
    ctx,
    sql`insert into automation_runs (tenant_id, id, automation_id, version_id, contact_id, channel_id, status, step_id, variables,
          depth, chain_id, is_single, created_at, updated_at)
        select ${ctx.tenantId}, r.id, ${automationId}, ${versionId}, r.contact_id, ${channelId}, r.status, r.step_id, r.variables,
          ${depth}, r.id, ${isSingle}, ${now}, ${now}
        from unnest(${runs.map((one) => one.id)}::uuid[], ${runs.map((one) => one.contactId)}::uuid[],
          ${runs.map((one) => one.state.status)}::text[], ${runs.map((one) => one.state.stepId)}::text[],
          ${runs.map((one) => JSON.stringify(one.state.variables))}::jsonb[]) as r(id, contact_id, status, step_id, variables)
        on conflict do nothing returning id`,
  );
  return new Set(inserted.map(({ id }) => id));
}

const locking = prepared('lock_run', sql`select ${runColumns} from automation_runs where tenant_id = $1 and id = $2 for update`);
export const lockRun = (ctx: Ctx, id: string): Promise<Run | undefined> => row<Run>(ctx, locking(ctx.tenantId, id));

const reading = prepared('run', sql`select ${runColumns} from automation_runs where tenant_id = $1 and id = $2`);
export const selectRun = (ctx: Ctx, id: string): Promise<Run | undefined> => row<Run>(ctx, reading(ctx.tenantId, id));

const updating = prepared(
  'update_run',
  sql`update automation_runs set status = $3, step_id = $4, variables = $5, waiting_for = $6, wake_at = $7, asked_message_id = $8,
        steps_done = $9, error = $10, chat_id = $11, updated_at = $12, ended_at = $13
      where tenant_id = $1 and id = $2`,
);

export function updateRun(ctx: Ctx, run: Run): void {
  alongWithCommit(
    ctx,
    updating(
      ctx.tenantId,
      run.id,
      run.status,
      run.stepId,
      JSON.stringify(run.variables),
      run.waitingFor,
      run.wakeAt,
      run.askedMessageId,
      run.stepsDone,
      run.error && JSON.stringify(run.error),
      run.chatId,
      ctx.clock.now(),
      run.endedAt,
    ),
  );
}

const logging = prepared(
  'log_steps',
  sql`insert into automation_run_steps (tenant_id, id, run_id, automation_id, version_id, step_id, type, outcome, detail, at)
      select $1, l.id, $2, $3, $4, l.step_id, l.type, l.outcome, l.detail, $5
      from unnest($6::uuid[], $7::text[], $8::text[], $9::text[], $10::jsonb[]) as l(id, step_id, type, outcome, detail)`,
);

export function insertSteps(ctx: Ctx, run: Run, lines: LogLine[]): void {
  const columns = [
    lines.map(() => idFor(ctx)),
    lines.map(({ stepId }) => stepId),
    lines.map(({ type }) => type),
    lines.map(({ outcome }) => outcome),
    lines.map(({ detail }) => detail && JSON.stringify(detail)),
  ];
  alongWithCommit(ctx, logging(ctx.tenantId, run.id, run.automationId, run.versionId, ctx.clock.now(), ...columns));
}

export const selectSteps = (ctx: Ctx, runId: string): Promise<RunStep[]> =>
  rows<RunStep>(
    ctx,
    sql`select id, step_id as "stepId", type, outcome, detail, at from automation_run_steps
        where tenant_id = ${ctx.tenantId} and run_id = ${runId} order by id`,
  );

/** Selects the runs that wait for a reply in a chat. */
export const selectAwaitingReply = (ctx: Ctx, chatId: string): Promise<{ id: string; askedMessageId: string | null }[]> =>
  rows<{ id: string; askedMessageId: string | null }>(
    ctx,
    sql`select id, asked_message_id as "askedMessageId" from automation_runs
        where tenant_id = ${ctx.tenantId} and chat_id = ${chatId} and waiting_for = 'reply' order by id`,
  );

/** Returns the chats that have a run that waits for a reply. */
export const selectChatsAwaitingReply = async (ctx: Ctx, chatIds: string[]): Promise<Set<string>> => {
  if (chatIds.length === 0) return new Set();
  const chats = await rows<{ chatId: string }>(
    ctx,
    sql`select distinct chat_id as "chatId" from automation_runs
        where tenant_id = ${ctx.tenantId} and chat_id = any(${chatIds}::uuid[]) and waiting_for = 'reply'`,
  );
  return new Set(chats.map(({ chatId }) => chatId));
};

export const selectUnfinished = async (ctx: Ctx, automationId: string): Promise<string[]> => {
  const unfinished = await rows<{ id: string }>(
    ctx,
    sql`select id from automation_runs
        where tenant_id = ${ctx.tenantId} and automation_id = ${automationId} and status in ('running', 'waiting') order by id`,
  );
  return unfinished.map(({ id }) => id);
};

export type StepCount = { stepId: string; type: string; outcome: string; count: number };

/** Counts the log lines of an automation by step and outcome. */
export const countSteps = (ctx: Ctx, automationId: string, from: Date, until: Date): Promise<StepCount[]> =>
  rows<StepCount>(
    ctx,
    sql`select step_id as "stepId", type, outcome, count(*)::int as count from automation_run_steps
        where tenant_id = ${ctx.tenantId} and automation_id = ${automationId}
          and id >= uuid_floor(${from}) and id < uuid_floor(${until})
        group by step_id, type, outcome order by step_id, outcome`,
  );

export type TriggerRow = { automationId: string; versionId: string; channelId: string | null };

/** Returns the trigger types of all active automations of the tenant. */
export const selectTriggerTypes = async (ctx: Ctx): Promise<Set<string>> => {
  const types = await rows<{ type: string }>(
    ctx,
    sql`select distinct trigger_type as type from automation_triggers where tenant_id = ${ctx.tenantId}`,
  );
  return new Set(types.map(({ type }) => type));
};

/** Selects the active automations that an event of this trigger type on this channel can start. */
export const selectTriggers = (ctx: Ctx, triggerType: string, channelId: string | null): Promise<TriggerRow[]> =>
  rows<TriggerRow>(
    ctx,
    sql`select automation_id as "automationId", version_id as "versionId", channel_id as "channelId" from automation_triggers
        where tenant_id = ${ctx.tenantId} and trigger_type = ${triggerType} and (channel_id is null or channel_id = ${channelId}::uuid)
        order by automation_id`,
  );
