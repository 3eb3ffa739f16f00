import { type Entry, isVisible, type Snapshot } from './history.ts';

type OfKind<K extends Entry['kind']> = Extract<Entry, { kind: K }>;
export type Assigned = OfKind<'assigned'>;
export type Queued = OfKind<'queued'>;
export type Change = OfKind<'queued' | 'freed' | 'available' | 'away'>;

/**
 * One transaction of the server that assigned chats. The changes it surely saw had committed before its first statement, or were possibly
 * seen by the decision before it; those it possibly saw committed while it read. Each change is surely seen by one decision only: the first.
 */
export type Decision = { surelySeen: Change[]; possiblySeen: Change[]; assigned: Assigned[] };

/**
 * Returns the decisions in the order of their commits. A lock of the tenant separates them, so the order of their writes is that of
 * their commits, and each sees all assignments of those before it.
 */
export function* decisionsOf(history: Entry[]): Generator<Decision> {
  const began = new Map(history.flatMap((one) => (one.kind === 'decided' ? [[one.transaction, one.snapshot]] : [])));
  const transactions = Map.groupBy(
    history.filter((one) => one.kind === 'assigned'),
    (one) => one.transaction,
  );
  const changes = history.filter((one) => one.kind !== 'assigned' && one.kind !== 'decided');
  let unseen: Change[] = [];
  let before: Snapshot | undefined;
  let next = 0;
  for (const [transaction, assigned] of transactions) {
    const [{ seq, snapshot: atEnd }] = assigned as [Assigned];
    for (; (changes[next]?.seq ?? Infinity) < seq; next++) unseen.push(changes[next] as Change);
    const starts = [began.get(transaction), before].filter((one) => one !== undefined);
    const surelySeen = unseen.filter((one) => starts.some((start) => isVisible(start, one.transaction)));
    unseen = unseen.filter((one) => !surelySeen.includes(one));
    yield { surelySeen, possiblySeen: unseen.filter((one) => isVisible(atEnd, one.transaction)), assigned };
    before = atEnd;
  }
}
