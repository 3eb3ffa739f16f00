import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { startProcess } from '../../server/src/test-kit/server-process.ts';
import { atEnd } from '../chaos/endings.ts';
import { median } from '../ratios/median.ts';
import { openLine } from './campaign-line.ts';
import { insertContacts } from './seed-contacts.ts';
import { openClient } from './seed-runs.ts';

/** A rate so low that almost nothing is sent. */
const RATE_PER_SECOND = 1;
const LOOK_EVERY_MS = 250;
/** Since the last progress. */
const PATIENCE_MS = 600_000;
/** The warm-up: until then the heap of the worker has reached its size. */
const WARM_UP = 0.1;
const MEASURED = 0.1;
const KB_PER_MB = 1024;

export type Expansion = { planPerSecond: number; memoryGrowthMb: number; memoryMb: number };
type Sample = { share: number; mb: number };

/** Measures recipients per second, and the growth of the worker's memory after the warm-up. */
export async function expansion(contacts: number): Promise<Expansion> {
  const line = await openLine(RATE_PER_SECOND);
  const client = await openClient(line.environment.url);
  atEnd(() => client.end());
  await insertContacts(client, line.tenantId, contacts);
  await client.query('vacuum (analyze) contacts, handles');
  await client.query('checkpoint');
  const worker = await startProcess('worker', line.env);
  atEnd(worker.stop);
  const campaignId = await line.begin();
  const samples = await watch(client, campaignId, contacts, worker.pid);
  return { planPerSecond: await speedOf(client, campaignId, contacts), ...growthOf(samples) };
}

/** Samples the worker's memory until every contact is a recipient. */
async function watch(client: Client, campaignId: string, contacts: number, pid: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  let [most, since] = [0, Date.now()];
  for (;;) {
    const planned = await countPlanned(client, campaignId);
    samples.push({ share: planned.recipients / contacts, mb: await residentMb(pid) });
    if (planned.isOver) return samples;
    if (planned.recipients > most) [most, since] = [planned.recipients, Date.now()];
    if (Date.now() - since > PATIENCE_MS) throw new Error(`planning made no progress at ${planned.recipients} of ${contacts}`);
    await wait(LOOK_EVERY_MS);
  }
}

async function countPlanned(client: Client, campaignId: string): Promise<{ recipients: number; isOver: boolean }> {
  const { rows } = await client.query<{ recipients: number; isOver: boolean }>(
    `select planned + queued + sent + failed + unknown + skipped + cancelled as recipients, r.planned_at is not null as "isOver"
     from campaign_counts c join campaign_runs r on r.tenant_id = c.tenant_id and r.id = c.run_id where c.campaign_id = $1`,
    [campaignId],
  );
  return rows[0] ?? { recipients: 0, isOver: false };
}

async function residentMb(pid: number): Promise<number> {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / KB_PER_MB;
}

/** Medians, because garbage collection makes single samples vary. */
function growthOf(samples: Sample[]): Omit<Expansion, 'planPerSecond'> {
  const between = (from: number, to: number) =>
    median(samples.filter(({ share }) => share >= from && share <= to).map(({ mb }) => mb));
  const [warm, end] = [between(WARM_UP, WARM_UP + MEASURED), between(1 - MEASURED, 1)];
  return { memoryGrowthMb: end - warm, memoryMb: end };
}

/** Measures from the start of the run to its last row, by their stored times. */
async function speedOf(client: Client, campaignId: string, contacts: number): Promise<number> {
  const { rows } = await client.query<{ rows: number; seconds: number }>(
    `select (select count(*)::int from campaign_recipients where campaign_id = $1) as rows,
       extract(epoch from planned_at - started_at)::float as seconds from campaign_runs where campaign_id = $1`,
    [campaignId],
  );
  if (rows[0]?.rows !== contacts) throw new Error(`${rows[0]?.rows} rows for ${contacts} contacts`);
  return contacts / rows[0].seconds;
}
