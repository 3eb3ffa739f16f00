import { setTimeout as wait } from 'node:timers/promises';
import type * as contexts from '../../server/src/storage/context.ts';
import type { Database, openDatabase } from '../../server/src/storage/database.ts';
import type { Environment } from './environment.ts';

/** The storage layer under test: the real one, or a mutant. */
export type Storage = { openDatabase: typeof openDatabase } & Pick<typeof contexts, 'rows' | 'inTransaction' | 'inSavepoint'>;
export type Ctx = contexts.Ctx;

export type BleedFigures = { transactions: number; wrongTenantRows: number; unsetContextRows: number; unexpectedErrors: number };
export type BleedBench = ReturnType<typeof createBleedBench>;

type Parts = { environment: Environment; database: Database; storage: Storage; tenantIds: string[]; rowsOfATenant: number };

const LOOK_AGAIN_MS = 5;
const GIVE_UP_AFTER = 400;

/** Shared by the transactions: the figures, and functions to verify and to disturb them. */
export function createBleedBench({ environment, database, storage, tenantIds, rowsOfATenant }: Parts) {
  const figures: BleedFigures = { transactions: 0, wrongTenantRows: 0, unsetContextRows: 0, unexpectedErrors: 0 };
  const unexpected = (what: string) => {
    if (figures.unexpectedErrors++ < 5) console.error(`pool: ${what}`);
  };
  // An unhandled error event ends the process; the pool does not listen while a client is checked out.
  database.pool.on('connect', (client) => {
    client.on('error', (error) => {
      if (client.listenerCount('error') === 1)
        unexpected(`losing a connection in use would have ended the process: ${error.message}`);
    });
  });
  let sleepers = 0;
  let turn: Promise<unknown> = Promise.resolve(); // one connection, one query at a time
  return {
    storage,
    database,
    figures,
    unexpected,
    /** A missing row is an error, as is a row of another tenant. */
    verify(ctx: Ctx, found: { tenantId: string }[]): void {
      const own = found.filter((row) => row.tenantId === ctx.tenantId).length;
      figures.wrongTenantRows += found.length - own + Math.abs(rowsOfATenant - own);
    },
    async failing(work: Promise<unknown>, code: string): Promise<void> {
      const outcome = await work.then(
        () => 'no error',
        (error: { code?: string; message: string }) => error.code ?? error.message,
      );
      if (outcome !== code) unexpected(`${outcome} instead of ${code}`);
    },
    someoneElse: (ctx: Ctx): string => tenantIds.find((id) => id !== ctx.tenantId) ?? '',
    /** A waiting statement, and the text that identifies it. */
    sleeper() {
      const marker = `sleeper ${process.pid} ${++sleepers};`;
      return { marker, statement: { text: `select pg_sleep(5) /* ${marker} */`, values: [] as unknown[] } };
    },
    /** Waits until the statement runs, so that no other one is affected. */
    async interrupt(how: 'cancel' | 'terminate', marker: string): Promise<void> {
      for (let i = 0; i < GIVE_UP_AFTER; i++) {
        await wait(LOOK_AGAIN_MS);
        const asked = turn.then(() => disturb(environment, how, marker));
        turn = asked;
        if (await asked) return;
      }
      unexpected(`${marker} never ran`);
    },
  };
}

async function disturb({ superuser }: Environment, how: 'cancel' | 'terminate', marker: string): Promise<boolean> {
  const { rowCount } = await superuser.query(
    `select pg_${how}_backend(pid) from pg_stat_activity
     where query like $1 and state = 'active' and wait_event = 'PgSleep' and pid <> pg_backend_pid()`,
    [`%${marker}%`],
  );
  return Boolean(rowCount);
}
