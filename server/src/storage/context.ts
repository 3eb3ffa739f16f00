import type { QueryResultRow } from 'pg';
import type { Clock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import { ParserError, type ParserPool } from '../platform/parser-pool.ts';
import type { Origin, Tracing } from '../platform/tracing.ts';
import { type Database, isConnectionLoss, type Statement, type TenantConnection } from './database.ts';
import type { Departure } from './departure.ts';
import type { Viewer } from './viewer.ts';
import type { WorkKind } from './work-limits.ts';

type Transaction = {
  client: TenantConnection;
  afterCommit: (() => void)[];
  withCommit: Promise<unknown>[];
  savepoints: number;
  /** The first error of a statement since the last savepoint that was rolled back. */
  failure?: unknown;
};

/** A message for the broker, published after the commit. */
export type Notice = { subject: string; payload: string };

/** The chain of automations that caused the work: its id, its length so far, and the run that caused it. */
export type Cause = { chainId: string; depth: number; runId: string | null };

/** The tenant of the work and its dependencies. The first parameter of every domain function. */
export type Ctx = {
  readonly tenantId: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Publishes notices to the broker. If one is lost, the sweep publishes its job again. */
  readonly notify: (notices: Notice[]) => void;
  readonly db: { database: Database; transaction?: Transaction };
  /** Parses untrusted input in worker threads. */
  readonly parsers: Pick<ParserPool, 'parse'>;
  /** The kind of work: it determines the timeouts of statements. */
  readonly kind: WorkKind;
  /** The caller of a read. When the caller leaves, the statements are cancelled. */
  readonly departure?: Departure | undefined;
  /** The caller, if it is a user who does not see everything. Statements then run as a role that sees only what the user sees. */
  readonly viewer?: Viewer | undefined;
  /** The automation that causes this work; undefined for work of users and providers. */
  readonly cause?: Cause | undefined;
  /** The request and the span that this work belongs to. Jobs and messages that it creates store it. */
  readonly origin?: Origin | undefined;
  /** Starts spans; undefined while no traces are exported. */
  readonly tracing?: Tracing | undefined;
};

export type CtxDeps = Pick<Ctx, 'clock' | 'log' | 'notify'> & Partial<Pick<Ctx, 'parsers' | 'tracing'>> & { database: Database };

/** For processes without parser threads, such as the admin command. */
const noParsers: Ctx['parsers'] = { parse: () => Promise.reject(new ParserError('busy', 'this process has no parser threads')) };

export type CtxOptions = Pick<Ctx, 'kind'> & Partial<Pick<Ctx, 'departure' | 'viewer' | 'origin'>>;

export const createContext = (
  deps: CtxDeps,
  tenantId: string,
  { kind, departure, viewer, origin }: CtxOptions = { kind: 'write' },
): Ctx => ({
  tenantId,
  kind,
  departure,
  viewer,
  origin,
  clock: deps.clock,
  log: deps.log,
  notify: deps.notify,
  parsers: deps.parsers ?? noParsers,
  tracing: deps.tracing,
  db: { database: deps.database },
});

export const idFor = (ctx: Ctx): string => newId(ctx.clock);

/** Runs a statement and returns its rows. Outside a transaction, the statement has a transaction of its own. */
export async function rows<R extends QueryResultRow>(ctx: Ctx, statement: Statement): Promise<R[]> {
  const { database, transaction } = ctx.db;
  if (!transaction) return (await database.asTenant<R>(ctx, statement)).rows;
  try {
    return (await transaction.client.query<R>(database.prepare(statement, ctx.viewer))).rows;
  } catch (error) {
    transaction.failure ??= error;
    throw error;
  }
}

/** Runs a statement and returns its first row, if any. */
export async function row<R extends QueryResultRow>(ctx: Ctx, statement: Statement): Promise<R | undefined> {
  return (await rows<R>(ctx, statement))[0];
}

/** Defines a prepared statement for a hot path. Its text has parameters $1, $2, ...; each connection prepares it once. */
export function prepared(name: string, template: { text: string }): (...values: unknown[]) => Statement {
  const { text } = template;
  return (...values) => ({ name, text, values });
}

/**
 * Runs the work in one transaction of the tenant. Nested calls join the outer transaction. Callers shadow `ctx` with the
 * one given here, so that no query runs outside the transaction.
 */
export async function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.db.transaction) return work(ctx);
  const { database } = ctx.db;
  const client = await database.begin(ctx);
  const transaction: Transaction = { client, afterCommit: [], withCommit: [], savepoints: 0 };
  let result: T;
  try {
    result = await work({ ...ctx, db: { database, transaction } });
    await commit(transaction);
  } catch (error) {
    await rollBack(client, error);
    throw error;
  }
  client.release();
  for (const act of transaction.afterCommit) act();
  return result;
}

