import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { mapParallel, send } from '../security/client.ts';
import type { Cell, Environment } from './environment.ts';
import type { Scene, StoredFile } from './scene.ts';
import type { Done } from './traffic.ts';

export type Verdict = {
  accepted: number;
  lost: number;
  dup: number;
  unavailableSeconds: number;
  filesWrong: number;
  leftInSource: number;
  jobsLeft: number;
  redirects: number;
};

/** After the time of the scheduled messages, which are the last work. */
const SETTLED_WITHIN_MS = 90_000;

/** Jobs that are due. An upload that was refused in the freeze leaves a job that deletes its bytes an hour later. */
const JOBS_DUE = `select count(*)::int as n from jobs where tenant_id = $1 and due_at < now() + interval '10 minutes'`;

/** Compares what was accepted with what the second cell has, what providers and endpoints got, and what the feed said. */
export async function verify(environment: Environment, scene: Scene, done: Done): Promise<Verdict & { faults: string[] }> {
  const { east, west } = environment.cells;
  await settle(west, scene);
  const [stored, delivered, webhooks] = await Promise.all([
    readStored(west, scene),
    environment.provider.delivered(scene.account),
    scene.receiver.read(),
  ]);
  const sent = [...done.sends, ...scene.scheduled];
  const notified = new Set(webhooks.map(({ thingId }) => thingId));
  const seen = new Set(done.seenInFeed);
  const files = await wrongFiles(environment, scene, [...scene.files, ...done.uploads]);
  const expectedInbound = scene.seeded + 20 + done.callbacks;
  const missing = {
    contacts: without(done.contacts, stored.contacts),
    webhooks: without(done.contacts, notified),
    feed: without(done.contacts, seen),
    messages: without(sent, stored.outbound),
    sends: without(sent, new Set(delivered)),
    inbound: Math.max(0, expectedInbound - stored.inbound),
    files: files.length,
  };
  const twice = {
    contacts: stored.contacts.size - done.contacts.length - stored.people,
    sends: delivered.length - new Set(delivered).size,
    webhooks: webhooks.reduce((sum, { count }) => sum + count - 1, 0),
    inbound: Math.max(0, stored.inbound - expectedInbound),
  };
  const verdict = {
    accepted: done.contacts.length + done.sends.length + done.callbacks + done.uploads.length,
    lost: sum(missing),
    dup: sum(twice),
    unavailableSeconds: Math.max(0, ...done.outages.map(({ ms }) => ms)) / 1000,
    filesWrong: files.length,
    leftInSource: await countLeft(east, scene.tenantId),
    jobsLeft: stored.jobsLeft,
    redirects: await countRedirects(environment, scene),
  };
  const details = { ...prefixed('missing', missing), ...prefixed('twice', twice) };
  const faults = [...faultsOf(verdict), ...Object.entries(details).flatMap(([name, n]) => (n === 0 ? [] : [`${name}=${n}`]))];
  return { ...verdict, faults: [...faults, ...done.unexpected.slice(0, 5).map((what) => `unexpected: ${what}`)] };
}

const sum = (figures: Record<string, number>): number => Object.values(figures).reduce((total, n) => total + n, 0);
const without = (wanted: string[], found: Set<string>): number => wanted.filter((id) => !found.has(id)).length;
const prefixed = (prefix: string, figures: Record<string, number>) =>
  Object.fromEntries(Object.entries(figures).map(([name, n]) => [`${prefix} ${name}`, n]));

const MOST_UNAVAILABLE_SECONDS = 5;

/** Returns what broke the promise. */
export const faultsOf = (verdict: Verdict): string[] =>
  Object.entries({
    lost: verdict.lost === 0,
    dup: verdict.dup === 0,
    unavailableSeconds: verdict.unavailableSeconds <= MOST_UNAVAILABLE_SECONDS,
    leftInSource: verdict.leftInSource === 0,
    jobsLeft: verdict.jobsLeft === 0,
    redirects: verdict.redirects === REDIRECTS,
  }).flatMap(([name, isKept]) => (isKept ? [] : [`${name}=${verdict[name as keyof Verdict]}`]));

/** Waits until the work of the tenant is done in its new cell. */
async function settle({ database }: Cell, { tenantId, scheduledAt }: Scene): Promise<void> {
  for (const until = Math.max(Date.now(), scheduledAt.getTime()) + SETTLED_WITHIN_MS; Date.now() < until; await wait(500)) {
    const { rows } = await database.query<{ n: number }>(JOBS_DUE, [tenantId]);
    if (rows[0]?.n === 0) return;
  }
}

type Stored = { contacts: Set<string>; people: number; outbound: Set<string>; inbound: number; jobsLeft: number };

async function readStored({ database }: Cell, { tenantId }: Scene): Promise<Stored> {
  const ids = async (text: string) => new Set((await database.query<{ id: string }>(text, [tenantId])).rows.map(({ id }) => id));
  const count = async (text: string) => (await database.query<{ n: number }>(text, [tenantId])).rows[0]?.n ?? 0;
  return {
    contacts: await ids('select id from contacts where tenant_id = $1'),
    people: await count('select count(distinct contact_id)::int as n from handles where tenant_id = $1'),
    outbound: await ids(`select id from messages where tenant_id = $1 and sender = 'outbound'`),
    inbound: await count(`select count(*)::int as n from messages where tenant_id = $1 and sender = 'inbound'`),
    jobsLeft: await count(JOBS_DUE),
  };
}

/** Returns the files that do not have their bytes, read through the edge. */
async function wrongFiles({ edgeUrl }: Environment, { token }: Scene, files: StoredFile[]): Promise<StoredFile[]> {
  const wrong = await mapParallel(files, 4, async (file) => {
    const answer = await fetch(`${edgeUrl}/v3/files/${file.id}/content`, { headers: { authorization: `Bearer ${token}` } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return answer.status === 200 && createHash('sha256').update(bytes).digest('hex') === file.sha256 ? [] : [file];
  });
  return wrong.flat();
}

/** Counts rows of the tenant in every table of a cell. */
async function countLeft({ database }: Cell, tenantId: string): Promise<number> {
  const { rows } = await database.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'request_log'`,
  );
  let left = 0;
  for (const { name } of rows)
    left +=
      (await database.query<{ n: number }>(`select count(*)::int as n from ${name} where tenant_id = $1`, [tenantId])).rows[0]
        ?.n ?? 0;
  return left;
}

/** A request of the API, and a callback. */
const REDIRECTS = 2;

/** Counts the requests to the old cell that it refuses with the name of the new one. */
async function countRedirects({ cells }: Environment, { token, chats, account }: Scene): Promise<number> {
  const answers = await Promise.all([
    send(cells.east.url, { method: 'GET', path: `/v3/chats/${chats[0]}`, token }),
    send(cells.east.url, { method: 'POST', path: `/inbound/${account.channelId}`, body: {} }),
  ]);
  return answers.filter(({ status, headers }) => status === 421 && headers['patchbay-cell'] === 'west').length;
}
