import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Grown, MOST_ROWS, type PlanNode, planFaults } from './plan-faults.ts';

const grown: Grown = new Map([
  ['chats', { table: 'chats', rows: 100_000 }],
  ['messages_p20261109', { table: 'messages', rows: 50_000 }],
  ['messages_p20261207', { table: 'messages', rows: 0 }],
]);

const node = (type: string, rows: number, more: Partial<PlanNode> = {}): PlanNode => ({
  'Node Type': type,
  'Plan Rows': rows,
  ...more,
});
const scan = (type: string, relation: string, rows: number): PlanNode => node(type, rows, { 'Relation Name': relation });
const above = (type: string, rows: number, ...plans: PlanNode[]): PlanNode => node(type, rows, { Plans: plans });
const found = (plan: PlanNode): string[] => planFaults(plan, grown).map(({ kind, node, table }) => `${kind} ${node} ${table}`);

test('a sequential scan of a table that grows is a fault, also of a partition and below a limit', () => {
  assert.deepEqual(found(scan('Seq Scan', 'chats', 1)), ['scan Seq Scan chats']);
  assert.deepEqual(found(above('Limit', 1, scan('Seq Scan', 'messages_p20261109', 1))), ['scan Seq Scan messages']);
});

test('a sequential scan of a configuration table or of an empty partition is no fault', () => {
  assert.deepEqual(found(scan('Seq Scan', 'signing_keys', 3)), []);
  assert.deepEqual(found(scan('Seq Scan', 'messages_p20261207', 1)), []);
});

test('an index scan is a fault if it returns many rows and no limit stops it', () => {
  const all = scan('Index Scan', 'chats', 80_000);
  assert.deepEqual(found(all), ['scan Index Scan chats']);
  assert.deepEqual(found(scan('Index Scan', 'chats', MOST_ROWS)), []);
  assert.deepEqual(found(above('Limit', 50, all)), []);
  assert.deepEqual(found(above('Limit', 50, above('Nested Loop', 80_000, all))), []);
});

test('a limit above a node that reads everything stops nothing below', () => {
  const all = scan('Index Only Scan', 'chats', 80_000);
  assert.deepEqual(found(above('Limit', 1, above('Aggregate', 1, all))), ['scan Index Only Scan chats']);
  assert.deepEqual(found(above('Limit', 20, above('Sort', 80_000, all))), ['sort Sort chats', 'scan Index Only Scan chats']);
  const sorted = node('Aggregate', 1, { Strategy: 'Sorted', Plans: [all] });
  assert.deepEqual(found(above('Limit', 20, sorted)), []);
});

test('a sort is a fault if many rows of a table that grows go into it', () => {
  assert.deepEqual(found(above('Sort', 10, scan('Index Scan', 'chats', 10))), []);
  assert.deepEqual(found(above('Sort', 9_000, above('Append', 9_000, scan('Index Scan', 'chats', 900)))), ['sort Sort chats']);
  assert.deepEqual(found(above('Sort', 9_000, node('Function Scan', 9_000))), []);
});

test('an incremental sort stops with the limit above it', () => {
  const sort = above('Incremental Sort', 80_000, scan('Index Scan', 'chats', 80_000));
  assert.deepEqual(found(above('Limit', 50, sort)), []);
  assert.deepEqual(found(sort), ['sort Incremental Sort chats', 'scan Index Scan chats']);
});

test('a subplan is not stopped by the limit of the statement', () => {
  const inner = { ...scan('Index Scan', 'chats', 80_000), 'Parent Relationship': 'SubPlan' };
  assert.deepEqual(found(above('Limit', 1, above('Result', 1, inner))), ['scan Index Scan chats']);
});
