import { setTimeout as wait } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { type Ctx, prepared, row, rows } from './context.ts';

/**
 * All advisory locks of the service, and the order in which transactions take locks. `npm run check:sql` fails on an advisory lock
 * in another file.
 *
 * A transaction that locks rows of several kinds locks them in this order, so that no two transactions wait for each other:
 *
 * 1. job: the job that runs, or the one that drives what is changed; then the campaign, automation run, import or export itself
 * 2. recipient: campaign recipients that are still planned, before their contacts
 * 3. contact: contacts, then handles
 * 4. chat: users and teams it is assigned to, then chats
 * 5. message: messages, then their send jobs, then the recipients whose messages they are
 * 6. counts: `campaign_counts`, last, because every message of a run updates the same row; `campaign_error_counts`, after their
 *    campaigns; `chat_slas` after their chats
 *
 * Rows of one kind are locked in the order of their ids. Handles, labels and attributes are inserted in the order of their unique
 * keys. The import of an audience has its job before the campaign can be locked; it skips a locked campaign instead of waiting.
 *
 * Advisory locks come after the job and before all other rows: audit, quota, contact identities, assignment. Two come later: the automation
 * chain when a run starts, and concurrency keys when a job is enqueued or ends. Those that do not wait (idempotency key, inbox)
 * are not part of the order.
 *
 * All transaction-level locks end with their transaction. A deadlock that happens nevertheless is retried (`http/retry-on-deadlock.ts`,
 * the attempts of a job).
 */

/** Second argument of the hash. Keys of different groups never collide. Processes of two versions may run side by side: do not change. */
const GROUP = { request: 0, concurrencyKey: 1, reader: 2, contacts: 3, move: 4 } as const;
type Group = (typeof GROUP)[keyof typeof GROUP];

async function lock(ctx: Ctx, key: string, group: Group): Promise<void> {
  await rows(ctx, sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${group}))`);
}

async function tryLock(ctx: Ctx, key: string, group: Group): Promise<boolean> {
  const statement = sql`select pg_try_advisory_xact_lock(hashtextextended(${key}, ${group})) as taken`;
  return (await row<{ taken: boolean }>(ctx, statement))?.taken ?? false;
}

/** Locks an idempotency key of an operation. Returns false when another request with this key is running. */
export const tryLockIdempotencyKey = (ctx: Ctx, operation: string, key: string): Promise<boolean> =>
  tryLock(ctx, JSON.stringify([ctx.tenantId, operation, key]), GROUP.request);

/** Serialises updates of one resource, so that each audit entry compares with what the update before it stored. */
export const lockAuditedResource = (ctx: Ctx, resourceId: string): Promise<void> =>
  lock(ctx, `audit ${ctx.tenantId} ${resourceId}`, GROUP.request);

/** Serialises the creation of resources that a quota counts. */
export const lockQuota = (ctx: Ctx, resource: string): Promise<void> =>
  lock(ctx, `quota ${ctx.tenantId} ${resource}`, GROUP.request);

const lockKeys = prepared(
  'lock_concurrency_keys',
  sql`select pg_advisory_xact_lock(hashtextextended(l.name, 1)) from unnest($1::text[]) as l(name)`,
);

/** Serialises transactions that add jobs to concurrency keys and that admit their next jobs. Locks the keys in alphabetical order. */
export async function lockConcurrencyKeys(ctx: Ctx, job: string, keys: Iterable<string>): Promise<void> {
  await rows(ctx, lockKeys([...keys].sort().map((key) => `${ctx.tenantId} ${job} ${key}`)));
}

/** Makes this transaction the only reader of a channel's inbound payloads. Returns false when another one is. */
export const tryLockInbox = (ctx: Ctx, channelId: string): Promise<boolean> =>
  tryLock(ctx, `inbox ${ctx.tenantId} ${channelId}`, GROUP.reader);

/** Serialises transactions that start runs in one chain of automations, so that each counts the runs of the others. */
export const lockAutomationChain = (ctx: Ctx, chainId: string): Promise<void> =>
  lock(ctx, `${ctx.tenantId} chain ${chainId}`, GROUP.reader);

/** Serialises the automatic assignment of a tenant's chats: a member of two teams must not get the last free place from both. */
export const lockAssignment = (ctx: Ctx): Promise<void> => lock(ctx, `assignment ${ctx.tenantId}`, GROUP.reader);

/** Serialises merges and erasures of a tenant's contacts. */
export const lockContactIdentities = (ctx: Ctx): Promise<void> => lock(ctx, `merge ${ctx.tenantId}`, GROUP.contacts);

/** Prevents merges and erasures until the transaction ends; any number of transactions can hold this lock. */
export async function shareContactIdentities(ctx: Ctx): Promise<void> {
  await rows(ctx, sql`select pg_advisory_xact_lock_shared(hashtextextended(${`merge ${ctx.tenantId}`}, ${GROUP.contacts}))`);
}

const MIGRATIONS = 724_000_001;

const LOOK_EVERY_MS = 250;
const MOVE_ENDED_WITHIN_MS = 15_000;
const MIGRATED_WITHIN_MS = 6 * 3_600_000;

type MigrationClient = { query(text: string, values: unknown[]): Promise<{ rows: { taken?: boolean }[] }> };

/**
 * Serialises migrations of one database. Held by the session: it ends with the connection. Tries again and again instead of waiting in
 * PostgreSQL: `create index concurrently` waits for every statement that is running, also for one that waits for this lock.
 */
export async function lockMigrations(client: MigrationClient): Promise<void> {
  for (const until = Date.now() + MIGRATED_WITHIN_MS; ; await wait(LOOK_EVERY_MS)) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [MIGRATIONS]);
    if (rows[0]?.taken) return;
    if (Date.now() > until)
      throw new Error('Another migration of this database has been running for six hours; see whether it is stuck');
  }
}

/**
 * Makes this session the only one that moves the tenant. Held until the connection ends. Waits a while: the connection of a command that
 * was killed ends with its statement.
 */
export async function lockMove(client: MigrationClient, tenantId: string): Promise<void> {
  const until = performance.now() + MOVE_ENDED_WITHIN_MS;
  for (; ; await wait(LOOK_EVERY_MS)) {
    const statement = 'select pg_try_advisory_lock(hashtextextended($1, $2)) as taken';
    const { rows } = await client.query(statement, [`move ${tenantId}`, GROUP.move]);
    if (rows[0]?.taken) return;
    if (performance.now() > until)
      throw new Error(`Another command moves tenant ${tenantId}; wait until it has ended, or stop it, and repeat this one`);
  }
}
