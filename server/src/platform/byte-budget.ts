/** Releases the reserved bytes. Calling it twice has no effect. */
export type Release = () => void;

export type ByteBudget = {
  /** Reserves bytes for a key. Returns undefined when the key's share or the whole budget is used up. */
  reserve(key: string, bytes: number): Release | undefined;
  usedBytes(): number;
};

/** Counts bytes that are held in memory: at most `totalBytes` together, and at most `perKeyBytes` for one key. */
export function createByteBudget({ totalBytes, perKeyBytes }: { totalBytes: number; perKeyBytes: number }): ByteBudget {
  const byKey = new Map<string, number>(); // only keys with reserved bytes, so its size is limited by the budget
  let used = 0;
  const add = (key: string, bytes: number): void => {
    used += bytes;
    const held = (byKey.get(key) ?? 0) + bytes;
    if (held > 0) byKey.set(key, held);
    else byKey.delete(key);
  };
  return {
    reserve(key, bytes) {
      if (used + bytes > totalBytes || (byKey.get(key) ?? 0) + bytes > perKeyBytes) return undefined;
      add(key, bytes);
      let isHeld = true;
      return () => {
        if (isHeld) add(key, -bytes);
        isHeld = false;
      };
    },
    usedBytes: () => used,
  };
}
