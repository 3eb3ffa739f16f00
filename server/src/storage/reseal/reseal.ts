import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type MasterKeySettings, masterKeysOf } from '../../platform/master-keys.ts';
import { createSecretBox, type SecretBox, sealedPrefix } from '../../platform/secrets.ts';
import { isRetryable } from '../database.ts';
import { countOthers, type Replacement, replaceSealed, type SealedColumn, type SealedRow, selectPage } from './reseal.store.ts';
import { sealedTables } from './sealed-columns.ts';

/** What is left after so many passes is sealed by a process that has another key, or cannot be opened. */
const MAX_PASSES = 5;
const BETWEEN_PASSES_MS = 500;

export type Progress = { table: string; column: string; resealed: number };
export type Resealed = { resealed: number; unreadable: number; oldKeyLeft: number; reasons: string[] };

type Work = { pool: Pool; box: SecretBox; prefix: Buffer; report(progress: Progress): void; reasons: Set<string> };

const columns: SealedColumn[] = sealedTables.flatMap(({ columns, ...table }) => columns.map((column) => ({ ...table, column })));

/**
 * Seals every value with the current key that is not sealed with it yet. Can be interrupted and repeated at any time: a value that has
 * been resealed shows it. Values that the server changes meanwhile are left, and visited again in the next pass.
 */
export async function resealAll(pool: Pool, settings: MasterKeySettings, report: Work['report']): Promise<Resealed> {
  const { current } = masterKeysOf(settings);
  const work: Work = { pool, box: createSecretBox(settings), prefix: sealedPrefix(current), report, reasons: new Set() };
  const result: Resealed = { resealed: 0, unreadable: 0, oldKeyLeft: 0, reasons: [] };
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    work.reasons.clear();
    result.unreadable = 0;
    for (const column of columns) {
      const done = await resealColumn(work, column);
      result.resealed += done.resealed;
      result.unreadable += done.unreadable;
    }
    result.oldKeyLeft = await countLeft(work);
    if (result.oldKeyLeft === result.unreadable) break;
    await wait(BETWEEN_PASSES_MS);
  }
  return { ...result, reasons: [...work.reasons] };
}

async function resealColumn(work: Work, column: SealedColumn): Promise<{ resealed: number; unreadable: number }> {
  let resealed = 0;
  let unreadable = 0;
  let page = await selectPage(work.pool, column, work.prefix, undefined);
  while (page.length > 0) {
    const replacements = page.flatMap((row) => reseal(work, column, row) ?? []);
    unreadable += page.length - replacements.length;
    const replaced = await replacePage(work.pool, column, replacements);
    resealed += replaced;
    if (replaced > 0) work.report({ table: column.table, column: column.column, resealed });
    page = await selectPage(work.pool, column, work.prefix, page.at(-1)?.key);
  }
  return { resealed, unreadable };
}

function reseal(
  { box, reasons }: Work,
  { table, column }: SealedColumn,
  { key, label, sealed }: SealedRow,
): Replacement | undefined {
  try {
    return { key, before: sealed, after: box.seal(box.open(sealed, label), label) };
  } catch (error) {
    reasons.add(`${table}.${column}: ${(error as Error).message}`);
    return undefined;
  }
}

/** A page that lost a deadlock is left for the next pass. */
const replacePage = (pool: Pool, column: SealedColumn, replacements: Replacement[]): Promise<number> =>
  replaceSealed(pool, column, replacements).catch((error: unknown) => {
    if (isRetryable(error)) return 0;
    throw error;
  });

async function countLeft({ pool, prefix }: Work): Promise<number> {
  let left = 0;
  for (const column of columns) left += await countOthers(pool, column, prefix);
  return left;
}
