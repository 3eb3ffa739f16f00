import { setTimeout as wait } from 'node:timers/promises';

/** How long a test waits for what it expects: more than a busy machine needs, because a test that passes does not wait for it. */
export const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 50;

/** Looks until there is something, and returns it. */
export async function until<T>(look: () => Promise<T | undefined | false> | T | undefined | false, what = 'it'): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; ; await wait(LOOK_EVERY_MS)) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`${what} did not happen within ${PATIENCE_MS / 1000} s`);
  }
}
