/** A value of JSON below a dotted path such as `cases.0.next`; undefined if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}

/** Returns a copy with another value at a dotted path. Undefined removes a key of an object, or an entry of a list. */
export function withValueAt<T>(value: T, path: string, next: unknown): T {
  const [key = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? next : withValueAt(memberOf(value, key) ?? {}, rest.join('.'), next);
  if (Array.isArray(value)) return withEntry(value, Number(key), inner) as T;
  const { [key]: _old, ...others } = value as Record<string, unknown>;
  if (inner === undefined) return others as T;
  return { ...value, [key]: inner };
}

const memberOf = (value: unknown, key: string): unknown => (value as Record<string, unknown>)[key];

const withEntry = (list: readonly unknown[], index: number, entry: unknown): unknown[] =>
  entry === undefined ? list.toSpliced(index, 1) : list.toSpliced(index, 1, entry);
