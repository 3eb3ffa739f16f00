type Listed = { id: string };
type Group<A> = { name: string; actions: A[] };

/** Returns the actions by group, each id once; the latest registered wins. Groups stay in the order of their first action. */
export function groupsOf<A extends Listed>(actions: readonly A[], groupName: (action: A) => string): Group<A>[] {
  const byId = new Map(actions.map((action) => [action.id, action]));
  const groups = new Map<string, A[]>();
  for (const action of byId.values()) {
    const name = groupName(action);
    groups.set(name, [...(groups.get(name) ?? []), action]);
  }
  return [...groups].map(([name, members]) => ({ name, actions: members }));
}

/** Returns the other action that has these keys, or keys that begin with them (`g` would hide `g i`). */
export function conflictOf<A extends Listed>(
  keys: string,
  actionId: string,
  actions: readonly A[],
  keysOfAction: (action: A) => string | undefined,
): A | undefined {
  const overlaps = (other: string | undefined) =>
    other !== undefined && (other === keys || other.startsWith(`${keys} `) || keys.startsWith(`${other} `));
  return actions.find((action) => action.id !== actionId && overlaps(keysOfAction(action)));
}
