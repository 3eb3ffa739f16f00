import { Client } from 'pg';
import { createAutomation, publishAutomation, startRun } from '../../server/src/domain/automations/index.ts';
import { createLabel } from '../../server/src/domain/labels/index.ts';
import { type Ctx, inTransaction } from '../../server/src/storage/context.ts';
import { flowOf, LABELS, variables } from './automations-flow.ts';
import type { BenchEnvironment } from './environment.ts';

const DAY_MS = 86_400_000;
const AT_ONCE = 500;

export type Flow = { automationId: string; version: { id: string; definition: ReturnType<typeof flowOf> }; labelIds: string[] };

/** The published automation and its labels, in the tenant of the environment. */
export async function seedFlow({ ctx }: BenchEnvironment): Promise<Flow> {
  const labelIds: string[] = [];
  for (let i = 0; i < LABELS; i++) labelIds.push((await createLabel(ctx, { name: `Label ${i}`, color: '#336699' })).id);
  const draft = await createAutomation(ctx, { name: 'Bench', description: null, ...flowOf(labelIds) });
  const { id, activeVersion } = await publishAutomation(ctx, draft.id);
  if (!activeVersion) throw new Error('the automation is published and has no active version');
  return { automationId: id, version: activeVersion, labelIds };
}

/**
 * Starts one run per contact through the server's own code, for a future time, on empty tables. The database's work for the seeding and
 * for earlier rounds is not measured.
 */
export async function seedRuns(client: Client, ctx: Ctx, flow: Flow, contactIds: string[]): Promise<void> {
  await client.query('truncate automation_runs, automation_run_steps, events, jobs, contact_labels');
  const at = new Date(Date.now() + DAY_MS);
  const start = { automation: { id: flow.automationId }, version: flow.version, variables, at };
  for (let i = 0; i < contactIds.length; i += AT_ONCE) {
    const some = contactIds.slice(i, i + AT_ONCE);
    await inTransaction(ctx, async (ctx) => {
      for (const contactId of some) await startRun(ctx, { ...start, contactId });
    });
  }
  await client.query('vacuum (analyze) automation_runs, automation_run_steps, events, jobs, contact_labels, contacts, handles');
  await client.query('checkpoint');
}

export async function openClient(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}
