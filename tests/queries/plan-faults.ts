/** A node of PostgreSQL's plan, as EXPLAIN (format json) prints it; only the fields that are checked. */
export type PlanNode = {
  'Node Type': string;
  'Plan Rows': number;
  'Relation Name'?: string;
  'Index Name'?: string;
  Strategy?: string;
  'Parent Relationship'?: string;
  Plans?: PlanNode[];
};

/** Tables that grow, by the name of the table or of its partition, with the rows that are in it now. Others may be scanned. */
export type Grown = ReadonlyMap<string, { table: string; rows: number }>;

export type Fault = { kind: 'scan' | 'sort'; node: string; table: string; rows: number };

/** Partitions of days to come are empty: scanning one costs nothing, and PostgreSQL does. */
const FILLED_ROWS = 1_000;
/** What one statement may read or sort: a large page, or all rows of one chat or contact. */
export const MOST_ROWS = 2_000;

/** Nodes that read all their input before they return a row, so a limit above does not bound what is below. */
const READS_ALL = new Set(['Sort', 'Hash', 'WindowAgg', 'SetOp', 'Materialize', 'BitmapAnd', 'BitmapOr']);
const SORTS = new Set(['Sort', 'Incremental Sort']);
const SEQUENTIAL = new Set(['Seq Scan', 'Sample Scan']);
const BY_INDEX = new Set(['Index Scan', 'Index Only Scan', 'Bitmap Heap Scan']);

/**
 * Returns what would become slow when a table grows: a sequential scan of it, an index scan that returns a large part of it and that no limit
 * stops, and a sort of many of its rows.
 */
export const planFaults = (plan: PlanNode, grown: Grown): Fault[] => faultsOf(plan, grown, Number.POSITIVE_INFINITY);

/** `stopsAt`: the rows after which the nodes above stop reading. */
function faultsOf(node: PlanNode, grown: Grown, stopsAt: number): Fault[] {
  const own = [scanFault(node, grown, stopsAt), sortFault(node, grown, stopsAt)].filter((fault) => fault !== undefined);
  const below = (node.Plans ?? []).flatMap((child) => faultsOf(child, grown, limitBelow(node, child, stopsAt)));
  return [...own, ...below];
}

function scanFault(node: PlanNode, grown: Grown, stopsAt: number): Fault | undefined {
  const relation = grown.get(node['Relation Name'] ?? '');
  if (!relation || relation.rows < FILLED_ROWS) return undefined;
  const { 'Node Type': type, 'Plan Rows': rows } = node;
  const isScan = SEQUENTIAL.has(type) || (BY_INDEX.has(type) && Math.min(rows, stopsAt) > MOST_ROWS);
  return isScan ? { kind: 'scan', node: type, table: relation.table, rows } : undefined;
}

function sortFault(node: PlanNode, grown: Grown, stopsAt: number): Fault | undefined {
  const { 'Node Type': type } = node;
  if (!SORTS.has(type)) return undefined;
  const rows = node.Plans?.[0]?.['Plan Rows'] ?? 0;
  // An incremental sort sorts group by group, so it stops with the limit above it.
  const sorted = type === 'Incremental Sort' ? Math.min(rows, stopsAt) : rows;
  const table = tablesBelow(node, grown)[0];
  return table !== undefined && sorted > MOST_ROWS ? { kind: 'sort', node: type, table, rows } : undefined;
}

/** Returns after how many rows a child of a node stops being read. */
function limitBelow(node: PlanNode, child: PlanNode, stopsAt: number): number {
  const type = node['Node Type'];
  if (child['Parent Relationship'] === 'SubPlan' || child['Parent Relationship'] === 'InitPlan') return Number.POSITIVE_INFINITY;
  if (READS_ALL.has(type)) return Number.POSITIVE_INFINITY;
  if (type === 'Aggregate' && node.Strategy !== 'Sorted') return Number.POSITIVE_INFINITY;
  return type === 'Limit' ? Math.min(stopsAt, node['Plan Rows']) : stopsAt;
}

const tablesBelow = (node: PlanNode, grown: Grown): string[] => {
  const own = grown.get(node['Relation Name'] ?? '');
  return [...(own ? [own.table] : []), ...(node.Plans ?? []).flatMap((child) => tablesBelow(child, grown))];
};
