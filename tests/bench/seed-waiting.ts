import type { Client } from 'pg';
import { createAutomation, Definition, publishAutomation } from '../../server/src/domain/automations/index.ts';
import type { BenchEnvironment } from './environment.ts';
import { idAt } from './seed-contacts.ts';

const OTHER_TENANTS = 5;
/** Nine of ten runs belong to one tenant; the rest is spread over others. */
const SHARE_OF_ONE = 0.9;
const RUNS_PER_CONTACT = 10;

const waiting = Definition.parse({
  trigger: { type: 'api' },
  steps: [
    { id: 'look', type: 'branch', cases: [{ if: 'eq(variables.tier,"gold")', next: 'pause' }] },
    { id: 'pause', type: 'wait', seconds: 30 * 86_400, next: 'again' },
    { id: 'again', type: 'branch', cases: [{ if: 'eq(variables.tier,"silver")', next: 'end' }], otherwise: 'end' },
    { id: 'end', type: 'end' },
  ],
});

/**
 * Inserts runs that started within the last thirty days and wait for a time within the next thirty, each with its job and a log
 * entry, by set-based SQL as the owner. None is due within the next ten minutes.
 */
export async function seedWaiting(environment: BenchEnvironment, client: Client, runs: number): Promise<void> {
  await client.query(`select make_partitions(now() - interval '31 days', now())`);
  // Every row has its parent; foreign key checks of a million rows are not measured.
  await client.query('set session_replication_role = replica');
  const ofOne = Math.round(runs * SHARE_OF_ONE);
  await seedTenant(client, environment.ctx, ofOne);
  for (let tenants = OTHER_TENANTS, rest = runs - ofOne; tenants > 0; tenants--) {
    const share = Math.round(rest / tenants);
    await seedTenant(client, (await environment.newTenant()).ctx, share);
    rest -= share;
  }
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

async function seedTenant(client: Client, ctx: BenchEnvironment['ctx'], runs: number): Promise<void> {
  const { id } = await createAutomation(ctx, { name: 'Wait', description: null, ...waiting });
  const { activeVersionId } = await publishAutomation(ctx, id);
  await client.query('begin');
  for (const { text, values } of rowsOf(ctx.tenantId, id, activeVersionId, runs)) await client.query(text, values);
  await client.query('commit');
}

const rowsOf = (tenantId: string, automationId: string, versionId: string | null, runs: number) => [
  {
    text: `create temp table people on commit drop as select n, gen_random_uuid() as id from generate_series(0, ${Math.ceil(runs / RUNS_PER_CONTACT)}) n`,
  },
  {
    text: `insert into contacts (tenant_id, id, first_name, is_subscribed, created_at, updated_at)
           select $1, id, 'Ada', true, now(), now() from people`,
    values: [tenantId],
  },
  {
    text: `create temp table seeds on commit drop as
           select ${idAt('began', 'runs.n')} as id, began, p.id as contact_id,
             date_trunc('milliseconds', now() + interval '10 minutes' + random() * interval '30 days') as wakes
           from (select n, date_trunc('milliseconds', now() - n * (interval '30 days' / ${runs})) as began
             from generate_series(1, ${runs}) n) runs
           join people p on p.n = runs.n / ${RUNS_PER_CONTACT}`,
  },
  {
    text: `insert into automation_runs (tenant_id, id, automation_id, version_id, contact_id, status, step_id, variables, waiting_for,
             wake_at, steps_done, created_at, updated_at)
           select $1, id, $2, $3, contact_id, 'waiting', 'pause', '{"tier": "gold", "orders": 4, "city": "Lisbon"}', 'time', wakes, 2, began, began
           from seeds order by began`,
    values: [tenantId, automationId, versionId],
  },
  {
    text: `insert into jobs (tenant_id, id, name, input, attempt, due_at, created_at)
           select $1, id, 'advance_run', '{"signal": {"kind": "woke"}}', 3, wakes, began from seeds order by began`,
    values: [tenantId],
  },
  {
    text: `insert into automation_run_steps (tenant_id, id, run_id, automation_id, version_id, step_id, type, outcome, detail, at)
           select $1, id, id, $2, $3, 'pause', 'wait', 'waiting', jsonb_build_object('until', wakes), began from seeds order by began`,
    values: [tenantId, automationId, versionId],
  },
];
