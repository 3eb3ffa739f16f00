import type { Note } from './check-steps.ts';
import type { Step } from './definition.ts';
import { type Exit, exitsOf } from './execution/exits.ts';

/** A step, where it stands in the definition, and the ways out of it. */
type Node = { step: Step; index: number; exits: Exit[] };
type Nodes = ReadonlyMap<string, Node>;

/** Step ids are unique, every way leads to a step, every step can be reached, and every way round has a wait in it. */
export function checkGraph(note: Note, steps: Step[]): void {
  const nodes = new Map<string, Node>();
  for (const [index, step] of steps.entries()) {
    const first = nodes.get(step.id);
    if (first)
      note(`steps.${index}.id`, 'custom', `Step ${first.index} is called ${step.id} already; give each step an id of its own`);
    else nodes.set(step.id, { step, index, exits: exitsOf(step) });
  }
  checkTargets(note, steps, nodes);
  checkReachable(note, nodes);
  for (const node of nodes.values()) checkLoops(note, node, nodes);
}

function checkTargets(note: Note, steps: Step[], nodes: Nodes): void {
  for (const [index, step] of steps.entries())
    for (const { path, target } of exitsOf(step))
      if (target !== undefined && !nodes.has(target))
        note(
          `steps.${index}.${path}`,
          'not_found',
          `There is no step ${target}; name one that is there, or leave this out to end the run`,
        );
}

function checkReachable(note: Note, nodes: Nodes): void {
  const [first] = nodes.keys();
  if (first === undefined) return;
  const reached = reachableFrom(first, nodes, () => true);
  for (const [id, { index }] of nodes)
    if (!reached.has(id))
      note(`steps.${index}`, 'custom', `No way leads from the first step to ${id}; name it in another step, or remove it`);
}

/** A way back is a mistake where one can come round to it without having waited. Every loop has at least one way back. */
function checkLoops(note: Note, { step, index, exits }: Node, nodes: Nodes): void {
  for (const { path, target, isAfterWait } of exits) {
    const to = target === undefined ? undefined : nodes.get(target);
    if (isAfterWait || !to || to.index > index) continue;
    if (reachableFrom(to.step.id, nodes, (exit) => !exit.isAfterWait).has(step.id))
      note(
        `steps.${index}.${path}`,
        'custom',
        `This leads back to ${to.step.id} without a wait, so the run would go round as fast as it can; put a wait or an ask with an answer on the way`,
      );
  }
}

function reachableFrom(id: string, nodes: Nodes, isTaken: (exit: Exit) => boolean): Set<string> {
  const reached = new Set([id]);
  for (const one of reached)
    for (const exit of nodes.get(one)?.exits ?? []) if (exit.target !== undefined && isTaken(exit)) reached.add(exit.target);
  return reached;
}
