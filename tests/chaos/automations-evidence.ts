import type { Client } from 'pg';
import type { Owner } from './automations-tenant.ts';
import { LEASE_SECONDS } from './environment.ts';

/** A run in the database. */
export type Run = {
  id: string;
  contactId: string;
  status: string;
  stepsDone: number;
  answer: string | null;
  reason: string | null;
  error: { step: string; message: string } | null;
  /** True when the run has not ended and its job is missing or long overdue. */
  isStuck: boolean;
};

/** A line of the log of a run. `until` is the end of its wait. */
export type Line = { runId: string; stepId: string; outcome: string; at: Date; until: Date | null };

/** The state of a contact, and how many events report each change. */
export type Effects = {
  contactId: string;
  labels: string[];
  attribute: string | null;
  labelled: number;
  noted: number;
  closed: number;
  started: number;
  completed: number;
};

/** A message to or from a contact. */
export type Text = { contactId: string; text: string; sendState: string | null; at: Date };

export type Evidence = { runs: Run[]; lines: Line[]; effects: Effects[]; outbound: Text[]; inbound: Text[]; jobsLeft: number };

export async function readEvidence(client: Client, { tenantId, automationId }: Owner): Promise<Evidence> {
  const all = async <R extends object>(text: string, ...values: string[]) =>
    (await client.query<R>(text, [tenantId, ...values])).rows;
  const [left] = await all<{ n: number }>('select count(*)::int as n from jobs where tenant_id = $1');
  const texts = await all<Text & { sender: string }>(TEXTS);
  return {
    runs: await all<Run>(RUNS, automationId),
    lines: await all<Line>(LINES),
    effects: await all<Effects>(EFFECTS),
    outbound: texts.filter(({ sender }) => sender === 'outbound'),
    inbound: texts.filter(({ sender }) => sender === 'inbound'),
    jobsLeft: left?.n ?? 0,
  };
}

/** Counts jobs and unfinished runs. */
export async function countOpen(client: Client, { tenantId }: Owner): Promise<number> {
  const { rows } = await client.query<{ n: number }>(OPEN, [tenantId]);
  return rows[0]?.n ?? 0;
}

/** Counts the log lines of all runs. */
export async function countSteps(client: Client, { tenantId }: Owner): Promise<number> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from automation_run_steps where tenant_id = $1', [
    tenantId,
  ]);
  return rows[0]?.n ?? 0;
}

const OPEN = `select (select count(*) from jobs where tenant_id = $1)::int
    + (select count(*) from automation_runs where tenant_id = $1 and status in ('running', 'waiting'))::int as n`;

const RUNS = `select r.id, r.contact_id as "contactId", r.status, r.steps_done as "stepsDone", r.variables->>'answer' as answer,
    r.variables->>'reason' as reason, r.error,
    r.status in ('running', 'waiting') and coalesce(j.due_at < now() - interval '${2 * LEASE_SECONDS} seconds', true) as "isStuck"
  from automation_runs r left join jobs j on j.tenant_id = r.tenant_id and j.id = r.id
  where r.tenant_id = $1 and r.automation_id = $2`;

const LINES = `select run_id as "runId", step_id as "stepId", outcome, at, (detail->>'until')::timestamptz as until
  from automation_run_steps where tenant_id = $1 order by id`;

const TEXTS = `select c.contact_id as "contactId", m.sender, m.text, m.send_state as "sendState", m.created_at as at
  from messages m join chats c on c.tenant_id = m.tenant_id and c.id = m.chat_id where m.tenant_id = $1`;

/** Counts events, because a change that was made twice has two events although its row looks the same. */
const EFFECTS = `with counted as (
    select coalesce(data->>'contactId', data->>'id')::uuid as contact_id,
      count(*) filter (where type = 'contact.updated' and data->'changes'->'labelsAdded' <> '[]') as labelled,
      count(*) filter (where type = 'contact.updated' and data->'changes'->'attributesChanged' <> '[]') as noted,
      count(*) filter (where type = 'chat.status_changed' and data->>'status' = 'closed') as closed,
      count(*) filter (where type = 'automation.run_started') as started,
      count(*) filter (where type = 'automation.run_completed') as completed
    from events where tenant_id = $1
      and type in ('contact.updated', 'chat.status_changed', 'automation.run_started', 'automation.run_completed')
    group by 1)
  select t.contact_id as "contactId", t.labelled::int, t.noted::int, t.closed::int, t.started::int, t.completed::int,
    array(select l.name from contact_labels cl join labels l on l.tenant_id = cl.tenant_id and l.id = cl.label_id
      where cl.tenant_id = $1 and cl.contact_id = t.contact_id) as labels,
    (select ca.value #>> '{}' from contact_attributes ca where ca.tenant_id = $1 and ca.contact_id = t.contact_id) as attribute
  from counted t`;
