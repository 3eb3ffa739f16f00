/** A map that drops its oldest entries, so that a long-running sandbox does not fill the memory. */
export type Bounded<V> = Map<string, V>;

export function remember<V>(map: Bounded<V>, key: string, value: V, most: number): void {
  map.set(key, value);
  if (map.size <= most) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    if (map.size <= most) return;
  }
}
