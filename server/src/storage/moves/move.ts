import { lockMove } from '../locks.ts';
import { cleanup, flip } from './cleanup.ts';
import { copy, tail } from './copy.ts';
import { freezeAndMove } from './freeze.ts';
import { reopen, type Step, selectMove, updateStep } from './moves.store.ts';
import { begin, prepare } from './prepare.ts';
import { prepareSession } from './rows.store.ts';
import { resumeAt } from './steps.ts';
import { selectTenantTables } from './tables.store.ts';
import type { MoveWork } from './work.ts';

/** Smaller than every id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

const run: Record<Exclude<Step, 'done'>, (work: MoveWork) => Promise<Step>> = {
  prepare,
  copy,
  tail,
  freeze: freezeAndMove,
  flip,
  cleanup,
};

/** Locks the tenant in both cells, so that only one command works on its move. */
export async function openWork(work: Omit<MoveWork, 'tables' | 'comparedBelow'>): Promise<MoveWork> {
  for (const cell of [work.source, work.target]) {
    await prepareSession(cell);
    await lockMove(cell, work.tenantId);
  }
  return { ...work, tables: await selectTenantTables(work.source), comparedBelow: NO_ID };
}

/** Moves a tenant, or goes on with a move that was interrupted. Each step can be repeated. */
export async function moveTenant(work: MoveWork): Promise<void> {
  await begin(work);
  const move = await selectMove(work.source, work.tenantId);
  await reopen(work.source, work.tenantId); // an interrupted freeze keeps nobody waiting
  let step: Step = move ? resumeAt(move) : 'prepare';
  while (step !== 'done') {
    work.report(`step ${step}`);
    if (step !== 'freeze') await updateStep(work.source, work.tenantId, step);
    step = await run[step](work);
  }
  await updateStep(work.source, work.tenantId, step);
}
