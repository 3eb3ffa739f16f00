import type { Duplex } from 'node:stream';
import { Pool, type PoolClient } from 'pg';
import { contactJson } from '../../server/src/domain/contacts/index.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { type FlowStep, wayOf } from './automations-flow.ts';

/**
 * The same steps as a bare script: for each, one transaction that locks job and run, changes the label, inserts the event, updates the run,
 * the step and the job, and commits. Statements are prepared, and those without a result are pipelined. The script knows the
 * steps, so it evaluates nothing; it has no queue, broker, row-level security, savepoint or concurrency key.
 */
const { DATABASE_URL, TENANT_ID = '', LABEL_IDS = '', POOL_SIZE, CONCURRENCY } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: Number(POOL_SIZE), pipeline: true } as object);
const way = wayOf(LABEL_IDS.split(','));

type Statement = { name: string; text: string };
const statement = (name: string, text: string): Statement => ({ name, text });

const holdJob = statement('hold_job', 'select input from jobs where tenant_id = $1 and id = $2 and attempt = $3 for update');
const lockRun = statement('lock_run', 'select * from automation_runs where tenant_id = $1 and id = $2 for update');
const updateRun = statement(
  'update_run',
  `update automation_runs set status = $3, step_id = $4, variables = $5, waiting_for = $6, wake_at = $7, asked_message_id = $8,
     steps_done = $9, error = $10, chat_id = $11, updated_at = $12, ended_at = $13
   where tenant_id = $1 and id = $2`,
);
const insertStep = statement(
  'log_step',
  `insert into automation_run_steps (tenant_id, id, run_id, automation_id, version_id, step_id, type, outcome, detail, at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);
const continueJob = statement(
  'continue_job',
  `update jobs set attempt = attempt + 1, input = $4, due_at = $5, published_at = $5 where tenant_id = $1 and id = $2 and attempt = $3`,
);
const endJob = statement('end_job', 'delete from jobs where tenant_id = $1 and id = $2');
const readContact = statement(
  'contact',
  `select ${contactJson('k').text} as contact from contacts k where k.tenant_id = $1 and k.id = $2`,
);
const lockContact = statement('lock_contact', 'select 1 from contacts where tenant_id = $1 and id = $2 for update');
const addLabel = statement(
  'add_label',
  `insert into contact_labels (tenant_id, contact_id, label_id, created_at) values ($1, $2, $3, $4)
   on conflict do nothing returning label_id`,
);
const removeLabel = statement(
  'remove_label',
  'delete from contact_labels where tenant_id = $1 and contact_id = $2 and label_id = $3 returning label_id',
);
const touchContact = statement('touch_contact', 'update contacts set updated_at = $3 where tenant_id = $1 and id = $2');
const insertEvent = statement(
  'insert_event',
  `insert into events (tenant_id, id, type, channel_id, channel_type, data, created_at, depth) values ($1, $2, $3, null, null, $4, $5, 1)`,
);
const insertJob = statement(
  'insert_job',
  `insert into jobs (tenant_id, id, name, lane, input, due_at, created_at) values ($1, $2, 'fan_out_event', 'events', $3, $4, $4)`,
);

type Run = { id: string; automation_id: string; version_id: string; contact_id: string; variables: object; attempt: number };
type Contact = Record<'id' | 'firstName' | 'lastName' | 'displayName' | 'isSubscribed', unknown> & {
  handles: { type: string; value: string; isPrimary: boolean }[];
};

const ask = (client: PoolClient, { name, text }: Statement, ...values: unknown[]) =>
  client.query({ name, text, values: [TENANT_ID, ...values] });

/** Pipelined with the statements that follow in the same tick, as in the server. */
function begin(client: PoolClient): Promise<unknown> {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  return client.query('begin');
}

async function step(id: string, index: number): Promise<void> {
  const client = await pool.connect();
  const now = new Date();
  const attempt = index + 1;
  const one = way[index] as FlowStep;
  const isLast = index === way.length - 1;
  const begun = begin(client);
  const [, , locked] = await Promise.all([begun, ask(client, holdJob, id, attempt), ask(client, lockRun, id)]);
  const run = locked.rows[0] as Run;
  if (one.looksAtContact) await ask(client, readContact, run.contact_id);
  const writes: Promise<unknown>[] = [];
  if (index === 0) writes.push(...publish(client, 'automation.run_started', runData(run), now));
  if (one.labelId) writes.push(...(await changeLabel(client, run.contact_id, one, one.labelId, now)));
  writes.push(...saveStep(client, run, index, now));
  if (isLast) writes.push(...publish(client, 'automation.run_completed', runData(run), now), ask(client, endJob, id));
  else writes.push(ask(client, continueJob, id, attempt, '{"signal":{"kind":"go"}}', now));
  await Promise.all([...writes, client.query('commit')]);
  client.release();
}

function saveStep(client: PoolClient, run: Run, index: number, now: Date): Promise<unknown>[] {
  const { stepId, type, outcome, detail } = way[index] as FlowStep;
  const next = way[index + 1]?.stepId ?? null;
  const status = next === null ? 'completed' : 'running';
  const state = [status, next, JSON.stringify(run.variables), null, null, null, index + 1, null, null, now, next ? null : now];
  const line = [run.id, run.automation_id, run.version_id, stepId, type, outcome, detail && JSON.stringify(detail), now];
  return [ask(client, updateRun, run.id, ...state), ask(client, insertStep, newId(systemClock), ...line)];
}

/** Reads the contact after the change, because the event carries its current state. */
async function changeLabel(client: PoolClient, contactId: string, { type }: FlowStep, labelId: string, now: Date) {
  const isNew = type === 'add_label';
  const writes = [
    ask(client, lockContact, contactId),
    isNew ? ask(client, addLabel, contactId, labelId, now) : ask(client, removeLabel, contactId, labelId),
    ask(client, touchContact, contactId, now),
  ];
  const { rows } = await ask(client, readContact, contactId);
  const { handles, ...contact } = rows[0].contact as Contact;
  const { id, firstName, lastName, displayName, isSubscribed } = contact;
  const primary = (wanted: string) => handles.find((one) => one.type === wanted && one.isPrimary)?.value ?? null;
  const data = {
    id,
    firstName,
    lastName,
    displayName,
    isSubscribed,
    phoneNumber: primary('phone_number'),
    email: primary('email'),
    changes: { labelsAdded: isNew ? [labelId] : [], labelsRemoved: [], attributesChanged: [] },
  };
  return [...writes, ...publish(client, 'contact.updated', data, now)];
}

function publish(client: PoolClient, type: string, data: object, now: Date): Promise<unknown>[] {
  const eventId = newId(systemClock);
  return [
    ask(client, insertEvent, eventId, type, JSON.stringify(data), now),
    ask(client, insertJob, newId(systemClock), JSON.stringify({ eventId }), now),
  ];
}

const runData = (run: Run) => ({
  id: run.id,
  automationId: run.automation_id,
  versionId: run.version_id,
  contactId: run.contact_id,
  error: null,
});

/** Executes runs concurrently, each from its first step to its last. */
async function walkAll(): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(`select id from jobs where name = 'advance_run' order by seq`);
  const ids = rows.map(({ id }) => id).values();
  const walkers = Array.from({ length: Number(CONCURRENCY) }, async () => {
    for (const id of ids) for (let index = 0; index < way.length; index++) await step(id, index);
  });
  await Promise.all(walkers);
}

process.on('message', () => void walkAll().then(() => process.send?.('walked')));
process.on('disconnect', () => process.exit());
process.send?.('ready');
