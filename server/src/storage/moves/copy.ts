import { setTimeout as wait } from 'node:timers/promises';
import { firstIdAt } from '../../platform/ids.ts';
import { type Part, selectDigests } from './compare.store.ts';
import { copyFiles } from './files.ts';
import { createPublication, createSlot, createSubscription } from './replication.store.ts';
import { differences } from './steps.ts';
import { isReplicated, type TenantTable } from './tables.store.ts';
import { catchUp, type MoveWork, requireReplication } from './work.ts';

const LOOK_EVERY_MS = 500;

/** Starts the replication, or finds it running, and waits until every table has been copied. */
export async function copy(work: MoveWork): Promise<'tail'> {
  const { source, target, tenantId, sourceUrl, report } = work;
  const tables = work.tables.filter(isReplicated);
  await createPublication(source, tenantId, tables);
  await createSlot(source, tenantId);
  await createSubscription(target, tenantId, sourceUrl);
  let last = '';
  for (;;) {
    const state = await requireReplication(work);
    const line = `copied ${state.copied} of ${state.tables} tables`;
    if (line !== last) report(line);
    last = line;
    if (state.tables > 0 && state.copied === state.tables) return 'tail';
    await wait(LOOK_EVERY_MS);
  }
}

/** Lag at which a freeze can begin. */
const SMALL_LAG_MS = 1_000;
const CAUGHT_UP_WITHIN_MS = 600_000;

/** Copies the files and follows until the target is less than a second behind; then compares everything that is older than a few minutes. */
export async function tail(work: MoveWork): Promise<'freeze'> {
  await requireReplication(work);
  const files = await copyFiles(work.source, work.stores, work.tenantId);
  if (files > 0) work.report(`copied ${files} files`);
  let lagMs: number;
  do lagMs = await catchUp(work, CAUGHT_UP_WITHIN_MS);
  while (lagMs > SMALL_LAG_MS);
  await compareOlder(work);
  return 'freeze';
}

/** Rows with older ids are compared before the freeze, where there is time. Their later changes are few, and replicated as all are. */
const OLDER_THAN_MS = 10 * 60_000;
const COMPARE_TRIES = 20;
const BETWEEN_TRIES_MS = 1_000;

/** Compares again what changed while it was read. */
async function compareOlder(work: MoveWork): Promise<void> {
  let tables = work.tables.filter((table) => isReplicated(table) && table.partitionColumn !== null);
  let different: string[] = [];
  const floor = firstIdAt(new Date(work.now().getTime() - OLDER_THAN_MS));
  work.comparedBelow = floor;
  for (let i = 0; i < COMPARE_TRIES; i++) {
    await catchUp(work, CAUGHT_UP_WITHIN_MS);
    different = await compare(work, tables, { kind: 'before', floor });
    if (different.length === 0) return;
    tables = tables.filter(({ name }) => different.some((one) => one.startsWith(`${name} (`)));
    await wait(BETWEEN_TRIES_MS);
  }
  throw new Error(differ(different));
}

/** Compares a part of the tables in both cells. Returns those that differ. */
export async function compare({ source, target, tenantId }: MoveWork, tables: TenantTable[], part: Part): Promise<string[]> {
  const [here, there] = await Promise.all([source, target].map((cell) => selectDigests(cell, tables, tenantId, part)));
  return differences(here ?? [], there ?? []);
}

export const differ = (different: string[]): string =>
  `The cells differ in ${different.join(', ')}; the tenant stays in the source. Cancel the move and begin it again; if it fails again, report it as a defect`;
