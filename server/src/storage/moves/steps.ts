import type { Gate, Move, Step } from './moves.store.ts';

/** The steps of a move. Before `flip` the tenant belongs to the source, from `flip` on to the target. */
export const steps = ['prepare', 'copy', 'tail', 'freeze', 'flip', 'cleanup', 'done'] as const satisfies Step[];

/** Where an interrupted move goes on. A freeze is not continued: its time may be over. */
export const resumeAt = ({ step, gate }: Pick<Move, 'step' | 'gate'>): Step => {
  if (gate === 'moved') return step === 'freeze' ? 'flip' : step;
  return step === 'freeze' ? 'tail' : step;
};

/** A move can be cancelled until the tenant belongs to the target. */
export const canCancel = (gate: Gate): boolean => gate !== 'moved' && gate !== 'arriving';

type Known = Pick<Move, 'direction' | 'cell' | 'gate' | 'step'> | undefined;

/** Returns why the tenant cannot be moved from the source, or undefined. A move that has begun goes on to the cell it began with. */
export function refusalOfMove(inSource: Known, inTarget: Known, to: string): string | undefined {
  if (inSource?.gate === 'arriving') return `The tenant is still moving here from ${inSource.cell}; finish that move first`;
  if (inSource?.direction === 'out' && inSource.cell !== to)
    return inSource.gate === 'moved'
      ? `The tenant has moved to ${inSource.cell}; move it from there`
      : `The tenant is moving to ${inSource.cell}; finish or cancel that move first`;
  const isLeaving = inTarget?.direction === 'out' && (inTarget.gate !== 'moved' || inTarget.step !== 'done');
  if (isLeaving) return `${to} has not finished moving the tenant away: finish that move first`;
  return undefined;
}

export type Compared = { name: string; rows: number; hash: string };

/** Returns the tables whose rows differ, with both counts. */
export function differences(here: Compared[], there: Compared[]): string[] {
  const other = new Map(there.map((one) => [one.name, one]));
  return here.flatMap(({ name, rows, hash }) => {
    const same = other.get(name);
    if (same && same.rows === rows && same.hash === hash) return [];
    return [`${name} (${rows} rows in the source, ${same?.rows ?? 'none'} in the target)`];
  });
}
