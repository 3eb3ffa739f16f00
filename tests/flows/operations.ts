import { stepOf } from '../../console/src/areas/automations/definition/edit.ts';
import { exitsOf } from '../../console/src/areas/automations/definition/exits.ts';
import { applyChange, type Change, type History } from '../../console/src/areas/automations/definition/history.ts';
import { freeId } from '../../console/src/areas/automations/definition/new-step.ts';
import { valueAt } from '../../console/src/areas/automations/definition/path.ts';
import type { Draft, Exit } from '../../console/src/areas/automations/definition/types.ts';
import { draw } from '../../console/src/areas/automations/drawing/draw.ts';
import { isAccepted } from './definitions.ts';
import type { Random } from './random.ts';

/** What a person does in the editor. `selected` is the box that is chosen first. */
export type Operation =
  | { do: 'add'; selected: string; type: string }
  | { do: 'remove' | 'start'; selected: string }
  | { do: 'rename'; selected: string; to: string }
  | { do: 'connect'; selected: string; path: string; to: string }
  | { do: 'disconnect'; selected: string; path: string }
  | { do: 'type'; selected: string; path: string; text: string }
  | { do: 'nudge'; selected: string; key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' }
  | { do: 'tidy' | 'undo' | 'redo' };

/** Types that can be added without another field that the API needs. */
const addable = ['wait', 'end', 'set_chat_status', 'set_rating'];
const texts = ['Good morning', 'Ödön & Co', 'a', '{{contact.firstName|you}}', '"quoted" \\ text'];
const nudges = { ArrowLeft: [-20, 0], ArrowRight: [20, 0], ArrowUp: [0, -20], ArrowDown: [0, 20] } as const;
const MOST_TRIES = 12;

/** Fields that are typed, by the type of step; `value` of an attribute may become empty. */
const typed: Record<string, string> = { send_message: 'text', ask: 'text', set_attribute: 'value' };

/** Returns operations after which the definition is one that the API accepts, and the history after them. */
export function randomOperations(random: Random, start: History, count: number): { operations: Operation[]; end: History } {
  const operations: Operation[] = [];
  let history = start;
  for (let tries = 0; operations.length < count && tries < count * MOST_TRIES; tries++) {
    const operation = randomOperation(random, history);
    const next = operation && changesOf(history.present, operation).reduce(applyChange, history);
    if (!operation || !next || next === history) continue;
    if (!isAccepted(next.present) && random.isLikely(0.8)) continue; // most must stay acceptable, or all would be undone at the end
    operations.push(operation);
    history = next;
  }
  while (!isAccepted(history.present) && history.past.length > 0) {
    operations.push({ do: 'undo' });
    history = applyChange(history, { do: 'undo' });
  }
  return { operations, end: history };
}

function randomOperation(random: Random, { present, past, future }: History): Operation | undefined {
  const selected = random.pick(present.steps).id;
  const step = stepOf(present, selected);
  const exits = step ? exitsOf(step) : [];
  const exit: Exit | undefined = exits.length > 0 ? random.pick(exits) : undefined;
  const field = typed[step?.type ?? ''];
  const choices: (() => Operation | undefined)[] = [
    () => (exits.length > 0 ? { do: 'add', selected, type: random.pick(addable) } : undefined),
    () => (present.steps.length > 1 ? { do: 'remove', selected } : undefined),
    () => ({ do: 'rename', selected, to: freeId(present, `step_${random.below(50)}`) }),
    () => exit && { do: 'connect', selected, path: exit.path, to: random.pick(present.steps).id },
    () => (exit?.target === undefined ? undefined : { do: 'disconnect', selected, path: exit.path }),
    () =>
      field
        ? { do: 'type', selected, path: field, text: field === 'value' && random.isLikely(0.4) ? '' : random.pick(texts) }
        : undefined,
    () => ({ do: 'nudge', selected, key: random.pick(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const) }),
    () => (present.steps[0]?.id === selected ? undefined : { do: 'start', selected }),
    () => ({ do: 'tidy' }),
    () => (past.length > 0 ? { do: 'undo' } : undefined),
    () => (future.length > 0 ? { do: 'redo' } : undefined),
  ];
  const operation = random.pick(choices)();
  return operation && !isSame(present, operation) ? operation : undefined;
}

/** Whether an operation would leave everything as it is: forms send nothing then. */
function isSame(draft: Draft, operation: Operation): boolean {
  if (operation.do === 'type') return valueAt(stepOf(draft, operation.selected), operation.path) === operation.text;
  if (operation.do === 'connect') return valueAt(stepOf(draft, operation.selected), operation.path) === operation.to;
  return operation.do === 'tidy' && Object.keys(draft.layout).length === 0;
}

/** Returns what the pure functions have to do for an operation. */
export function changesOf(draft: Draft, operation: Operation): Change[] {
  switch (operation.do) {
    case 'add':
      return [addition(draft, operation)];
    case 'remove':
      return [{ do: 'remove', ids: [operation.selected] }];
    case 'start':
      return [{ do: 'start', stepId: operation.selected }];
    case 'rename':
      return [{ do: 'rename', stepId: operation.selected, to: operation.to }];
    case 'connect':
      return [{ do: 'change', stepId: operation.selected, path: operation.path, value: operation.to }];
    case 'disconnect':
      return [{ do: 'change', stepId: operation.selected, path: operation.path, value: undefined }];
    case 'type':
      return [{ do: 'change', stepId: operation.selected, path: operation.path, value: operation.text }];
    case 'nudge':
      return [nudge(draft, operation)];
    default:
      return [{ do: operation.do }];
  }
}

/** At the first free exit of the selected step, else in its first; below it where positions are stored. */
function addition(draft: Draft, { selected, type }: Extract<Operation, { do: 'add' }>): Change {
  const step = stepOf(draft, selected);
  const exits = step ? exitsOf(step) : [];
  const exit = exits.find(({ target }) => target === undefined) ?? exits[0];
  const from = exit ? { stepId: exit.stepId, path: exit.path } : null;
  const near = from && Object.keys(draft.layout).length > 0 ? draw(draft).positions[from.stepId] : undefined;
  return { do: 'add', type, id: freeId(draft, type), from, ...(near && { position: { x: near.x, y: near.y + 140 } }) };
}

function nudge(draft: Draft, { selected, key }: Extract<Operation, { do: 'nudge' }>): Change {
  const { $trigger: _trigger, ...positions } = draw(draft).positions;
  const at = positions[selected] ?? { x: 0, y: 0 };
  const [x, y] = nudges[key];
  return { do: 'move', positions: { ...positions, [selected]: { x: at.x + x, y: at.y + y } } };
}
