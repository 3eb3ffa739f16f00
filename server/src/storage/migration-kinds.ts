import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Migration } from './migrate.ts';

type Run = (client: Client, migration: Migration) => Promise<void>;

/** How a file runs, by the end of its name. */
const kinds: [end: string, run: Run][] = [
  ['.online.sql', runOnline],
  ['.batches.sql', runBatches],
  ['.sql', runInTransaction],
];

const PAUSE_MS = 50;
const MOST_BATCHES = 1_000_000;
/** Deadlock, and the lock timeout. */
const LOST_A_LOCK = ['40P01', '55P03'];
const MOST_ATTEMPTS = 10;
const AFTER_LOST_LOCK_MS = 500;

/** Runs a migration and records it. */
export async function runMigration(client: Client, migration: Migration): Promise<void> {
  const kind = kinds.find(([end]) => migration.name.endsWith(end));
  if (!kind) throw new Error(`${migration.name} does not end with .sql`);
  await kind[1](client, migration);
}

const record = (client: Client, { name, checksum }: Migration): Promise<unknown> =>
  client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);

async function runInTransaction(client: Client, migration: Migration): Promise<void> {
  try {
    await repeatingForLocks(client, async () => {
      await client.query(migration.text);
      await record(client, migration);
    });
  } catch (error) {
    throw new Error(`${migration.name} failed and was rolled back: ${(error as Error).message}`, { cause: error });
  }
}

/** Runs the work in a transaction, which is repeated when it did not get its locks. */
const repeatingForLocks = <T>(client: Client, work: () => Promise<T>): Promise<T> =>
  repeating(async () => {
    try {
      await client.query("begin; set local lock_timeout = '10s'"); // instead of blocking all requests behind a waiting lock
      const result = await work();
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  });

/** Repeats what lost a deadlock with requests, or waited too long for a lock, with a pause in which the requests go on. */
async function repeating<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!LOST_A_LOCK.includes((error as { code?: string }).code ?? '') || attempt === MOST_ATTEMPTS) throw error;
      await wait(AFTER_LOST_LOCK_MS);
    }
  }
}

/**
 * Runs each statement by itself, outside a transaction: for `create index concurrently if not exists` and other statements that may be
 * repeated. After a failure the file starts from its beginning.
 */
async function runOnline(client: Client, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration.text)) {
    try {
      await repeating(async () => {
        await dropInvalidIndex(client, statement);
        await client.query(statement);
      });
    } catch (error) {
      const message = `${migration.name} stopped: ${(error as Error).message}; migrate again, statements that were run are repeated`;
      throw new Error(message, { cause: error });
    }
  }
  await record(client, migration);
}

/** A statement ends with a semicolon at the end of a line. */
const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .flatMap((one) => one.trim() || []);

/** An index whose creation was interrupted is there, is not used, and would make `if not exists` skip it. */
async function dropInvalidIndex(client: Client, statement: string): Promise<void> {
  const name = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(statement)?.[1];
  if (name === undefined) return;
  const invalid = await client.query(
    'select 1 from pg_index i join pg_class c on c.oid = i.indexrelid where c.oid = to_regclass($1) and not i.indisvalid',
    [name],
  );
  if (invalid.rowCount) await client.query(`drop index concurrently ${client.escapeIdentifier(name)}`);
}

/**
 * Repeats one statement until it changes no row. Each time is a transaction of its own, so no row is locked for long and work that was
 * done stays done after a failure: the statement's condition must leave out the rows that it has changed, and bound how many it changes.
 */
async function runBatches(client: Client, migration: Migration): Promise<void> {
  try {
    for (let batch = 0; batch < MOST_BATCHES; batch++, await wait(PAUSE_MS)) {
      const { rowCount } = await repeatingForLocks(client, () => client.query(migration.text));
      if (!rowCount) return void (await record(client, migration));
    }
  } catch (error) {
    throw new Error(`${migration.name} stopped: ${(error as Error).message}; migrate again, it continues where it stopped`, {
      cause: error,
    });
  }
  throw new Error(
    `${migration.name} still changes rows after ${MOST_BATCHES} batches; its condition must leave out changed rows`,
  );
}
