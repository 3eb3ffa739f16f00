import { setTimeout as wait } from 'node:timers/promises';
import { copyAccounts } from './accounts.store.ts';
import { compare, differ } from './copy.ts';
import { copyFiles } from './files.ts';
import { freeze, hold, isFrozen, markMoved, reopen, selectOlderThan, selectRunning, selectTime } from './moves.store.ts';
import { requireOwnAccounts } from './prepare.ts';
import { advanceSequence, isReplicated } from './tables.store.ts';
import { catchUp, type MoveWork, NotYet, until } from './work.ts';

/** How long the tenant may be refused in one freeze. Workers end it half a second later at the latest. */
const FREEZE_MS = 3_000;
const TOOK_TOO_LONG = `the freeze took more than ${FREEZE_MS} ms`;
/** How long workers may take to end jobs that run. Requests are answered meanwhile. */
const HOLD_MS = 90_000;
/** Every worker has looked at the holds within this time. */
const SEEN_WITHIN_MS = 2_000;
const REPORTS_ARE_NEW_MS = 5_000;
const TRIES = 20;
const BETWEEN_TRIES_MS = 2_000;

/** Freezes the tenant and moves it. A freeze that takes too long ends, the tenant works on, and it is tried again. */
export async function freezeAndMove(work: MoveWork): Promise<'flip'> {
  let reason = '';
  for (let i = 0; i < TRIES; i++) {
    try {
      await tryToMove(work);
      return 'flip';
    } catch (error) {
      await reopen(work.source, work.tenantId);
      if (!(error instanceof NotYet)) throw error;
      reason = error.message;
      work.report(`not yet: ${reason}`);
    }
    await wait(BETWEEN_TRIES_MS);
  }
  throw new Error(
    `The tenant could not be frozen ${TRIES} times: ${reason}. It works on in the source; repeat the command at a quieter time`,
  );
}

async function tryToMove(work: MoveWork): Promise<void> {
  const { source, tenantId } = work;
  const filesSince = await selectTime(source);
  await copyFiles(source, work.stores, tenantId);
  await endRunningJobs(work);
  await catchUp(work, FREEZE_MS / 2);
  if (!(await freeze(source, tenantId, FREEZE_MS))) throw new NotYet('the hold was over before the freeze began');
  const startedAt = performance.now();
  work.report('frozen');
  await endTransactions(work);
  await catchUp(work, FREEZE_MS);
  await finishTarget(work, filesSince);
  await compareRest(work);
  if (!(await markMoved(source, tenantId))) throw new NotYet(TOOK_TOO_LONG);
  work.report(`frozenMs=${Math.round(performance.now() - startedAt)}`);
}

/** Keeps workers from starting jobs of the tenant, and waits for those that run: what they do outside the database must be recorded. */
async function endRunningJobs({ source, tenantId }: MoveWork): Promise<void> {
  await hold(source, tenantId, HOLD_MS);
  await wait(SEEN_WITHIN_MS);
  let running = 0;
  await until(
    async () => {
      ({ running } = await selectRunning(source, tenantId, REPORTS_ARE_NEW_MS));
      return running === 0;
    },
    { withinMs: HOLD_MS / 2, everyMs: 100, otherwise: () => `workers still run ${running} jobs of the tenant` },
  );
}

/** Waits for transactions that began before the freeze was committed. All later ones see it. */
async function endTransactions({ source }: MoveWork): Promise<void> {
  const frozenAt = await selectTime(source);
  let oldest: Awaited<ReturnType<typeof selectOlderThan>>;
  await until(
    async () => {
      oldest = await selectOlderThan(source, frozenAt);
      return oldest === undefined;
    },
    {
      withinMs: FREEZE_MS,
      otherwise: () =>
        `transaction ${oldest?.pid} (${oldest?.application || 'no application name'}) has been running for ${oldest?.seconds.toFixed(1)} s`,
    },
  );
}

/** Makes in the target what replication does not carry: the last files, accounts, and the next numbers of sequences. */
async function finishTarget(work: MoveWork, filesSince: string): Promise<void> {
  const { source, target, tenantId, stores, tables } = work;
  await copyFiles(source, stores, tenantId, filesSince);
  await requireOwnAccounts(work);
  await copyAccounts(source, target, tenantId);
  for (const table of tables) await advanceSequence(target, table, tenantId);
}

/** Rows that differ after the time of the freeze are no fault: the tenant works again. */
async function compareRest(work: MoveWork): Promise<void> {
  const tables = work.tables.filter(isReplicated);
  const different = await compare(work, tables, { kind: 'rest', floor: work.comparedBelow });
  if (!(await isFrozen(work.source, work.tenantId))) throw new NotYet(TOOK_TOO_LONG);
  if (different.length > 0) throw new Error(differ(different));
}