const COMMIT: Statement = { text: 'commit', values: [] };
const ROLLBACK: Statement = { text: 'rollback', values: [] };

/**
 * Commits, or throws. PostgreSQL answers COMMIT with the command tag ROLLBACK, and with no error, when a statement of the
 * transaction failed and its error was caught: nothing is stored then.
 */
async function commit({ client, withCommit, failure }: Transaction): Promise<void> {
  const [answer] = await Promise.all([client.query(COMMIT), ...withCommit]);
  if (answer.command === 'ROLLBACK') throw new RolledBackError(failure);
}

/** A transaction that ended in ROLLBACK although its work returned. The cause is the statement error that the work caught. */
export class RolledBackError extends Error {
  constructor(cause: unknown) {
    super('transaction rolled back at COMMIT: a statement failed and its error was caught without a savepoint', { cause });
  }
}

/** Runs `act` after the commit, or at once outside a transaction. It does not run if the transaction rolls back. */
export function afterCommit(ctx: Ctx, act: () => void): void {
  if (ctx.db.transaction) ctx.db.transaction.afterCommit.push(act);
  else act();
}

/**
 * Lets this transaction commit before its WAL is on disk. Use it only for work that can be repeated: a crash of the database
 * server within the next moments loses the transaction.
 */
export async function commitWithoutWaiting(ctx: Ctx): Promise<void> {
  await rows(ctx, { text: 'set local synchronous_commit = off', values: [] });
}

/**
 * Sends a statement whose result is not needed together with the commit, in one round trip. If it fails, nothing commits and
 * the transaction fails with its error.
 */
export function alongWithCommit(ctx: Ctx, statement: Statement): void {
  const { database, transaction } = ctx.db;
  if (!transaction) throw new Error('alongWithCommit needs a transaction around it');
  const answer = transaction.client.query(database.prepare(statement, ctx.viewer));
  answer.catch(() => undefined); // commit() awaits it and throws
  transaction.withCommit.push(answer);
}

/** Undoes what the work did when it fails, and leaves the surrounding transaction usable. */
export async function inSavepoint<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  const { transaction } = ctx.db;
  if (!transaction) throw new Error('inSavepoint needs a transaction around it');
  const { client, afterCommit, withCommit } = transaction;
  const [actsBefore, statementsBefore] = [afterCommit.length, withCommit.length];
  // Each savepoint has a name of its own: ROLLBACK TO goes to the latest one of a name, which may be a nested one.
  const name = `work_${++transaction.savepoints}`;
  client.query({ text: `savepoint ${name}`, values: [] }).catch(() => undefined);
  try {
    return await work();
  } catch (error) {
    await client.query({ text: `rollback to savepoint ${name}`, values: [] });
    afterCommit.length = actsBefore;
    withCommit.length = statementsBefore;
    transaction.failure = undefined;
    throw error;
  }
}

async function rollBack(client: TenantConnection, cause: unknown): Promise<void> {
  try {
    await client.query(ROLLBACK);
    client.release();
  } catch (error) {
    client.release(isConnectionLoss(error) ? error : (cause as Error));
  }
}
