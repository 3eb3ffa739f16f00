import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Stores } from './files.ts';
import { hasMark, selectReplication, writeMark } from './replication.store.ts';
import type { TenantTable } from './tables.store.ts';

/** A move under way: the tenant, both databases with the rights of a superuser, and both file stores. */
export type MoveWork = {
  tenantId: string;
  /** The names of the cells. */
  from: string;
  to: string;
  source: Client;
  target: Client;
  /** How the PostgreSQL of the target reaches that of the source. */
  sourceUrl: string;
  stores: Stores;
  tables: TenantTable[];
  /** Rows of partitioned tables with smaller ids have been compared; the others are compared during the freeze. */
  comparedBelow: string;
  now(): Date;
  report(line: string): void;
};

/** The move cannot end now, for a reason that passes. The tenant works on in the source, and the move is tried again. */
export class NotYet extends Error {}

const LOOK_EVERY_MS = 25;

/** Waits until the condition holds. Throws `NotYet` with the message when it takes too long. */
export async function until(
  holds: () => Promise<boolean>,
  { withinMs, everyMs = LOOK_EVERY_MS, otherwise }: { withinMs: number; everyMs?: number; otherwise: () => string },
): Promise<void> {
  const startedAt = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedAt > withinMs) throw new NotYet(otherwise());
    await wait(everyMs);
  }
}

/** Waits until everything that the source has committed so far is in the target. Returns how long it took. */
export async function catchUp(work: MoveWork, withinMs: number): Promise<number> {
  const { source, target, tenantId } = work;
  const startedAt = performance.now();
  const mark = randomUUID();
  await writeMark(source, tenantId, mark);
  const hasArrived = async () => {
    await requireReplication(work);
    return hasMark(target, tenantId, mark);
  };
  await until(hasArrived, {
    withinMs,
    otherwise: () => `the target is more than ${withinMs} ms behind the source`,
  });
  return Math.round(performance.now() - startedAt);
}

/** PostgreSQL repeats after an error. This many are no passing ones. */
const MOST_ERRORS = 20;

/** Returns the state of the replication. Throws if it does not get on. */
export async function requireReplication({ target, tenantId, to }: MoveWork) {
  const state = await selectReplication(target, tenantId);
  if (!state) throw new Error(`The subscription in ${to} is missing; cancel the move and begin it again`);
  if (state.errors > MOST_ERRORS)
    throw new Error(
      `PostgreSQL of ${to} has begun the replication again ${state.errors} times; its log has the error. Remove the cause, cancel the move and begin it again`,
    );
  return state;
}
