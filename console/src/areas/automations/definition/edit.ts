import { exitsOf } from './exits.ts';
import { newStep } from './new-step.ts';
import { withValueAt } from './path.ts';
import { isStepId, MOST_STEPS } from './schema.ts';
import type { Draft, ExitRef, Layout, Position, Step, Trigger } from './types.ts';

/** Everything a person can do to a definition. */
export type Edit =
  /** Adds a step at an exit, or where runs begin; what followed there follows the new step. Null: nothing leads to it yet. */
  | { do: 'add'; type: string; id: string; from: ExitRef | 'start' | null; position?: Position }
  /** Removes steps; what led to one leads to the step after it. */
  | { do: 'remove'; ids: readonly string[] }
  | { do: 'connect'; from: ExitRef; to: string }
  | { do: 'disconnect'; from: ExitRef }
  | { do: 'move'; positions: Layout }
  | { do: 'change'; stepId: string; path: string; value: unknown }
  | { do: 'rename'; stepId: string; to: string }
  /** Makes a step the one where runs begin. */
  | { do: 'start'; stepId: string }
  | { do: 'trigger'; trigger: Trigger }
  | { do: 'single'; isSingle: boolean }
  /** Forgets the positions, so that all steps are placed automatically. */
  | { do: 'tidy' }
  | { do: 'replace'; draft: Draft };

/** Returns the definition after an edit. An edit that makes no sense, such as an id that is taken, returns the same definition. */
export function applyEdit(draft: Draft, edit: Edit): Draft {
  switch (edit.do) {
    case 'add':
      return addStep(draft, edit);
    case 'remove':
      return edit.ids.reduce(removeStep, draft);
    case 'connect':
      return hasStep(draft, edit.to) ? withExit(draft, edit.from, edit.to) : draft;
    case 'disconnect':
      return withExit(draft, edit.from, undefined);
    case 'move':
      return { ...draft, layout: { ...draft.layout, ...onlyOf(draft, edit.positions) } };
    case 'change':
      return changeStep(draft, edit.stepId, (step) => withValueAt(step, edit.path, edit.value));
    case 'rename':
      return renameStep(draft, edit.stepId, edit.to);
    case 'start':
      return startAt(draft, edit.stepId);
    case 'trigger':
      return { ...draft, trigger: edit.trigger };
    case 'single':
      return { ...draft, isSingle: edit.isSingle };
    case 'tidy':
      return { ...draft, layout: {} };
    case 'replace':
      return edit.draft;
    default:
      return edit satisfies never;
  }
}

export const stepOf = ({ steps }: Draft, id: string): Step | undefined => steps.find((step) => step.id === id);
const hasStep = (draft: Draft, id: string): boolean => stepOf(draft, id) !== undefined;

const changeStep = (draft: Draft, id: string, change: (step: Step) => Step): Draft =>
  hasStep(draft, id) ? { ...draft, steps: draft.steps.map((step) => (step.id === id ? change(step) : step)) } : draft;

function withExit(draft: Draft, { stepId, path }: ExitRef, target: string | undefined): Draft {
  const step = stepOf(draft, stepId);
  if (!step || !exitsOf(step).some((exit) => exit.path === path)) return draft;
  return changeStep(draft, stepId, (step) => withValueAt(step, path, target));
}

function addStep(draft: Draft, { type, id, from, position }: Extract<Edit, { do: 'add' }>): Draft {
  if (hasStep(draft, id) || !isStepId(id) || draft.steps.length >= MOST_STEPS) return draft;
  const { follower, index } = placeOf(draft, from);
  const plain = newStep(type, id);
  const [first] = exitsOf(plain);
  const step = follower !== undefined && first ? withValueAt(plain, first.path, follower) : plain;
  const added = {
    ...draft,
    steps: draft.steps.toSpliced(index, 0, step),
    layout: position ? { ...draft.layout, [id]: position } : draft.layout,
  };
  return from === null || from === 'start' ? added : withExit(added, from, id);
}

/** Where in the list a new step goes, and which step follows it. */
function placeOf({ steps }: Draft, from: ExitRef | 'start' | null): { follower: string | undefined; index: number } {
  if (from === 'start') return { follower: steps[0]?.id, index: 0 };
  const source = from === null ? undefined : steps.find(({ id }) => id === from.stepId);
  if (!source || !from) return { follower: undefined, index: steps.length };
  return { follower: exitsOf(source).find(({ path }) => path === from.path)?.target, index: steps.indexOf(source) + 1 };
}

/** The last step stays: a definition has at least one. */
function removeStep(draft: Draft, id: string): Draft {
  const removed = stepOf(draft, id);
  if (!removed || draft.steps.length === 1) return draft;
  const follower = exitsOf(removed)[0]?.target;
  const { [id]: _position, ...layout } = draft.layout;
  const steps = draft.steps.filter((step) => step !== removed);
  return { ...draft, layout, steps: redirected(steps, id, follower === id ? undefined : follower) };
}

const redirected = (steps: readonly Step[], from: string, to: string | undefined): Step[] =>
  steps.map((step) =>
    exitsOf(step).reduce((changed, { path, target }) => (target === from ? withValueAt(changed, path, to) : changed), step),
  );

function renameStep(draft: Draft, id: string, to: string): Draft {
  if (!hasStep(draft, id) || hasStep(draft, to) || !isStepId(to)) return draft;
  const renamed = draft.steps.map((step) => (step.id === id ? { ...step, id: to } : step));
  const { [id]: position, ...layout } = draft.layout;
  return { ...draft, steps: redirected(renamed, id, to), layout: position ? { ...layout, [to]: position } : layout };
}

function startAt(draft: Draft, id: string): Draft {
  const step = stepOf(draft, id);
  return step ? { ...draft, steps: [step, ...draft.steps.filter((other) => other !== step)] } : draft;
}

const onlyOf = (draft: Draft, positions: Layout): Layout =>
  Object.fromEntries(Object.entries(positions).filter(([id]) => hasStep(draft, id)));
