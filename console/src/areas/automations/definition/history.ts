import { applyEdit, type Edit } from './edit.ts';
import type { Draft } from './types.ts';

/** A definition with what was before it and what was undone. */
export type History = {
  past: readonly Draft[];
  present: Draft;
  future: readonly Draft[];
  /** Names the field of the last edit. More letters in the same field are undone together. */
  field: string | null;
};

export type Change =
  | Edit
  | { do: 'undo' }
  | { do: 'redo' }
  /** What is typed next, also in the same field, is undone by itself. */
  | { do: 'pause' }
  | { do: 'load'; draft: Draft };

const MOST_PAST = 200;

export const startHistory = (draft: Draft): History => ({ past: [], present: draft, future: [], field: null });

export function applyChange(history: History, change: Change): History {
  switch (change.do) {
    case 'load':
      return startHistory(change.draft);
    case 'pause':
      return { ...history, field: null };
    case 'undo':
      return undo(history);
    case 'redo':
      return redo(history);
    default:
      return edit(history, change);
  }
}

function edit(history: History, change: Edit): History {
  const { past, present, field } = history;
  const next = applyEdit(present, change);
  if (next === present) return history;
  const changed = fieldOf(change);
  const isSameField = changed !== null && changed === field;
  return { past: isSameField ? past : [...past, present].slice(-MOST_PAST), present: next, future: [], field: changed };
}

const fieldOf = (edit: Edit): string | null => (edit.do === 'change' ? `${edit.stepId} ${edit.path}` : null);

function undo(history: History): History {
  const { past, present, future } = history;
  const before = past.at(-1);
  return before ? { past: past.slice(0, -1), present: before, future: [present, ...future], field: null } : history;
}

function redo(history: History): History {
  const { past, present, future } = history;
  const [after, ...rest] = future;
  return after ? { past: [...past, present], present: after, future: rest, field: null } : history;
}
