import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { loadConfig } from '../../server/src/platform/config.ts';
import { startProcess } from '../../server/src/test-kit/server-process.ts';
import { atEnd } from '../chaos/endings.ts';
import { cpuMsOfSide } from '../ratios/cpu-use.ts';
import { type Contest, databaseOf, type Side, type Slice } from '../ratios/pairs.ts';
import type { Round } from './campaign-bare.ts';
import { type Line, openLine } from './campaign-line.ts';
import { insertContacts, phoneOf } from './seed-contacts.ts';
import { openClient } from './seed-runs.ts';

/** So high that the channel's rate limit has no effect. */
const RATE_PER_SECOND = 10_000;
const CONCURRENCY = 400;
/** Since the last progress. */
const PATIENCE_MS = 600_000;
const FIRST_RECIPIENTS = 1_000;
/** The tables that a round fills. */
const LEFT = `campaigns, campaign_audience, campaign_runs, campaign_counts, campaign_recipients, messages, message_vendor_ids, chats,
  events, jobs`;

type Send = { at: string; body: Record<string, unknown> };

/** Opens one worker and the bare loop at the same provider simulation, and checks that both send the same. */
export async function openCampaign(): Promise<Contest> {
  const line = await openLine(RATE_PER_SECOND);
  const client = await openClient(line.environment.url);
  atEnd(() => client.end());
  await insertContacts(client, line.tenantId, FIRST_RECIPIENTS);
  const bare = await openBare(line, client);
  const ours = await openOurs(line, client);
  for (const side of [bare, ours]) {
    await side.prepare?.(FIRST_RECIPIENTS);
    await side.run(FIRST_RECIPIENTS);
    await side.settle?.();
  }
  await compareBodies(line, FIRST_RECIPIENTS);
  const databases = [databaseOf(line.environment.url)];
  return { sides: { bare, ours }, firstUnits: FIRST_RECIPIENTS, databases };
}

async function openBare(line: Line, client: Client): Promise<Side> {
  const child = await startBare(line);
  return {
    run: (units) => arrivedSlice(line, units, () => playBare(child, units)),
    pid: child.pid ?? 0,
    cpuMs: () => cpuMsOfSide(child.pid ?? 0, client),
  };
}

async function openOurs(line: Line, client: Client): Promise<Side> {
  const worker = await startProcess('worker', line.env);
  atEnd(worker.stop);
  return {
    prepare: (units) => emptyTables(line, client, units),
    run: (units) => arrivedSlice(line, units, async () => void (await line.begin())),
    settle: () => settled(client),
    pid: worker.pid,
    cpuMs: () => cpuMsOfSide(worker.pid, client),
  };
}

async function arrivedSlice(line: Line, units: number, play: () => Promise<void>): Promise<Slice> {
  const before = (await listed(line, 0, 0)).total;
  await play();
  await arrived(line, before + units);
  return { units, seconds: units / (await rateOf(line, before, units)) };
}

async function startBare({ account, sandboxUrl, environment }: Line): Promise<ChildProcess> {
  const { phoneNumberId = '', accessToken = '' } = account.credentials;
  const child = fork('tests/bench/campaign-bare.ts', {
    env: {
      ...process.env,
      NATS_URL: loadConfig(environment.env).NATS_URL,
      STREAM: `${environment.env.NATS_PREFIX}bare`,
      SEND_URL: `${sandboxUrl}/graph/v23.0/${phoneNumberId}/messages`,
      ACCESS_TOKEN: accessToken,
      CONCURRENCY: String(CONCURRENCY),
    },
  });
  atEnd(async () => {
    if (!child.connected) return;
    child.disconnect();
    await once(child, 'exit');
  });
  await once(child, 'message');
  return child;
}

async function playBare(child: ChildProcess, recipients: number): Promise<void> {
  const messages = Array.from({ length: recipients }, (_, n) => ({ id: randomUUID(), to: `+${phoneOf(n)}` }));
  child.send({ messages } satisfies Round);
  await once(child, 'message');
}

/** Empties the tables and sets the number of contacts. The database's work for it and for earlier slices is not measured. */
async function emptyTables({ tenantId }: Line, client: Client, recipients: number): Promise<void> {
  await client.query(`truncate ${LEFT} cascade`);
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from contacts where tenant_id = $1', [tenantId]);
  if (rows[0]?.n !== recipients) {
    await client.query('truncate contacts, handles cascade');
    await insertContacts(client, tenantId, recipients);
  }
  await client.query('vacuum (analyze) contacts, handles');
  await client.query('checkpoint');
}

async function listed({ sandboxUrl, account }: Line, offset: number, limit: number): Promise<{ total: number; sends: Send[] }> {
  const path = `/_sandbox/accounts/${account.accountId}/sent?offset=${offset}&limit=${limit}`;
  return (await (await fetch(`${sandboxUrl}${path}`)).json()) as { total: number; sends: Send[] };
}

async function arrived(line: Line, wanted: number): Promise<void> {
  let [most, since] = [0, Date.now()];
  for (;;) {
    const { total } = await listed(line, 0, 0);
    if (total >= wanted) return;
    if (total > most) [most, since] = [total, Date.now()];
    if (Date.now() - since > PATIENCE_MS) throw new Error(`no progress: ${wanted - total} recipients were not reached`);
    await wait(100); // counting takes time of the simulation
  }
}

/** Measures from the first to the last call at the simulation, by its clock, for both sides. */
async function rateOf(line: Line, before: number, recipients: number): Promise<number> {
  const [first] = (await listed(line, before, 1)).sends;
  const [last] = (await listed(line, before + recipients - 1, 1)).sends;
  return ((recipients - 1) / (Date.parse(last?.at ?? '') - Date.parse(first?.at ?? ''))) * 1000;
}

/** Waits until all work of a round is done: the delivery of events must not disturb the next round. */
async function settled(client: Client): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while ((await client.query('select 1 from jobs limit 1')).rowCount !== 0) {
    if (Date.now() > until) throw new Error('there still is work after ten minutes');
    await wait(200);
  }
}

/** Checks that the bare loop sends the same. */
async function compareBodies(line: Line, recipients: number): Promise<void> {
  const [bare, ours] = [await listed(line, 0, 1), await listed(line, recipients, 1)].map(({ sends }) => sends[0]?.body);
  const alike = (body: Record<string, unknown> | undefined) => ({ ...body, to: 'somebody', biz_opaque_callback_data: 'an id' });
  assert.deepEqual(alike(bare), alike(ours), 'the bare loop sends something else');
}
