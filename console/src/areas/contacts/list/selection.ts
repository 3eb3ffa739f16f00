/** The chosen rows: some by id, or all that the search finds. */
export type Selection = { all: boolean; ids: ReadonlySet<string> };

export const nothing: Selection = { all: false, ids: new Set() };

export const isSelected = ({ all, ids }: Selection, id: string): boolean => all || ids.has(id);
export const isEmpty = ({ all, ids }: Selection): boolean => !all && ids.size === 0;
export const sizeOf = ({ all, ids }: Selection, total: number): number => (all ? total : ids.size);

/** Turns one row on or off. With `range`, all rows between the last one and this one. */
export function toggled(selection: Selection, id: string, loaded: readonly string[], range?: string | null): Selection {
  const ids = new Set(selection.all ? loaded : selection.ids);
  const turnsOn = !ids.has(id);
  for (const one of range ? between(loaded, range, id) : [id]) {
    if (turnsOn) ids.add(one);
    else ids.delete(one);
  }
  return { all: false, ids };
}

function between(loaded: readonly string[], from: string, to: string): readonly string[] {
  const [a, b] = [loaded.indexOf(from), loaded.indexOf(to)].sort((one, other) => one - other);
  return a === undefined || b === undefined || a < 0 ? [to] : loaded.slice(a, b + 1);
}

/** The box in the head of the table: all loaded rows, or none. */
export function toggledAll(selection: Selection, loaded: readonly string[]): Selection {
  const isFull = selection.all || (loaded.length > 0 && loaded.every((id) => selection.ids.has(id)));
  return isFull ? nothing : { all: false, ids: new Set(loaded) };
}
