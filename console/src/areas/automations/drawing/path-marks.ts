import { exitsOf } from '../definition/exits.ts';
import type { Step } from '../definition/types.ts';
import { lineId, linesOf } from './draw.ts';
import { TRIGGER } from './place.ts';

/** A visit of a step in a run or a simulation. A step that waits has two: when it began to wait, and when it went on. */
export type Visit = { stepId: string; outcome: string; detail?: Record<string, unknown> | null };

type PathMarks = {
  boxes: Map<string, { tone: 'run' | 'now' | 'failed' | 'off' }>;
  lines: Map<string, 'run'>;
};

/** Marks what a run has passed until one of its visits (`position`, from 0), where it stands there, and what it has not reached. */
export function pathMarks(steps: readonly Step[], visits: readonly Visit[], position: number): PathMarks {
  const passed = visits.slice(0, position + 1);
  const boxes: PathMarks['boxes'] = new Map(steps.map(({ id }) => [id, { tone: 'off' }]));
  boxes.set(TRIGGER, { tone: 'run' });
  for (const { stepId } of passed) boxes.set(stepId, { tone: 'run' });
  const last = passed.at(-1);
  if (last) boxes.set(last.stepId, { tone: last.outcome === 'failed' ? 'failed' : 'now' });
  return { boxes, lines: linesPassed(steps, passed) };
}

function linesPassed(steps: readonly Step[], passed: readonly Visit[]): Map<string, 'run'> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const start = passed.length > 0 ? linesOf(steps).filter(({ source }) => source === TRIGGER) : [];
  const lines = new Map(start.map(({ id }) => [id, 'run' as const]));
  for (const [index, visit] of passed.entries()) {
    const next = passed[index + 1];
    const step = byId.get(visit.stepId);
    if (!next || !step || next.stepId === visit.stepId) continue;
    const exits = exitsOf(step).filter(({ target }) => target === next.stepId);
    const exit = exits.find(({ path }) => path === takenPath(visit)) ?? exits[0];
    if (exit) lines.set(lineId(exit), 'run');
  }
  return lines;
}

/** The exit that the log of a visit names, where two exits lead to one step. */
function takenPath({ outcome, detail }: Visit): string | undefined {
  if (outcome === 'chosen') return typeof detail?.case === 'number' ? `cases.${detail.case}.next` : 'otherwise';
  return { replied: 'onReply', timed_out: 'onTimeout', open: 'onOpen', closed: 'onClosed', undeliverable: 'onUndeliverable' }[
    outcome
  ];
}
