import { setTimeout as wait } from 'node:timers/promises';

/** How long a test waits for an expected state. A passing test does not wait this long. */
export const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 50;

/** Polls until `look` returns a value, and returns it. */
export async function until<T>(look: () => Promise<T | undefined | false> | T | undefined | false, what = 'it'): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; ; await wait(LOOK_EVERY_MS)) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`${what} did not happen within ${PATIENCE_MS / 1000} s`);
  }
}
