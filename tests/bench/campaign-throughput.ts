import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { loadConfig } from '../../server/src/platform/config.ts';
import { startProcess } from '../../server/src/test-kit/server-process.ts';
import { atEnd } from '../chaos/endings.ts';
import type { Round } from './campaign-bare.ts';
import { type Line, openLine } from './campaign-line.ts';
import { median } from './median.ts';
import { insertContacts, phoneOf } from './seed-contacts.ts';
import { openClient } from './seed-runs.ts';

/** So high that the channel's rate limit has no effect. */
const RATE_PER_SECOND = 10_000;
const CONCURRENCY = 400;
/** Since the last progress. */
const PATIENCE_MS = 600_000;
/** The tables that a round fills. */
const LEFT = `campaigns, campaign_audience, campaign_runs, campaign_counts, campaign_recipients, messages, message_vendor_ids, chats,
  events, jobs`;

export type Throughput = { barePerSecond: number; oursPerSecond: number; ratio: number };
type Send = { at: string; body: Record<string, unknown> };

/** Measures recipients per second at the provider simulation, from one worker and from the bare loop, alternating. */
export async function throughput(recipients: number, rounds: number): Promise<Throughput> {
  const line = await openLine(RATE_PER_SECOND);
  const client = await openClient(line.environment.url);
  atEnd(() => client.end());
  await insertContacts(client, line.tenantId, recipients);
  const bare = await startBare(line);
  const worker = await startProcess('worker', line.env);
  atEnd(worker.stop);
  const sides = { bare: () => playBare(bare, recipients), ours: () => playOurs(line, client) };
  const measure = async (side: keyof typeof sides) => {
    const before = (await listed(line, 0, 0)).total;
    await sides[side]();
    await arrived(line, before + recipients);
    const perSecond = await rateOf(line, before, recipients);
    if (side === 'ours') await settled(client);
    return perSecond;
  };
  await measure('bare');
  await measure('ours');
  await compareBodies(line, recipients);
  const figures: { bare: number; ours: number }[] = [];
  for (let i = 0; i < rounds; i++) figures.push({ bare: await measure('bare'), ours: await measure('ours') });
  return {
    barePerSecond: median(figures.map(({ bare }) => bare)),
    oursPerSecond: median(figures.map(({ ours }) => ours)),
    ratio: median(figures.map(({ bare, ours }) => ours / bare)),
  };
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

/** Starts with empty tables and without chats. The database's work for earlier rounds is not measured. */
async function playOurs(line: Line, client: Client): Promise<void> {
  await client.query(`truncate ${LEFT} cascade`);
  await client.query('vacuum (analyze) contacts, handles');
  await client.query('checkpoint');
  await line.begin();
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
    await wait(500); // counting takes time of the simulation
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
