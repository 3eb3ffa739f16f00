import type { Grown, PlanNode } from './plan-faults.ts';

/** What is committed of a statement's plans: node types, tables and indexes, without costs, rows and dates of partitions. */
export type Shape = { source: string; statement: string; plan: string };
export type Shapes = Record<string, Shape>;

const LONGEST_STATEMENT = 160;

export const shapeOf = (source: string, statement: string, plans: PlanNode[], grown: Grown): Shape => ({
  source,
  statement: statement.length > LONGEST_STATEMENT ? `${statement.slice(0, LONGEST_STATEMENT)}…` : statement,
  plan: [...new Set(plans.flatMap((plan) => nodesOf(plan, grown)))].sort().join('; '),
});

function nodesOf(node: PlanNode, grown: Grown): string[] {
  const relation = node['Relation Name'];
  const table = relation && (grown.get(relation)?.table ?? relation);
  const index = node['Index Name']?.replace(/_p\d{8}/, '');
  const own = [node['Node Type'], index && `using ${index}`, table && `on ${table}`].filter(Boolean).join(' ');
  return [own, ...(node.Plans ?? []).flatMap((child) => nodesOf(child, grown))];
}

/** Returns what differs: statements with another plan, new ones and ones that were not sent. */
export function compareShapes(before: Shapes, now: Shapes): { changed: string[]; added: string[]; gone: string[] } {
  const both = Object.keys(now).filter((fingerprint) => fingerprint in before);
  return {
    changed: both.filter((fingerprint) => before[fingerprint]?.plan !== now[fingerprint]?.plan),
    added: Object.keys(now).filter((fingerprint) => !(fingerprint in before)),
    gone: Object.keys(before).filter((fingerprint) => !(fingerprint in now)),
  };
}
