import type { Report } from './steps/checks.ts';
import type { Exit } from './steps/define-step.ts';
import { exitsOf, type Step } from './steps/index.ts';

type Node = { step: Step; index: number; exits: Exit[] };
type Nodes = ReadonlyMap<string, Node>;

/** Reports duplicate step ids, exits to missing steps, unreachable steps and loops without a wait. */
export function checkGraph(report: Report, steps: Step[]): void {
  const nodes = new Map<string, Node>();
  for (const [index, step] of steps.entries()) {
    const first = nodes.get(step.id);
    if (first)
      report(`steps.${index}.id`, 'custom', `Step ${first.index} already has the id ${step.id}; give each step a different id`);
    else nodes.set(step.id, { step, index, exits: exitsOf(step) });
  }
  checkTargets(report, steps, nodes);
  checkReachable(report, nodes);
  for (const node of nodes.values()) checkLoops(report, node, nodes);
}

function checkTargets(report: Report, steps: Step[], nodes: Nodes): void {
  for (const [index, step] of steps.entries())
    for (const { path, target } of exitsOf(step))
      if (target !== undefined && !nodes.has(target))
        report(
          `steps.${index}.${path}`,
          'not_found',
          `There is no step ${target}; use the id of an existing step, or leave this out to end the run`,
        );
}

function checkReachable(report: Report, nodes: Nodes): void {
  const [first] = nodes.keys();
  if (first === undefined) return;
  const reachable = reachableFrom(first, nodes, () => true);
  for (const [id, { index }] of nodes)
    if (!reachable.has(id))
      report(
        `steps.${index}`,
        'custom',
        `No path leads from the first step to ${id}; lead to it from another step, or remove it`,
      );
}

/** Reports exits that lead back to an earlier step when the loop can be closed without a wait. Every loop has such an exit. */
function checkLoops(report: Report, { step, index, exits }: Node, nodes: Nodes): void {
  for (const { path, target, isAfterWait } of exits) {
    const to = target === undefined ? undefined : nodes.get(target);
    if (isAfterWait || !to || to.index > index) continue;
    if (reachableFrom(to.step.id, nodes, (exit) => !exit.isAfterWait).has(step.id))
      report(
        `steps.${index}.${path}`,
        'custom',
        `This leads back to ${to.step.id} without a wait, so the run would loop without a pause; add a wait step, or an ask step with a reply, to the loop`,
      );
  }
}

function reachableFrom(id: string, nodes: Nodes, isTaken: (exit: Exit) => boolean): Set<string> {
  const reachable = new Set([id]);
  for (const one of reachable)
    for (const exit of nodes.get(one)?.exits ?? []) if (exit.target !== undefined && isTaken(exit)) reachable.add(exit.target);
  return reachable;
}
